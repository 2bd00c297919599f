import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  applyEditSet,
  branchOf,
  commitInWorktree,
  isDirty,
  listWorktrees,
  nodeDisk,
  openWorktree,
  planSandbox,
  prepareWorktree,
  removeWorktree,
  runCommand,
  sha256,
  type Worktree,
} from '../../src/platform/index.js';
import { findBubblewrap } from '../../src/platform/sandbox.js';
import { readTree } from '../support/walled-project.js';
import { createTestRepository, openTestRepository, type TestRepository } from './repository.js';

let repository: TestRepository;
let home: string;

beforeEach(() => {
  repository = createTestRepository();
  home = realpathSync(mkdtempSync(path.join(tmpdir(), 'worktree-home-')));
  repository.write('src/a.ts', 'export const a = 1;\n');
  repository.write('.gitignore', 'node_modules/\n.env\ncache/\n');
  repository.commitAll('first');
});

afterEach(() => {
  rmSync(home, { recursive: true, force: true });
  repository.remove();
});

const open = (id = 'run-1'): Promise<Worktree> => openWorktree({ root: repository.root, id, home });
const neverRun = async (): Promise<never> => {
  throw new Error('no command was expected');
};

/** Everything of the user's: files, index, HEAD, refs; what git keeps about our branch and worktree aside. */
function snapshot(): Map<string, string> {
  const isOurs = (file: string): boolean =>
    /^\.git\/(?:objects|worktrees|refs\/heads\/agentforge|logs\/refs\/heads\/agentforge)/.test(file);
  return readTree(repository.root, isOurs);
}

async function commitChange(
  worktree: Worktree,
  text: string,
  dateIso = '2026-01-01T00:00:00Z',
): Promise<string> {
  writeFileSync(path.join(worktree.root, 'src/a.ts'), text);
  const commit = { paths: ['src/a.ts'], message: `fix: ${text}`, dateIso };
  return (await commitInWorktree(worktree, commit)).commit;
}

describe('a worktree', () => {
  it('holds the last commit, outside the project, and is removed without a trace', async () => {
    repository.write('src/a.ts', 'half finished\n');
    repository.write('notes.txt', 'untracked\n');
    repository.git('add', 'src/a.ts');
    const before = snapshot();
    const worktree = await open();
    expect(worktree.root.startsWith(home)).toBe(true);
    expect(readFileSync(path.join(worktree.root, 'src/a.ts'), 'utf8')).toBe('export const a = 1;\n');
    expect(existsSync(path.join(worktree.root, 'notes.txt'))).toBe(false);
    expect(await removeWorktree({ root: repository.root, id: 'run-1', home })).toBe(true);
    expect(snapshot()).toEqual(before);
    expect(existsSync(path.join(repository.root, '.git/worktrees'))).toBe(false);
    expect(existsSync(worktree.top)).toBe(false);
    expect(await removeWorktree({ root: repository.root, id: 'run-1', home })).toBe(false);
  });

  it('is the same one when it is asked for again, with the work in it', async () => {
    const first = await open();
    writeFileSync(path.join(first.root, 'src/a.ts'), 'in progress\n');
    repository.write('src/b.ts', '');
    repository.commitAll('meanwhile');
    const second = await open();
    expect(second).toEqual(first);
    expect(readFileSync(path.join(second.root, 'src/a.ts'), 'utf8')).toBe('in progress\n');
    expect((await open('run-2')).base).not.toBe(first.base);
    const listed = await listWorktrees({ root: repository.root, home });
    expect(listed.map(({ id }) => id).sort()).toEqual(['run-1', 'run-2']);
  });

  it('is made anew when a killed process left it half done, locked or unregistered', async () => {
    const { top } = await open();
    const own = path.join(repository.root, '.git/worktrees/run-1');
    rmSync(path.join(own, 'agentforge-worktree'));
    writeFileSync(path.join(own, 'locked'), 'initializing');
    rmSync(path.join(top, 'src'), { recursive: true });
    expect(existsSync(path.join((await open()).root, 'src/a.ts'))).toBe(true);
    rmSync(own, { recursive: true });
    expect(existsSync(path.join((await open()).root, 'src/a.ts'))).toBe(true);
    rmSync(top, { recursive: true });
    expect(existsSync(path.join((await open()).root, 'src/a.ts'))).toBe(true);
    expect(await listWorktrees({ root: repository.root, home })).toHaveLength(1);
  });

  it('leaves the worktrees of others alone', async () => {
    const other = path.join(home, 'mine');
    repository.git('worktree', 'add', '-q', '--detach', other);
    await open();
    expect(await listWorktrees({ root: repository.root, home })).toHaveLength(1);
    await removeWorktree({ root: repository.root, id: 'run-1', home });
    expect(repository.git('worktree', 'list')).toContain(other);
    await expect(removeWorktree({ root: repository.root, id: '../mine', home })).rejects.toThrow(
      /cannot be the id/,
    );
  });

  it('corresponds to the asked folder of a larger repository', async () => {
    repository.write('packages/cart/index.ts', '');
    repository.write('package.json', '{}');
    repository.commitAll('package');
    repository.write('node_modules/left/index.js', '');
    const root = path.join(repository.root, 'packages/cart');
    const worktree = await openWorktree({ root, id: 'run-1', home });
    expect(existsSync(path.join(worktree.root, 'index.ts'))).toBe(true);
    expect(worktree.root).toBe(path.join(worktree.top, 'packages/cart'));
    expect((await prepareWorktree(worktree, { run: neverRun })).linked).toEqual(['node_modules']);
    expect(existsSync(path.join(worktree.top, 'node_modules/left/index.js'))).toBe(true);
  });

  it('gets a copy of what was built where the manifest leads to, and of nothing that git carries', async () => {
    const manifest = {
      main: 'lib/index.js',
      exports: { import: './dist/index.mjs' },
      bin: { run: 'tools/run.js' },
    };
    repository.write('package.json', JSON.stringify(manifest));
    repository.write('lib/index.js', '');
    repository.write('.gitignore', 'dist/\nout/\nnode_modules/\n');
    repository.commitAll('package');
    repository.write('dist/index.mjs', 'built');
    repository.write('out/other.js', '');
    const worktree = await openWorktree({ root: repository.root, id: 'run-1', home });
    const { copied } = await prepareWorktree(worktree, { run: neverRun });
    expect(copied).toEqual(['dist']);
    writeFileSync(path.join(worktree.root, 'dist/index.mjs'), 'changed');
    expect(readFileSync(path.join(repository.root, 'dist/index.mjs'), 'utf8')).toBe('built');
  });

  it('can be made of a worktree, of a detached HEAD and of a repository with submodules', async () => {
    const inner = createTestRepository();
    inner.write('x', '');
    inner.commitAll('inner');
    repository.git('submodule', 'add', '-q', inner.root, 'vendor');
    repository.commitAll('submodule');
    repository.git('checkout', '-q', '--detach');
    const first = await open();
    const second = await openWorktree({ root: first.root, id: 'run-2', home });
    expect(path.dirname(second.top)).toBe(path.dirname(first.top));
    for (const id of ['run-1', 'run-2'])
      expect(await removeWorktree({ root: repository.root, id, home })).toBe(true);
    expect(readFileSync(path.join(repository.root, 'vendor/x'), 'utf8')).toBe('');
    inner.remove();
  });

  it('is refused with a sentence where there is no repository, no commit, or no place outside', async () => {
    const plain = realpathSync(mkdtempSync(path.join(tmpdir(), 'plain-')));
    await expect(openWorktree({ root: plain, id: 'a', home })).rejects.toThrow(/not in a git repository/);
    openTestRepository(plain);
    await expect(openWorktree({ root: plain, id: 'a', home })).rejects.toThrow(/has no commit yet/);
    rmSync(plain, { recursive: true });
    const inside = path.join(repository.root, 'cache');
    await expect(openWorktree({ root: repository.root, id: 'a', home: inside })).rejects.toThrow(
      /inside the project/,
    );
  });

  it('confines what is written in it', async () => {
    const worktree = await open();
    symlinkSync(repository.root, path.join(worktree.root, 'out'));
    const text = Buffer.from('new');
    const apply = (file: string): { ok: boolean } =>
      applyEditSet({
        disk: nodeDisk,
        root: worktree.root,
        edits: [{ path: file, before: null, after: sha256(text) }],
        image: () => text,
        assertHeld: () => undefined,
      });
    expect(apply('src/b.ts').ok).toBe(true);
    expect(apply('out/b.ts').ok).toBe(false);
    expect(existsSync(path.join(repository.root, 'b.ts'))).toBe(false);
  });
});

describe('commits in a worktree', () => {
  it('lie on a branch, one after the other, and leave the checkout and the hash base as they were', async () => {
    const before = snapshot();
    const worktree = await open();
    const first = await commitChange(worktree, 'one\n');
    const second = await commitChange(worktree, 'two\n');
    await removeWorktree({ root: repository.root, id: 'run-1', home });
    const branch = branchOf('run-1');
    expect(repository.git('log', '--format=%H', branch).trim().split('\n')).toEqual([
      second,
      first,
      worktree.base,
    ]);
    expect(repository.git('show', `${branch}:src/a.ts`)).toBe('two\n');
    expect(snapshot()).toEqual(before);
  });

  it('are the same when they are made again after a crash', async () => {
    const worktree = await open();
    const first = await commitChange(worktree, 'one\n');
    expect(await commitChange(worktree, 'one\n')).toBe(first);
    repository.git('update-ref', '-d', `refs/heads/${worktree.branch}`);
    expect(await commitChange(worktree, 'one\n')).toBe(first);
  });

  it('run no hook and ask for no signature, nor does making the worktree', async () => {
    const trace = path.join(home, 'trace');
    const hooks = path.join(repository.root, '.git/hooks');
    mkdirSync(hooks, { recursive: true });
    for (const name of [
      'post-checkout',
      'pre-commit',
      'commit-msg',
      'post-commit',
      'reference-transaction',
    ]) {
      writeFileSync(path.join(hooks, name), `#!/bin/sh\necho ${name} >> ${trace}\nexit 1\n`);
      chmodSync(path.join(hooks, name), 0o755);
    }
    repository.git('config', 'commit.gpgsign', 'true');
    repository.git('config', 'gpg.program', path.join(hooks, 'pre-commit'));
    await commitChange(await open(), 'one\n');
    await removeWorktree({ root: repository.root, id: 'run-1', home });
    expect(existsSync(trace)).toBe(false);
    expect(repository.git('log', '-1', '--format=%G?', branchOf('run-1')).trim()).toBe('N');
  });

  it('are refused while the branch is checked out somewhere', async () => {
    const worktree = await open();
    await commitChange(worktree, 'one\n');
    repository.git('checkout', '-q', worktree.branch);
    await expect(commitChange(worktree, 'two\n')).rejects.toThrow(/is checked out in .*switch to another/);
  });
});

describe('a tree', () => {
  it('is dirty with a tracked change or an untracked file, not with ignored files or our own state', async () => {
    expect(await isDirty(repository.root)).toBe(false);
    repository.write('.env', 'SECRET=1');
    repository.write('.agentforge/config.yaml', '');
    expect(await isDirty(repository.root)).toBe(false);
    repository.write('new.txt', '');
    expect(await isDirty(repository.root)).toBe(true);
    rmSync(path.join(repository.root, 'new.txt'));
    repository.write('src/a.ts', 'changed');
    expect(await isDirty(repository.root)).toBe(true);
  });
});

describe('preparing a worktree', () => {
  it('links installed packages, and those of the project itself to the worktree', async () => {
    repository.write('package.json', '{"workspaces": ["packages/*"]}');
    repository.write('packages/cart/package.json', '{"name": "@shop/cart"}');
    repository.commitAll('workspaces');
    repository.write('node_modules/left/index.js', 'module.exports = 1;');
    repository.write('node_modules/.vite/cache', '');
    repository.write('packages/cart/node_modules/right/index.js', '');
    mkdirSync(path.join(repository.root, 'node_modules/@shop'));
    symlinkSync('../../packages/cart', path.join(repository.root, 'node_modules/@shop/cart'));
    const before = readTree(repository.root, (file) => file.startsWith('.git/'));
    const worktree = await open();
    const prepared = await prepareWorktree(worktree, { run: neverRun });
    expect(await prepareWorktree(worktree, { run: neverRun })).toEqual(prepared);
    expect(prepared.linked).toEqual(['node_modules', 'packages/cart/node_modules']);
    const real = (file: string): string => realpathSync(path.join(worktree.root, file));
    expect(real('node_modules/left')).toBe(path.join(repository.root, 'node_modules/left'));
    expect(real('node_modules/@shop/cart')).toBe(path.join(worktree.root, 'packages/cart'));
    expect(existsSync(path.join(worktree.root, 'node_modules/.vite'))).toBe(false);
    expect(await isDirty(worktree.root)).toBe(false);
    writeFileSync(path.join(worktree.root, 'node_modules/written-by-a-tool'), '');
    await removeWorktree({ root: repository.root, id: 'run-1', home });
    expect(readTree(repository.root, (file) => file.startsWith('.git/'))).toEqual(before);
  });

  it('copies what is to be copied, and runs a command once', async () => {
    repository.write('.env', 'A=1');
    repository.write('cache/deep/x', 'x');
    const worktree = await open();
    const ran: string[] = [];
    const prepare = { copy: ['.env', 'cache'], command: ['npm', 'ci'] };
    const run = async (
      argv: readonly string[],
      cwd: string,
    ): Promise<{ exitCode: number; output: string }> => {
      ran.push(`${argv.join(' ')} in ${path.basename(cwd)}`);
      const output = `${'chatter\n'.repeat(50)}fetching\n\nno network\n`;
      return { exitCode: ran.length === 1 ? 1 : 0, output };
    };
    const refused: unknown = await prepareWorktree(worktree, { prepare, run }).catch(
      (error: unknown) => error,
    );
    const message = refused instanceof Error ? refused.message : '';
    expect(message).toMatch(/^`npm ci`, which workspace\.prepare names, ended with 1 .*:\n/);
    expect(message).toMatch(/\n {2}\| chatter\n {2}\| fetching\n {2}\| no network\n.*config\.yaml/);
    expect(message.match(/chatter/g)).toHaveLength(6);
    await prepareWorktree(worktree, { prepare, run });
    await prepareWorktree(worktree, { prepare, run });
    expect(ran).toEqual(['npm ci in run-1', 'npm ci in run-1']);
    writeFileSync(path.join(worktree.root, 'cache/deep/x'), 'changed');
    expect(readFileSync(path.join(repository.root, 'cache/deep/x'), 'utf8')).toBe('x');
  });

  it.each([
    ['src', /does not ignore/],
    ['.git', /control file/],
    ['../elsewhere', /inside the project/],
    ['missing', /is not there/],
  ])('refuses to link %s', async (named, message) => {
    const worktree = await open();
    await expect(prepareWorktree(worktree, { prepare: { link: [named] }, run: neverRun })).rejects.toThrow(
      message,
    );
  });

  it.skipIf('missing' in findBubblewrap())(
    'lets real tests run in a sandbox with linked packages',
    async () => {
      repository.write('package.json', '{"type": "module"}');
      repository.write(
        'src/a.test.js',
        `import { expect, it } from 'vitest'; it('adds', () => expect(1 + 1).toBe(2));`,
      );
      repository.commitAll('tests');
      symlinkSync(path.resolve('node_modules'), path.join(repository.root, 'node_modules'));
      repository.write('.gitignore', 'node_modules\n');
      repository.commitAll('ignored');
      const worktree = await open();
      const { readOnly } = await prepareWorktree(worktree, { run: neverRun });
      const { plan } = planSandbox({ mode: 'require', root: worktree.root, network: false, readOnly });
      const argv = ['node', 'node_modules/vitest/vitest.mjs', 'run', '--reporter=json'];
      const limits = { timeoutMs: 60_000, maxOutputBytes: 100_000 };
      const result = await runCommand({
        argv,
        cwd: worktree.root,
        ...limits,
        ...(plan ? { sandbox: plan } : {}),
      });
      expect(result.output).toContain('"numPassedTests":1');
      expect(result.exitCode).toBe(0);
      const status = execFileSync('git', ['status', '--short'], { cwd: worktree.root, encoding: 'utf8' });
      expect(status).toBe('');
    },
  );
});
