import { chmodSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { commitFiles, type CommitRequest } from '../../src/platform/git-commit.js';
import { createTestRepository, type TestRepository } from './repository.js';

let repository: TestRepository;
beforeEach(() => {
  repository = createTestRepository();
});
afterEach(() => repository.remove());

function request(paths: readonly string[], more: Partial<CommitRequest> = {}): CommitRequest {
  return {
    root: repository.root,
    paths,
    message: 'fix: ein Grund\n\nBody.\n',
    dateIso: '2026-02-03T04:05:06.789Z',
    branch: 'agentforge/t-1',
    ...more,
  };
}

test('the chosen files alone are committed on the branch, with the given dates, in the name of the user', async () => {
  const head = repository.commitAll('first');
  repository.write('src/fixed.ts', 'fixed\n');
  repository.write('other.ts', 'not mine\n');
  repository.git('config', 'user.name', 'Ann');
  repository.git('config', 'user.email', 'ann@example.org');
  const { commit, created } = await commitFiles(request(['src/fixed.ts']));
  expect(created).toBe(true);
  expect(repository.git('rev-parse', 'agentforge/t-1', 'agentforge/t-1^').trim().split('\n')).toEqual([
    commit,
    head,
  ]);
  expect(repository.git('show', '--name-status', '--format=', commit).trim()).toBe('A\tsrc/fixed.ts');
  expect(repository.git('show', '-s', '--format=%an|%ae|%aI|%cn|%cI|%B', commit).trim()).toBe(
    'Ann|ann@example.org|2026-02-03T04:05:06+00:00|AgentForge|2026-02-03T04:05:06+00:00|fix: ein Grund\n\nBody.',
  );
});

test('without a user in the settings of git the author is AgentForge', async () => {
  vi.stubEnv('HOME', '/nonexistent');
  vi.stubEnv('XDG_CONFIG_HOME', '/nonexistent');
  repository.commitAll('first');
  repository.write('a', '1');
  const { commit } = await commitFiles(request(['a']));
  vi.unstubAllEnvs();
  expect(repository.git('show', '-s', '--format=%an|%ae', commit).trim()).toBe(
    'AgentForge|agentforge@localhost',
  );
});

test('doing it twice gives the same commit and changes nothing', async () => {
  repository.commitAll('first');
  repository.write('a', '1');
  const first = await commitFiles(request(['a']));
  expect(await commitFiles(request(['a']))).toEqual({ commit: first.commit, created: false });
});

test('a crash before the branch moved leads to the same commit', async () => {
  repository.commitAll('first');
  repository.write('a', '1');
  const first = await commitFiles(request(['a']));
  repository.git('update-ref', '-d', 'refs/heads/agentforge/t-1');
  expect(await commitFiles(request(['a']))).toEqual({ commit: first.commit, created: true });
});

test('the index and the work tree of the user are left alone', async () => {
  repository.write('a', '1');
  repository.write('b', '1');
  repository.commitAll('first');
  repository.write('a', 'staged');
  repository.git('add', 'a');
  repository.write('a', 'and changed again');
  repository.write('b', 'unstaged');
  const index = path.join(repository.root, '.git/index');
  const before = [readFileSync(index, 'hex'), repository.git('status', '--porcelain=v2', '--branch')];
  await commitFiles(request(['a', 'b']));
  expect([readFileSync(index, 'hex'), repository.git('status', '--porcelain=v2', '--branch')]).toEqual(
    before,
  );
  expect(repository.git('show', 'agentforge/t-1:a')).toBe('and changed again');
});

test('further commits continue the branch', async () => {
  repository.commitAll('first');
  repository.write('a', '1');
  const first = await commitFiles(request(['a']));
  repository.write('a', '2');
  const second = await commitFiles(request(['a'], { message: 'again' }));
  expect(repository.git('rev-parse', `${second.commit}^`).trim()).toBe(first.commit);
});

test('modes, links, deletions and odd names are kept', async () => {
  repository.write('gone', 'x');
  repository.write('run', 'x');
  repository.commitAll('first');
  rmSync(path.join(repository.root, 'gone'));
  chmodSync(path.join(repository.root, 'run'), 0o755);
  symlinkSync('run', path.join(repository.root, 'link'));
  repository.write('odd "name"\tü', 'x');
  const paths = ['gone', 'run', 'link', 'odd "name"\tü', 'never there'];
  const { commit } = await commitFiles(request(paths));
  const tree = repository
    .git('ls-tree', '-r', '-z', commit)
    .split('\0')
    .filter(Boolean)
    .map((line) => line.replace(/ blob \w+\t/, ' '));
  expect(tree).toEqual(['120000 link', '100644 odd "name"\tü', '100755 run']);
});

test('the first commit of a repository has no parent', async () => {
  repository.write('a', '1');
  const { commit } = await commitFiles(request(['a'], { branch: 'main' }));
  expect(repository.git('log', '--format=%H', 'main').trim()).toBe(commit);
});

test('a project below the top commits its own paths', async () => {
  repository.commitAll('first');
  repository.write('packages/a/x', '1');
  const { commit } = await commitFiles(request(['x'], { root: path.join(repository.root, 'packages/a') }));
  expect(repository.git('ls-tree', '-r', '--name-only', commit).trim()).toBe('packages/a/x');
});

test('content is stored as it is on disk, whatever the attributes say', async () => {
  repository.write('.gitattributes', '* text eol=lf filter=evil\n');
  repository.commitAll('first');
  repository.git('config', 'filter.evil.clean', 'tr a-z A-Z');
  repository.write('a', 'one\r\ntwo\r\n');
  const { commit } = await commitFiles(request(['a']));
  expect(repository.git('cat-file', 'blob', `${commit}:a`)).toBe('one\r\ntwo\r\n');
});

test('in a worktree of ours the index follows when asked, so that nothing looks changed', async () => {
  repository.write('a', '1');
  repository.commitAll('first');
  repository.git('checkout', '-q', '-b', 'agentforge/t-1');
  repository.write('a', '2');
  await commitFiles(request(['a'], { updateIndex: true }));
  expect(repository.git('status', '--porcelain')).toBe('');
});

test('a file reached through a link, a folder, or a bad branch name is refused', async () => {
  repository.commitAll('first');
  mkdirSync(path.join(repository.root, 'folder'));
  symlinkSync('/etc', path.join(repository.root, 'link'));
  await expect(commitFiles(request(['link/passwd']))).rejects.toMatchObject({ code: 'outside_root' });
  await expect(commitFiles(request(['../../../../../../../etc/passwd']))).rejects.toMatchObject({
    code: 'outside_root',
  });
  await expect(commitFiles(request(['folder']))).rejects.toMatchObject({ code: 'command_failed' });
  await expect(commitFiles(request([], { branch: 'a..b' }))).rejects.toMatchObject({
    code: 'command_failed',
  });
});
