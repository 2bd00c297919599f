import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadBuiltinChecks, runChecks } from '../../../src/check/index.js';
import { listProjectFiles } from '../../../src/code/index.js';
import { writeProjectFile } from '../../support/project-file.js';
import { makeProject } from '../../support/temp-project.js';
import { readTree } from '../../support/walled-project.js';
import { checkProject, createRun, define, tell } from './check-project.js';

const bad = define({ id: 'bad', kind: 'regex', config: { forbid: 'bad' } });

describe('running checks', () => {
  it('puts the worst first: by severity, by how far beyond the limit, by place', async () => {
    const lines = (count: number) => `bad\n${'x\n'.repeat(count - 1)}`;
    const root = makeProject({ 'a.txt': lines(3), 'b.txt': lines(30), 'c.txt': lines(6) });
    const outcome = await checkProject(root, [
      define({ id: 'length', kind: 'metric', severity: 'warning', config: { metric: 'file_lines', max: 2 } }),
      define({ id: 'bad', kind: 'regex', severity: 'error', config: { forbid: 'bad' } }),
      define({ id: 'note', kind: 'regex', severity: 'info', config: { forbid: 'bad' } }),
    ]);
    expect(outcome.ran).toEqual(['length', 'bad', 'note']);
    expect(outcome.violations.map(({ check, path: file }) => `${check} ${file}`)).toEqual([
      ...['bad a.txt', 'bad b.txt', 'bad c.txt'],
      ...['length b.txt', 'length c.txt', 'length a.txt'],
      ...['note a.txt', 'note b.txt', 'note c.txt'],
    ]);
    expect(outcome.files).toBe(3);
  });

  it('names the nearest test, of those that reach the file the one that bears its name', async () => {
    const root = makeProject({
      'src/cart.ts': 'export const bad = 1;\n',
      'src/money.ts': "import './cart.js';\nbad;\n",
      'src/alone.ts': 'bad;\n',
      'src/lonely.ts': 'bad;\n',
      'test/all.test.ts': "import '../src/cart.js';\nbad;\n",
      'test/cart.test.ts': "import '../src/money.js';\n",
      'test/alone.test.ts': "import { spawn } from 'node:child_process';\n",
    });
    const { violations } = await checkProject(root, [bad]);
    expect(Object.fromEntries(violations.map(({ path: file, test }) => [file, test]))).toEqual({
      'src/cart.ts': 'test/cart.test.ts',
      'src/money.ts': 'test/cart.test.ts',
      'src/alone.ts': 'test/alone.test.ts',
      'src/lonely.ts': undefined,
      'test/all.test.ts': 'test/all.test.ts',
    });
    const bare = await checkProject(root, [bad], { relateTests: false });
    expect(bare.violations.every(({ test }) => test === undefined)).toBe(true);
  });

  it('looks only at changed files when told so', async () => {
    const root = makeProject({ 'a.txt': 'bad\n', 'b.txt': 'bad\n' }, { git: true });
    writeProjectFile(root, 'b.txt', 'bad\nbad\n');
    const changed = execFileSync('git', ['diff', '--name-only'], { cwd: root, encoding: 'utf8' })
      .trim()
      .split('\n');
    const { violations, files } = await checkProject(root, [bad], { only: changed });
    expect(violations.map(({ path: file, line }) => `${file}:${line}`)).toEqual(['b.txt:1', 'b.txt:2']);
    expect(files).toBe(1);
  });

  it('skips links, unreadable files and what is gone, and says so', async () => {
    const root = makeProject({ 'a.txt': 'bad\n', 'locked.txt': 'bad\n' });
    writeProjectFile(path.dirname(root), 'secret.txt', 'bad\n');
    symlinkSync('../secret.txt', path.join(root, 'out.txt'));
    symlinkSync('..', path.join(root, 'up'));
    chmodSync(path.join(root, 'locked.txt'), 0);
    const files = ['a.txt', 'gone.txt', 'locked.txt', 'out.txt', 'up/secret.txt'];
    const { violations, skipped } = await checkProject(root, [bad], { files });
    const isRoot = process.getuid?.() === 0;
    expect(new Set(violations.map(({ path: file }) => file))).toEqual(
      new Set(isRoot ? ['a.txt', 'locked.txt'] : ['a.txt']),
    );
    expect(skipped).toEqual([
      { path: 'gone.txt', why: 'does not exist' },
      ...(isRoot ? [] : [{ path: 'locked.txt', why: 'cannot be read' }]),
      { path: 'out.txt', why: 'is a link that leads out of the project' },
      { path: 'up/secret.txt', why: 'is a link that leads out of the project' },
    ]);
  });

  it('takes texts from somewhere else when given', async () => {
    const root = makeProject({ 'a.txt': 'good\n' });
    const { violations } = await checkProject(root, [bad], { read: () => 'bad\n' });
    expect(violations).toHaveLength(1);
  });

  it('makes something unforeseen in one check its own failure', async () => {
    const root = makeProject({ 'a.txt': 'bad\n' });
    const run = async () => Promise.reject(new Error('no processes today'));
    const command = define({ id: 'command', kind: 'command', config: { command: ['ls'] } });
    const outcome = await checkProject(root, [command, bad], { run });
    expect(outcome.failedToRun).toEqual([{ id: 'command', error: 'no processes today' }]);
    expect(outcome.violations).toHaveLength(1);
  });

  it('tells how far it is, and stops when told to', async () => {
    const root = makeProject({ 'a.txt': 'bad\n', 'b.txt': 'bad\n' });
    const told: string[] = [];
    const files = define({ id: 'files', kind: 'file', config: { maxBytes: 1 } });
    await checkProject(root, [bad, files], {
      onProgress: ({ name, done, total }) => told.push(`${name} ${done}/${total}`),
    });
    expect(told).toEqual(['a.txt 0/4', 'b.txt 1/4', 'files 3/4']);
    const stop = new AbortController();
    const running = checkProject(root, [bad], { signal: stop.signal, onProgress: () => stop.abort() });
    await expect(running).rejects.toThrow(/stopped before their end/);
  });

  it('scans a strange project with the built-in checks: runs nothing of it, and leaves no trace in it', async () => {
    const root = makeProject(
      {
        'package.json': '{"type":"module"}',
        'eslint.config.js': "import fs from 'node:fs'; fs.writeFileSync('RAN', ''); export default [];\n",
        '.agentforge/checks/evil.yaml':
          'checks: [{id: evil, kind: command, config: {command: [touch, RAN]}}]',
        'src/a.ts': '\tdebugger;\r\nexport const a = 1;\r\n',
        'src/a.test.ts': "import './a.js';\n  it.only('x', () => {});\n",
        'src/b.ts': '<<<<<<< HEAD\nexport {};\n',
      },
      { git: true },
    );
    const before = readTree(root);
    const outcome = await runChecks({
      root,
      definitions: loadBuiltinChecks(),
      files: listProjectFiles(root),
      run: async () => Promise.reject(new Error('nothing may run')),
      trusted: false,
      cacheFolder: path.join(path.dirname(root), 'cache'),
    });
    expect(outcome.failedToRun).toEqual([]);
    expect(outcome.violations.map(({ check, path: file }) => `${check} ${file}`)).toEqual([
      'debugger-statement src/a.ts',
      'merge-conflict src/b.ts',
      'focused-test src/a.test.ts',
    ]);
    expect(outcome.violations[0]).toMatchObject({
      fix: [{ start: 0, end: 12, text: '' }],
      test: 'src/a.test.ts',
    });
    expect(outcome.skipped.map(({ path: file }) => file)).toContain('src/b.ts');
    expect(readTree(root)).toEqual(before);
    expect(existsSync(path.join(root, 'RAN'))).toBe(false);
  });

  it('agrees with itself on a project with every kind of line ending, tabs, marks and emoji', async () => {
    const body = ['function f(a) {', '\tif (a) return "😀";', '\treturn a ? 1 : 2;', '}', ''];
    const limit = define({ id: 'complexity', kind: 'metric', config: { metric: 'cyclomatic', max: 2 } });
    const root = makeProject({
      'crlf.js': body.join('\r\n'),
      'lf.js': body.join('\n'),
      'mark.js': `\uFEFF${body.join('\n')}`,
    });
    const { violations } = await checkProject(root, [limit]);
    expect(tell({ violations })).toEqual(
      ['crlf.js', 'lf.js', 'mark.js'].map(
        (file) => `${file}:1 f has a cyclomatic complexity of 3, the limit is 2`,
      ),
    );
  });

  it('runs commands through the given runner only', async () => {
    const root = makeProject({ 'a.txt': '' });
    const names: string[] = [];
    const run = createRun(root);
    await checkProject(root, [define({ id: 'ls', kind: 'command', config: { command: ['ls'] } })], {
      run: async (request) => {
        names.push(`${request.name}: ${request.argv.join(' ')}`);
        return run(request);
      },
    });
    expect(names).toEqual(['check:ls: ls']);
  });
});
