import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeProject } from '../../../support/temp-project.js';
import { checkProject, define, linkModule, tell } from '../check-project.js';

const FLAT = "module.exports = [{ rules: { 'no-var': 'error', eqeqeq: 'warn' } }];\n";
const own = define({ id: 'lint', kind: 'eslint', config: {} });
const rules = (more: Record<string, unknown>) =>
  define({ id: 'lint', kind: 'eslint', config: { rules: more } });

function makeLinted(files: Record<string, string>, modules = ['eslint']): string {
  const root = makeProject({ 'package.json': '{}', ...files });
  mkdirSync(path.join(root, 'node_modules', '@typescript-eslint'), { recursive: true });
  for (const name of modules) linkModule(root, name);
  return root;
}

describe('an eslint check', () => {
  it("runs the project's own ESLint with its configuration, and takes over severity, rule and fix", async () => {
    const text = '\uFEFFvar a = 1;\r\nif (a == 2) { a = 3; } // 😀\r\n';
    const root = makeLinted({ 'eslint.config.js': FLAT, 'src/a.js': text });
    const { violations, failedToRun } = await checkProject(root, [own]);
    expect(failedToRun).toEqual([]);
    expect(violations.map(({ path: file, line, rule, severity }) => [file, line, rule, severity])).toEqual([
      ['src/a.js', 1, 'no-var', 'error'],
      ['src/a.js', 2, 'eqeqeq', 'warning'],
    ]);
    const [change] = violations[0]?.fix ?? [];
    expect(change?.text).toBe('let a = 1;');
    expect(text.slice(change?.start, change?.end)).toBe('var a = 1;');
  });

  it('uses only the rules that are given, whatever the configuration says', async () => {
    const root = makeLinted({ 'eslint.config.js': FLAT, 'a.js': 'var a = 1;\nfoo();\n' });
    const outcome = await checkProject(root, [rules({ 'no-undef': 'error' })], { only: ['a.js'] });
    expect(tell(outcome)).toEqual(["a.js:2 'foo' is not defined."]);
  });

  it('reads TypeScript when the project has a parser for it, and is an error when it has not', async () => {
    const files = { 'a.ts': 'const a: number = 1;\nvar b: string;\n' };
    const withParser = makeLinted(files, ['eslint', 'typescript-eslint']);
    expect(tell(await checkProject(withParser, [rules({ 'no-var': 'error' })]))).toEqual([
      'a.ts:2 Unexpected var, use let or const instead.',
    ]);
    const { failedToRun, ran } = await checkProject(makeLinted(files), [rules({ 'no-var': 'error' })]);
    expect(ran).toEqual([]);
    expect(failedToRun[0]?.error).toMatch(/needs typescript-eslint/);
  });

  it('skips a file that does not parse, and says so', async () => {
    const root = makeLinted({ 'eslint.config.js': FLAT, 'a.js': 'var (;\n', 'b.js': 'var b;\n' });
    const outcome = await checkProject(root, [own]);
    expect(outcome.violations.map(({ path: file }) => file)).toEqual(['b.js']);
    expect(outcome.skipped).toEqual([
      { path: 'a.js', why: expect.stringMatching(/^ESLint cannot parse it/) as string },
    ]);
  });

  it.each<[string, Record<string, string>, string[], RegExp]>([
    [
      'ESLint is not installed',
      { 'a.js': '1;\n', 'eslint.config.js': FLAT },
      [],
      /not installed in this project/,
    ],
    ['there is no configuration', { 'a.js': '1;\n' }, ['eslint'], /ESLint did not run: /],
    [
      'the configuration throws',
      { 'a.js': '1;\n', 'eslint.config.js': "throw new Error('broken on purpose');\n" },
      ['eslint'],
      /broken on purpose/,
    ],
    [
      'the configuration ends the process',
      { 'a.js': '1;\n', 'eslint.config.js': 'process.exit(0);\n' },
      ['eslint'],
      /gave no answer/,
    ],
    [
      'a rule crashes',
      {
        'a.js': '1;\n',
        'eslint.config.js':
          "module.exports = [{ plugins: { p: { rules: { r: { create() { throw new Error('rule fell over'); } } } } }, rules: { 'p/r': 'error' } }];\n",
      },
      ['eslint'],
      /rule fell over/,
    ],
    [
      'a rule is unknown',
      { 'a.js': '1;\n', 'eslint.config.js': "module.exports = [{ rules: { 'no-such-rule': 'error' } }];\n" },
      ['eslint'],
      /no-such-rule/,
    ],
  ])('did not run when %s', async (_, files, modules, error) => {
    const outcome = await checkProject(makeLinted(files, modules), [own]);
    expect(outcome.ran).toEqual([]);
    expect(outcome.failedToRun).toEqual([{ id: 'lint', error: expect.stringMatching(error) as string }]);
  });

  it('runs nothing in a project that is not trusted', async () => {
    const root = makeLinted({ 'eslint.config.js': FLAT, 'a.js': 'var a;\n' });
    const { failedToRun } = await checkProject(root, [own], { trusted: false });
    expect(failedToRun[0]?.error).toMatch(/not trusted/);
  });
});
