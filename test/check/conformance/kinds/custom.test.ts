import { describe, expect, it } from 'vitest';
import { makeProject } from '../../../support/temp-project.js';
import { checkProject, define, tell } from '../check-project.js';

const custom = (options: Record<string, unknown> = {}) =>
  define({ kind: 'custom', files: ['src/**'], config: { module: 'checks/own.mjs', ...options } });

async function check(module: string, more: Record<string, unknown> = {}) {
  const root = makeProject({ 'checks/own.mjs': module, 'src/a.ts': 'one\ntwo\n', 'src/b.ts': 'two\n' });
  return checkProject(root, [custom(more)]);
}

describe('a custom check', () => {
  it('is given files, a way to read them and its options, and its findings become violations', async () => {
    const module = `export async function check({ files, read, options }) {
      return files.flatMap((path) => read(path).split('\\n').flatMap((text, index) =>
        text === options.word ? [{ path, line: index + 1, message: 'says ' + text, severity: 'error' }] : []));
    }`;
    const outcome = await check(module, { options: { word: 'two' } });
    expect(tell(outcome)).toEqual(['src/a.ts:2 says two', 'src/b.ts:1 says two']);
    expect(outcome.violations[0]?.severity).toBe('error');
  });

  it.each<[string, string, RegExp]>([
    [
      'it throws',
      'export function check() { throw new TypeError("not today"); }',
      /own\.mjs threw TypeError: not today/,
    ],
    ['it does not load', 'import "./nothing.mjs";', /threw Error: Cannot find module/],
    ['it exports no check', 'export const a = 1;', /exports no function called check/],
    ['it ends the process', 'export function check() { process.exit(0); }', /gave no answer/],
    [
      'its findings have the wrong shape',
      'export const check = () => [{ path: "src/a.ts" }];',
      /wrong shape: findings\.0\.message/,
    ],
    [
      'it names a file that is not there',
      'export const check = () => [{ path: "../x", message: "m" }];',
      /reports \.\.\/x, which is no file/,
    ],
    [
      'it takes too long',
      'export const check = () => new Promise(() => setInterval(() => {}, 1000));',
      /did not finish/,
    ],
  ])('did not run when %s', async (_, module, error) => {
    const outcome = await check(module, { timeoutMs: 2_000 });
    expect(outcome.failedToRun).toEqual([{ id: 'own', error: expect.stringMatching(error) as string }]);
    expect(outcome.ran).toEqual([]);
  });

  it('is not loaded from outside the project, nor in one that is not trusted', async () => {
    const root = makeProject({ 'a.ts': '' });
    const outside = define({ kind: 'custom', config: { module: '../own.mjs' } });
    expect((await checkProject(root, [outside])).failedToRun[0]?.error).toMatch(/outside the project/);
    expect((await checkProject(root, [custom()], { trusted: false })).failedToRun[0]?.error).toMatch(
      /not trusted/,
    );
  });
});
