import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { affectedCommand, runTests, type CommandOutcome, type RunCommand } from '../../src/check/index.js';
import { TestsSpec, type TestVerdict } from '../../src/schema/index.js';
import { makeTempProject } from '../support/walled-project.js';

const GREEN = '<testsuite><testcase name="adds"/><testcase name="subtracts"/></testsuite>';
const RED = '<testsuite><testcase name="adds"><failure message="expected 3"/></testcase></testsuite>';

const ENDED: CommandOutcome = { exitCode: 0, timedOut: false, output: '', durationMs: 5 };

/** A runner that does what `work` does with the report path, and ends as told. */
function createRunner(
  outcome: Partial<CommandOutcome>,
  work: (report: string) => void = () => undefined,
): RunCommand {
  return async ({ argv }) => {
    work(argv.at(-1) ?? '');
    return { ...ENDED, ...outcome };
  };
}

async function judge(
  outcome: Partial<CommandOutcome>,
  work?: (report: string) => void,
  report: { format: string; path: string } | undefined = { format: 'junit', path: '{report}' },
): Promise<TestVerdict> {
  const spec = TestsSpec.parse({ command: ['runner', '{report}'], ...(report ? { report } : {}) });
  const { root } = makeTempProject();
  return (await runTests(spec, { run: createRunner(outcome, work), root })).verdict;
}

const write = (text: string) => (file: string) => writeFileSync(file, text);

describe('the verdict of a test run', () => {
  it('is a pass when the report of this run shows tests, none failed, and the command ended with 0', async () => {
    expect(await judge({}, write(GREEN))).toMatchObject({
      passing: true,
      passed: 2,
      failed: 0,
      total: 2,
      scope: 'full',
      passingNames: ['adds', 'subtracts'],
    });
  });

  it('is a failure with names when tests failed and the command says so', async () => {
    const verdict = await judge({ exitCode: 1 }, write(RED));
    expect(verdict).toMatchObject({
      passing: false,
      failed: 1,
      failing: [{ test: 'adds', message: 'expected 3' }],
    });
    expect(verdict.error).toBeUndefined();
  });

  it.each<[string, Partial<CommandOutcome>, ((file: string) => void) | undefined, RegExp]>([
    ['no report was written', {}, undefined, /wrote no report file/],
    ['the report does not parse', {}, write('<testsuite>'), /does not parse/],
    ['the report is of another format', {}, write('{"numTotalTests": 2}'), /does not parse/],
    ['the suite is empty', {}, write('<testsuite/>'), /No test ran/],
    [
      'the report is green and the command is not',
      { exitCode: 1 },
      write(GREEN),
      /no failure, yet the command exited with 1/,
    ],
    [
      'the report is red and the command is not',
      { exitCode: 0 },
      write(RED),
      /1 failures, yet the command exited with 0/,
    ],
    [
      'time ran out',
      { exitCode: null, timedOut: true, durationMs: 2_000 },
      write(GREEN),
      /did not finish within 2 s/,
    ],
    [
      'the command could not start',
      { exitCode: null, spawnError: 'not found' },
      write(GREEN),
      /could not start: not found/,
    ],
    ['a signal ended the command', { exitCode: null }, write(GREEN), /ended by a signal/],
    ['a shell did not find the command', { exitCode: 127 }, write(GREEN), /not found or is not executable/],
  ])('is an error when %s', async (_, outcome, work, error) => {
    const verdict = await judge(outcome, work);
    expect(verdict.passing).toBe(false);
    expect(verdict.error).toMatch(error);
  });

  it('is an error when the output shows no results and no report is configured', async () => {
    const verdict = await judge({ output: 'all good, 12 tests passed, trust me' }, undefined, undefined);
    expect(verdict).toMatchObject({ passing: false, total: 0 });
  });

  it('does not take a report that lay there before the run', async () => {
    const { root } = makeTempProject({ 'out/report.xml': GREEN });
    const spec = TestsSpec.parse({
      command: ['runner'],
      report: { format: 'junit', path: 'out/report.xml' },
    });
    const { verdict } = await runTests(spec, { run: createRunner({}), root });
    expect(verdict).toMatchObject({
      passing: false,
      error: expect.stringContaining('wrote no report file') as string,
    });
    expect(existsSync(path.join(root, 'out/report.xml'))).toBe(false);
  });

  it('is an error, not a crash, when a folder lies where the report should be', async () => {
    const { root } = makeTempProject({ 'report.xml/kept.txt': 'kept' });
    const spec = TestsSpec.parse({ command: ['runner'], report: { format: 'junit', path: 'report.xml' } });
    const { verdict } = await runTests(spec, { run: createRunner({}), root });
    expect(verdict.error).toContain('wrote no report file');
    expect(existsSync(path.join(root, 'report.xml/kept.txt'))).toBe(true);
  });

  it('neither removes nor reads a report outside the project through a link', async () => {
    const { root, outside } = makeTempProject();
    mkdirSync(path.join(outside, 'beside'));
    writeFileSync(path.join(outside, 'beside', 'report.xml'), GREEN);
    symlinkSync('../beside', path.join(root, 'out'));
    const through = TestsSpec.parse({
      command: ['runner'],
      report: { format: 'junit', path: 'out/report.xml' },
    });
    expect((await runTests(through, { run: createRunner({}), root })).verdict.error).toContain(
      'outside the project',
    );
    expect(existsSync(path.join(outside, 'beside', 'report.xml'))).toBe(true);
    const planted = TestsSpec.parse({ command: ['runner'], report: { format: 'junit', path: 'report.xml' } });
    const run = createRunner({}, () => symlinkSync('../beside/report.xml', path.join(root, 'report.xml')));
    expect((await runTests(planted, { run, root })).verdict).toMatchObject({ passing: false });
  });

  it('reads a report from the output when the path is a dash', async () => {
    const verdict = await judge({ output: 'TAP version 13\nok 1 - adds\n1..1\n' }, undefined, {
      format: 'tap',
      path: '-',
    });
    expect(verdict).toMatchObject({ passing: true, total: 1 });
  });

  it('stays small however much a suite prints', async () => {
    const cases = (count: number, inside: string): string =>
      `<testsuite>${Array.from({ length: count }, (_, index) => `<testcase name="${'n'.repeat(500)}${index}">${inside}</testcase>`).join('')}</testsuite>`;
    const red = await judge({ exitCode: 1 }, write(cases(500, `<failure message="${'m'.repeat(5_000)}"/>`)));
    expect(red).toMatchObject({ failed: 500 });
    expect(JSON.stringify(red).length).toBeLessThan(40_000);
    const green = await judge({}, write(cases(500, '')));
    expect(green).toMatchObject({ passing: true, passed: 500 });
    expect(JSON.stringify(green).length).toBeLessThan(40_000);
  });
});

describe('the command for affected tests', () => {
  const command = (...argv: string[]): string[] | undefined =>
    affectedCommand(TestsSpec.parse({ command: argv }), ['a.test.js', 'b.test.js']);

  it.each([
    [['npx', 'vitest', 'run', '--reporter=json']],
    [['node_modules/.bin/jest', '--json']],
    [['node', 'node_modules/vitest/vitest.mjs', 'run']],
    [['python3', '-m', 'pytest', '-q']],
    [['npx', 'mocha']],
    [['node', '--test', '--test-reporter=tap']],
  ])('adds the files to %j', (argv) => {
    expect(command(...argv)).toEqual([...argv, 'a.test.js', 'b.test.js']);
  });

  it.each([
    [['npm', 'test']],
    [['npm', 'exec', 'vitest']],
    [['make', 'check']],
    [['npx', 'jest', '--', 'src']],
    [['cargo', 'test']],
  ])('is not known for %j', (argv) => {
    expect(command(...argv)).toBeUndefined();
  });

  it('is what the configuration says, where it says so', () => {
    const spec = TestsSpec.parse({ command: ['make'], affected: ['make', 'only', '{files}', 'fast'] });
    expect(affectedCommand(spec, ['a', 'b'])).toEqual(['make', 'only', 'a', 'b', 'fast']);
  });

  it('lets no file name pass for an option', () => {
    expect(affectedCommand(TestsSpec.parse({ command: ['node', '--test'] }), ['--import=./x.js'])).toEqual([
      'node',
      '--test',
      './--import=./x.js',
    ]);
  });
});
