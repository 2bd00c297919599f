import { describe, expect, it } from 'vitest';
import { findProblem } from '../../../src/check/conformance/definition-problem.js';
import { compileBuiltinSets, loadBuiltinChecks } from '../../../src/check/index.js';
import { makeProject } from '../../support/temp-project.js';
import { checkProject } from './check-project.js';

const checks = loadBuiltinChecks();

/** Ids of the checks that complain about one file. */
async function complain(path: string, text: string): Promise<string[]> {
  const { violations, failedToRun } = await checkProject(makeProject({ [path]: text }), checks, {
    relateTests: false,
  });
  expect(failedToRun).toEqual([]);
  return violations.map(({ check }) => check);
}

const nested = (depth: number): string =>
  `function f(a) {\n${'if (a) {\n'.repeat(depth)}a();\n${'}\n'.repeat(depth + 1)}`;
const branches = (count: number): string => `function f(a) {\n${'  a && a();\n'.repeat(count)}}\n`;

describe('the built-in sets complain about', () => {
  it.each<[string, string, string]>([
    ['merge-conflict', 'a.py', 'x = 1\n<<<<<<< HEAD\ny\n=======\nz\n>>>>>>> main\n'],
    ['debugger-statement', 'src/a.js', 'debugger;\n'],
    ['focused-test', 'src/a.test.ts', "describe.only('x', () => {});\n"],
    ['stray-file', 'src/.DS_Store', ''],
    ['console-log', 'src/a.ts', '  console.log(1);\n'],
    ['todo-without-owner', 'a.go', '// TODO make it faster\n'],
    ['todo-without-owner', 'a.py', 'x = 1  # FIXME\n'],
    ['todo-without-owner', 'a.ts', "say('it\\'s'); /* don't */ // TODO say more\n"],
    ['todo-without-owner', 'A.java', '/**\n * TODO describe it\n */\n'],
    ['env-file', '.env', 'PORT=1\n'],
    ['key-file', 'deploy/id_rsa', 'x\n'],
    ['complexity', 'src/a.js', branches(10)],
    ['nesting', 'src/a.js', nested(5)],
    ['parameters', 'src/a.ts', 'export const f = (a, b, c, d, e, f) => a;\n'],
    ['function-length', 'src/a.ts', `function f() {\n${'  g();\n'.repeat(49)}}\n`],
    ['file-length', 'src/a.ts', 'g();\n'.repeat(301)],
    ['ts-ignore', 'src/a.ts', 'a();\n// @ts-ignore\nb();\n'],
    ['explicit-any', 'src/a.ts', 'const a = b as any;\n'],
  ])('%s', async (id, path, text) => {
    expect(await complain(path, text)).toContain(id);
  });
});

describe('the built-in sets are quiet about', () => {
  it.each<[string, string, string]>([
    ['a heading in a document', 'docs/a.md', '<<<<<<< not a conflict\n'],
    ['the word debugger', 'src/a.js', "const tool = 'debugger;';\n// a debugger; helps\n"],
    ['a property called only', 'src/a.test.ts', 'queue.only(1);\n'],
    ['output of a command line', 'src/cli/a.ts', 'console.log(1);\n'],
    [
      'a TODO with an owner',
      'a.ts',
      '// TODO(ann): later\n// TODO #12 later\n// FIXME ABC-12\n// TODO: see https://example.org/1\n',
    ],
    ['a TODO in a string', 'a.ts', "skip(line.endsWith(' # TODO'));\nparse('\\'// TODO', `/* FIXME */`);\n"],
    ['an example of an environment file', '.env.example', 'API_KEY=abc123def456ghi789\n'],
    ['long tests', 'test/a.test.ts', `${branches(20)}${'g();\n'.repeat(400)}`],
    ['declarations', 'src/a.d.ts', 'export declare function f(a: 1, b: 1, c: 1, d: 1, e: 1, f: 1): void;\n'],
    ['vendored code', 'vendor/a.js', `debugger;\n${branches(20)}`],
    ['a reason', 'src/a.ts', '// @ts-ignore: the types of this library are wrong\nb();\n'],
    ['a comment on casts', 'src/a.ts', '// never cast as any\n'],
    ['exactly at the limit', 'src/a.js', `${branches(9)}${nested(4).replace('f(', 'g(')}`],
  ])('%s', async (_, path, text) => {
    expect(await complain(path, text)).toEqual([]);
  });
});

describe('the hints of the built-in sets', () => {
  it('are whole sentences', () => {
    expect(checks.filter(({ hint = '' }) => !hint.endsWith('.')).map(({ id }) => id)).toEqual([]);
  });
});

describe('the built-in patterns', () => {
  it.each([
    ['blanks', ' '.repeat(19_000)],
    ['slashes', '/'.repeat(19_000)],
    ['comment starts', '/* TODO '.repeat(2_400)],
    ['quotes', `'"\\\`//`.repeat(3_000)],
    ['words in quotes', `"' `.repeat(6_000)],
    ['markers', '<<<<<<< '.repeat(2_400)],
    ['blank lines', '\n \t'.repeat(200_000)],
  ])('do not choke on a text of %s', async (_, text) => {
    const root = makeProject({ 'src/a.test.ts': text, 'src/b.ts': text });
    const definitions = checks.filter(({ kind }) => kind === 'regex' || kind === 'secret');
    expect((await checkProject(root, definitions, { relateTests: false })).failedToRun).toEqual([]);
  });
});

describe('what the build keeps of the built-in sets', () => {
  it('says what their YAML says, and has no check that could not run', () => {
    const sets = Object.values(
      JSON.parse(JSON.stringify(compileBuiltinSets())) as ReturnType<typeof compileBuiltinSets>,
    );
    expect(sets.flatMap((set) => set.checks)).toEqual(checks);
    expect(checks.map((definition) => findProblem(definition))).toEqual(checks.map(() => undefined));
  });
});
