import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { workspaceHash, type HashCache } from '../../src/platform/workspace-hash.js';
import { createTestRepository, openTestRepository, type TestRepository } from './repository.js';

let repository: TestRepository;
beforeEach(() => {
  repository = createTestRepository();
  repository.write('a', 'one\n');
  repository.write('b', 'two\n');
  repository.write('.gitignore', 'dist/\n');
  repository.commitAll('first');
});
afterEach(() => repository.remove());

const hashOf = async (): Promise<string> => (await workspaceHash(repository.root)).hash;
const inRoot = (relative: string): string => path.join(repository.root, relative);

describe('in a repository', () => {
  test.each<[string, () => void]>([
    ['content', () => repository.write('a', 'ONE\n')],
    ['an untracked file', () => repository.write('deep/new', 'x')],
    ['an empty untracked file', () => repository.write('empty', '')],
    ['a deletion', () => rmSync(inRoot('a'))],
    ['a mode', () => chmodSync(inRoot('a'), 0o755)],
    ['a rename', () => renameSync(inRoot('a'), inRoot('c'))],
    ['a link', () => symlinkSync('a', inRoot('link'))],
    ['a new base commit', () => void repository.git('commit', '-q', '--allow-empty', '-m', 'second')],
    [
      'a file of a nested repository',
      () => {
        const nested = openTestRepository(inRoot('vendor'));
        nested.write('x', '1');
        nested.commitAll('inner');
      },
    ],
  ])('%s changes the hash', async (_what, change) => {
    const before = await hashOf();
    change();
    expect(await hashOf()).not.toBe(before);
  });

  test.each<[string, () => void]>([
    ['ignored files', () => repository.write('dist/out.js', 'x')],
    ['our own folder', () => repository.write('.agentforge/config.yaml', 'x')],
    ['touching a file', () => repository.write('a', 'one\n')],
  ])('%s does not', async (_what, change) => {
    const before = await hashOf();
    change();
    expect(await hashOf()).toBe(before);
  });

  test('the same content has the same hash, staged or not, and also after a detour', async () => {
    repository.write('a', 'ONE\n');
    repository.write('new', 'x');
    const { hash, files } = await workspaceHash(repository.root);
    expect(files).toBe(2);
    repository.git('add', 'a');
    expect(await hashOf()).toBe(hash);
    repository.write('a', 'something else\n');
    expect(await hashOf()).not.toBe(hash);
    repository.write('a', 'ONE\n');
    expect(await hashOf()).toBe(hash);
  });

  test('a link counts by its target, not by what it leads to', async () => {
    symlinkSync('a', inRoot('link'));
    const toA = await hashOf();
    unlinkSync(inRoot('link'));
    symlinkSync('b', inRoot('link'));
    expect(await hashOf()).not.toBe(toA);
    unlinkSync(inRoot('link'));
    symlinkSync('nowhere', inRoot('link'));
    expect(await hashOf()).not.toBe(toA);
  });

  test('every later change inside a nested repository is seen', async () => {
    const nested = openTestRepository(inRoot('vendor'));
    nested.write('x', '1');
    nested.commitAll('inner');
    const seen = [await hashOf()];
    nested.write('x', '2');
    seen.push(await hashOf());
    nested.commitAll('inner again');
    seen.push(await hashOf());
    expect(new Set(seen).size).toBe(3);
  });
});

describe('the cache', () => {
  test('gives the same hash as none', async () => {
    repository.write('a', 'ONE\n');
    const cache: HashCache = new Map();
    const plain = await workspaceHash(repository.root);
    expect(await workspaceHash(repository.root, { cache })).toEqual(plain);
    expect(await workspaceHash(repository.root, { cache })).toEqual(plain);
    expect([...cache.keys()]).toEqual([inRoot('a')]);
  });

  test('is used for a file that was at rest when it was hashed, and not for one just written', async () => {
    repository.write('a', 'ONE\n');
    const cache: HashCache = new Map();
    const { hash } = await workspaceHash(repository.root, { cache });
    const entry = cache.get(inRoot('a'));
    if (!entry) throw new Error('nothing was cached');
    cache.set(inRoot('a'), { ...entry, hash: 'planted' });
    expect((await workspaceHash(repository.root, { cache })).hash).toBe(hash);
    cache.set(inRoot('a'), { ...entry, hash: 'planted', hashedAtMs: entry.changedAtMs + 2_000 });
    expect((await workspaceHash(repository.root, { cache })).hash).not.toBe(hash);
  });

  test('does not survive a change of the file, though size and time are set back', async () => {
    repository.write('a', 'ONE\n');
    const cache: HashCache = new Map();
    const before = await workspaceHash(repository.root, { cache });
    const entry = cache.get(inRoot('a'));
    if (!entry) throw new Error('nothing was cached');
    cache.set(inRoot('a'), { ...entry, hashedAtMs: entry.changedAtMs + 10_000 });
    repository.write('a', 'TWO\n');
    expect((await workspaceHash(repository.root, { cache })).hash).not.toBe(before.hash);
  });
});

describe('outside git', () => {
  test('the files the task read or wrote are what counts', async () => {
    const plain = realpathSync(mkdtempSync(path.join(tmpdir(), 'plain-test-')));
    const files = openTestRepository(plain);
    rmSync(path.join(plain, '.git'), { recursive: true });
    mkdirSync(path.join(plain, 'src'));
    files.write('src/a', '1');
    files.write('src/unread', '1');
    const extraPaths = ['src/a', 'src/missing', 'src/a'];
    const before = await workspaceHash(plain, { extraPaths });
    expect(before.files).toBe(2);
    files.write('src/unread', '2');
    expect(await workspaceHash(plain, { extraPaths: [...extraPaths].reverse() })).toEqual(before);
    files.write('src/missing', '');
    expect((await workspaceHash(plain, { extraPaths })).hash).not.toBe(before.hash);
    files.remove();
  });
});
