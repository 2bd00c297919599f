// A real git repository in a temporary folder, for tests.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

export interface TestRepository {
  readonly root: string;
  git(...args: string[]): string;
  write(relative: string, text: string, mode?: number): void;
  commitAll(message: string): string;
  remove(): void;
}

export function createTestRepository(): TestRepository {
  return openTestRepository(realpathSync(mkdtempSync(path.join(tmpdir(), 'repository-test-'))));
}

export function openTestRepository(root: string): TestRepository {
  const env = { PATH: process.env['PATH'], HOME: '/nonexistent', GIT_CONFIG_NOSYSTEM: '1' };
  const settings = [
    '-c',
    'user.name=Test',
    '-c',
    'user.email=test@example.com',
    '-c',
    'protocol.file.allow=always',
  ];
  const git = (...args: string[]): string =>
    execFileSync('git', [...settings, ...args], {
      cwd: root,
      env,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  mkdirSync(root, { recursive: true });
  git('init', '-q', '-b', 'main');
  return {
    root,
    git,
    write(relative, text, mode = 0o644) {
      mkdirSync(path.dirname(path.join(root, relative)), { recursive: true });
      writeFileSync(path.join(root, relative), text, { mode });
    },
    commitAll(message) {
      git('add', '-A');
      git('commit', '-q', '--allow-empty', '-m', message);
      return git('rev-parse', 'HEAD').trim();
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}
