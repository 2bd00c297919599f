import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { changedFiles, findRepository, requireGit, runGit } from '../../src/platform/git.js';
import { createTestRepository, openTestRepository, type TestRepository } from './repository.js';

let repository: TestRepository;
beforeEach(() => {
  repository = createTestRepository();
});
afterEach(() => repository.remove());

async function statuses(root = repository.root): Promise<Record<string, string>> {
  return Object.fromEntries((await changedFiles(root)).map((file) => [file.path, file.status]));
}

describe('finding a repository', () => {
  test('before and after its first commit', async () => {
    const { root } = repository;
    expect(await findRepository(root)).toEqual({
      gitDir: path.join(root, '.git'),
      workTree: root,
      head: null,
      prefix: '',
    });
    const head = repository.commitAll('first');
    expect(await findRepository(root)).toMatchObject({ head });
  });

  test('from a folder below its top, and from a worktree', async () => {
    const head = repository.commitAll('first');
    mkdirSync(path.join(repository.root, 'packages/a'), { recursive: true });
    expect(await findRepository(path.join(repository.root, 'packages/a'))).toMatchObject({
      head,
      prefix: 'packages/a/',
    });
    const worktree = path.join(repository.root, 'wt');
    repository.git('worktree', 'add', '-q', worktree);
    expect(await findRepository(worktree)).toMatchObject({
      workTree: worktree,
      gitDir: path.join(repository.root, '.git/worktrees/wt'),
    });
  });

  test('a folder outside of any is none', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'no-repository-'));
    expect(await findRepository(folder)).toBeUndefined();
    expect(await changedFiles(folder)).toEqual([]);
    rmSync(folder, { recursive: true });
  });

  test('a bare repository planted in a folder is none', async () => {
    const planted = path.join(repository.root, 'planted');
    repository.git('init', '-q', '--bare', planted);
    writeFileSync(
      path.join(planted, 'config'),
      '[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tworktree = /\n\tfsmonitor = touch /tmp/pwned\n',
    );
    expect(await findRepository(planted)).toBeUndefined();
  });
});

describe('changed files', () => {
  test('of every kind, with odd names', async () => {
    for (const name of ['kept', 'changed', 'gone', 'staged gone', 'mode', 'old name'])
      repository.write(name, `content of ${name}\n`);
    repository.commitAll('first');
    repository.write('changed', 'new\n');
    rmSync(path.join(repository.root, 'gone'));
    repository.git('rm', '-q', 'staged gone');
    chmodSync(path.join(repository.root, 'mode'), 0o755);
    renameSync(path.join(repository.root, 'old name'), path.join(repository.root, 'new name'));
    repository.write('staged', 'x');
    repository.git('add', 'staged', 'new name');
    repository.write('deep/er/untracked ü\n"quoted".txt', 'x');
    expect(await statuses()).toEqual({
      changed: 'modified',
      gone: 'deleted',
      'staged gone': 'deleted',
      mode: 'modified',
      'old name': 'deleted',
      'new name': 'added',
      staged: 'added',
      'deep/er/untracked ü\n"quoted".txt': 'untracked',
    });
  });

  test('ignored files are left out, and a file deleted from the index alone counts once', async () => {
    repository.write('.gitignore', 'dist/\n');
    repository.write('file', 'x');
    repository.commitAll('first');
    repository.write('dist/out.js', 'x');
    repository.git('rm', '-q', '--cached', 'file');
    expect(await statuses()).toEqual({ file: 'modified' });
  });

  test('a conflict is one', async () => {
    repository.write('file', 'base\n');
    repository.commitAll('base');
    repository.git('checkout', '-q', '-b', 'other');
    repository.write('file', 'theirs\n');
    repository.commitAll('theirs');
    repository.git('checkout', '-q', 'main');
    repository.write('file', 'ours\n');
    repository.commitAll('ours');
    expect(() => repository.git('merge', 'other')).toThrow();
    expect(await statuses()).toEqual({ file: 'conflicted' });
  });

  test('below the top of a repository, paths are relative to the folder and others are left out', async () => {
    repository.commitAll('first');
    repository.write('packages/a/x', '1');
    repository.write('packages/b/y', '1');
    expect(await statuses(path.join(repository.root, 'packages/a'))).toEqual({ x: 'untracked' });
  });

  test('a nested repository is listed by its own changed files', async () => {
    repository.commitAll('first');
    const nested = openTestRepository(path.join(repository.root, 'vendor/lib'));
    nested.write('tracked', '1');
    nested.commitAll('inner');
    nested.write('tracked', '2');
    expect(await statuses()).toEqual({ 'vendor/lib': 'untracked', 'vendor/lib/tracked': 'modified' });
  });

  test('so is a submodule', async () => {
    const library = createTestRepository();
    library.write('tracked', '1');
    library.commitAll('library');
    repository.git('submodule', 'add', '-q', library.root, 'lib');
    repository.commitAll('first');
    expect(await statuses()).toEqual({});
    repository.write('lib/tracked', '2');
    expect(await statuses()).toEqual({ 'lib/tracked': 'modified' });
    library.remove();
  });
});

describe('nothing in a repository runs', () => {
  test('no hook, monitor, filter, pager, external diff or helper', async () => {
    const { root } = repository;
    const mark = path.join(realpathSync(tmpdir()), `pwned-${process.pid}-${Date.now()}`);
    const evil = `touch ${mark}; cat`;
    repository.write('file', 'one\n');
    repository.write('.gitattributes', '* filter=evil diff=evil\n');
    repository.commitAll('first');
    const settings = {
      'core.fsmonitor': evil,
      'core.pager': evil,
      'core.editor': evil,
      'core.sshCommand': evil,
      'core.hooksPath': path.join(root, 'hooks'),
      'diff.external': evil,
      'diff.evil.textconv': evil,
      'diff.evil.command': evil,
      'filter.evil.clean': evil,
      'filter.evil.smudge': evil,
      'filter.evil.process': evil,
      'filter.evil.required': 'true',
      'credential.helper': `!${evil}`,
    };
    for (const [name, value] of Object.entries(settings)) repository.git('config', name, value);
    for (const hook of ['post-index-change', 'reference-transaction', 'pre-commit'])
      repository.write(`hooks/${hook}`, `#!/bin/sh\n${evil}\n`, 0o755);
    repository.write('file', 'two\n');
    utimesSync(path.join(root, 'file'), new Date(), new Date());
    expect(await statuses()).toMatchObject({ file: 'modified' });
    expect((await runGit(root, ['diff'])).stdout).toContain('-one\n+two\n');
    expect((await runGit(root, ['log', '-1', '-p'])).stdout).toContain('+one\n');
    await runGit(root, ['fetch', 'ssh://example.invalid/x']);
    await runGit(root, ['update-ref', 'refs/heads/new', 'HEAD']);
    expect(existsSync(mark)).toBe(false);
  });

  test('no variable of ours reaches git', async () => {
    process.env['GIT_DIR'] = '/nonexistent';
    try {
      expect(await findRepository(repository.root)).toBeDefined();
    } finally {
      delete process.env['GIT_DIR'];
    }
  });
});

describe('failures', () => {
  test('of git are results of runGit', async () => {
    const result = await runGit(repository.root, ['rev-parse', '--verify', 'nothing']);
    expect(result.exitCode).toBe(128);
    expect(result.stderr).not.toBe('');
    expect((await runGit(path.join(repository.root, 'missing'), ['status'])).exitCode).toBeNull();
  });

  test('are one sentence of requireGit', async () => {
    await expect(requireGit(repository.root, ['rev-parse', '--verify', 'nothing'])).rejects.toMatchObject({
      code: 'command_failed',
      message: expect.stringMatching(/^git rev-parse failed in .+: fatal: .+$/) as unknown,
    });
  });
});
