import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { controlManifest, manifestDifference, TRUNCATED } from '../../src/platform/control-manifest.js';

let folder: string;
let root: string;

function git(cwd: string, ...args: string[]): string {
  return execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], {
    cwd,
    encoding: 'utf8',
  });
}

function write(relative: string, text: string): void {
  mkdirSync(path.dirname(path.join(root, relative)), { recursive: true });
  writeFileSync(path.join(root, relative), text);
}

/** What a manifest notices of a change. */
function notice(change: () => void, at = root): string[] {
  const before = controlManifest(at);
  change();
  return manifestDifference(before, controlManifest(at));
}

beforeEach(() => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'manifest-test-')));
  root = path.join(folder, 'project');
  mkdirSync(root);
  git(root, 'init', '-q', '-b', 'main');
  write('file.txt', 'one');
  git(root, 'add', 'file.txt');
  git(root, 'commit', '-q', '-m', 'first');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test.each<[string, () => void, string[]]>([
  ['a hook that appears', () => write('.git/hooks/post-checkout', 'evil'), ['.git/hooks/post-checkout']],
  ['git configuration', () => git(root, 'config', 'core.fsmonitor', 'evil'), ['.git/config']],
  [
    'git attributes and excludes',
    () => write('.git/info/attributes', '* filter=x'),
    ['.git/info/attributes'],
  ],
  [
    'a branch that moves',
    () => git(root, 'commit', '-q', '--allow-empty', '-m', 'second'),
    ['.git/refs/heads/main'],
  ],
  [
    'a branch that is switched',
    () => git(root, 'checkout', '-q', '-b', 'other'),
    ['.git/HEAD', '.git/refs/heads/other'],
  ],
  ['settings of ours', () => write('.agentforge/config.yaml', 'x: 1'), ['.agentforge/config.yaml']],
  ['settings of a coding CLI', () => write('.claude/settings.json', '{}'), ['.claude/settings.json']],
  ['a nested control file', () => write('packages/a/.mcp.json', '{}'), ['packages/a/.mcp.json']],
])('%s is noticed', (_what, change, expected) => expect(notice(change)).toEqual(expected));

test.each<[string, () => void]>([
  ['ordinary files', () => write('src/app.ts', 'x')],
  ['the index', () => git(root, 'add', '-A')],
  ['task folders', () => write('.agentforge/tasks/t-1/actions.yaml', '- {}')],
  [
    'evidence, cache and graph',
    () =>
      ['evidence/a', 'cache/b', 'graph.db', 'graph.db-wal'].forEach((name) =>
        write(`.agentforge/${name}`, 'x'),
      ),
  ],
  ['a fetch', () => write('.git/refs/remotes/origin/main', 'abc')],
])('%s are left out', (_what, change) => {
  write('.agentforge/config.yaml', 'x: 1');
  expect(notice(change)).toEqual([]);
});

test('a mode, a link and its target count', () => {
  write('.git/hooks/pre-commit', 'script');
  expect(notice(() => chmodSync(path.join(root, '.git/hooks/pre-commit'), 0o755))).toEqual([
    '.git/hooks/pre-commit',
  ]);
  symlinkSync('one', path.join(root, '.envrc'));
  const retarget = (): void => {
    unlinkSync(path.join(root, '.envrc'));
    symlinkSync('two', path.join(root, '.envrc'));
  };
  expect(notice(retarget)).toEqual(['.envrc']);
  expect(notice(() => unlinkSync(path.join(root, '.envrc')))).toEqual(['.envrc']);
});

test('in a worktree the real git folder is watched, and the commits of its siblings do not matter', () => {
  const worktree = path.join(folder, 'worktree');
  git(root, 'worktree', 'add', '-q', '-b', 'task', worktree);
  expect(notice(() => write('.git/hooks/post-commit', 'evil'), worktree)).toEqual(['.git/hooks/post-commit']);
  expect(notice(() => git(worktree, 'commit', '-q', '--allow-empty', '-m', 'x'), worktree)).toEqual([
    '.git/refs/heads/task',
  ]);
  expect(notice(() => git(root, 'commit', '-q', '--allow-empty', '-m', 'y'), worktree)).toEqual([]);
  expect(
    notice(() => writeFileSync(path.join(worktree, '.git'), 'gitdir: /elsewhere\n'), worktree),
  ).toContain('.git');
});

test('a project below the top of its repository is watched from there', () => {
  write('packages/a/index.js', '');
  expect(notice(() => write('.git/hooks/pre-push', 'evil'), path.join(root, 'packages/a'))).toEqual([
    '.git/hooks/pre-push',
  ]);
});

test('a nested repository is watched without reading its objects', () => {
  mkdirSync(path.join(root, 'vendor'));
  git(path.join(root, 'vendor'), 'init', '-q');
  git(path.join(root, 'vendor'), 'commit', '-q', '--allow-empty', '-m', 'inner');
  expect(Object.keys(controlManifest(root)).filter((name) => name.includes('objects'))).toEqual([]);
  expect(notice(() => write('vendor/.git/hooks/pre-push', 'evil'))).toEqual(['vendor/.git/hooks/pre-push']);
});

test('a manifest is bounded and says when it had to stop', () => {
  for (let index = 0; index < 2_100; index++) write(`.claude/commands/c${index}.md`, '');
  const manifest = controlManifest(root);
  expect(manifest[TRUNCATED]).toBe('files');
  expect(Object.keys(manifest).length).toBeLessThanOrEqual(2_001);
});

test('a folder without any control file has an empty manifest', () => {
  const empty = path.join(folder, 'empty');
  mkdirSync(empty);
  expect(controlManifest(empty)).toEqual({});
});
