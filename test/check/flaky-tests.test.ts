import { describe, expect, it } from 'vitest';
import { runTestsSteadily, type RunCommand, type TestRun } from '../../src/check/index.js';
import { runCommand } from '../../src/platform/index.js';
import { TestsSpec, type TestVerdict } from '../../src/schema/index.js';
import { makeProject } from '../support/temp-project.js';

/** Fails on every run but the numbered ones; it counts its runs in a file. */
const COUNTED = `
import assert from 'node:assert';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
export function passOn(runs) {
  const file = new URL('count', import.meta.url);
  const run = existsSync(file) ? Number(readFileSync(file, 'utf8')) + 1 : 1;
  writeFileSync(file, String(run));
  assert.ok(runs.includes(run), 'not in run ' + run);
}
`;

const SUITE = {
  'count.mjs': COUNTED,
  'shaky.test.mjs': `
    import test from 'node:test';
    import { passOn } from './count.mjs';
    test('is shaky', () => passOn([2]));
    test('stays', () => {});`,
  'calm.test.mjs': `import test from 'node:test'; test('is calm', () => {});`,
};

const SPEC = TestsSpec.parse({
  command: ['node', '--test', '--test-reporter=tap', '--test-reporter-destination={report}'],
  report: { format: 'tap', path: '{report}' },
});

const BEFORE: TestVerdict = {
  scope: 'full',
  passing: true,
  passed: 3,
  failed: 0,
  total: 3,
  failing: [],
  passingNames: ['is shaky', 'stays', 'is calm'],
};

async function runSuite(
  files: Record<string, string>,
  before: TestVerdict | undefined = BEFORE,
): Promise<{ run: TestRun; commands: string[][] }> {
  const root = makeProject(files);
  const commands: string[][] = [];
  const start: RunCommand = ({ argv, timeoutMs }) => {
    commands.push(argv.slice(4));
    return runCommand({ argv, cwd: root, timeoutMs, maxOutputBytes: 100_000 });
  };
  return { run: await runTestsSteadily(SPEC, { root, run: start, before }), commands };
}

describe('a test that passed before and fails', () => {
  it('is flaky when it passes in a second run of its file, and does not count as failing', async () => {
    const { run, commands } = await runSuite(SUITE);
    expect(commands).toEqual([[], ['shaky.test.mjs']]);
    expect(run.verdict).toMatchObject({
      scope: 'full',
      passing: true,
      passed: 3,
      failed: 0,
      failing: [],
      flaky: ['is shaky'],
    });
    expect(run.verdict.passingNames).toEqual(expect.arrayContaining(['is shaky', 'stays', 'is calm']));
    expect(run.reports).toMatchObject([{ kind: 'tests', failed: 0, passed: 3, failing: [] }]);
  });

  it('is broken when it fails again', async () => {
    const always = { ...SUITE, 'shaky.test.mjs': SUITE['shaky.test.mjs'].replace('[2]', '[]') };
    const { run, commands } = await runSuite(always);
    expect(commands).toHaveLength(2);
    expect(run.verdict).toMatchObject({ passing: false, failed: 1, failing: [{ test: 'is shaky' }] });
    expect(run.verdict.flaky).toBeUndefined();
  });

  it('does not excuse the one beside it that is really broken', async () => {
    const both = {
      ...SUITE,
      'calm.test.mjs': `import test from 'node:test'; test('is calm', () => { throw new Error('broken'); });`,
    };
    const { run } = await runSuite(both);
    expect(run.verdict).toMatchObject({
      passing: false,
      failed: 1,
      passed: 2,
      failing: [{ test: 'is calm' }],
      flaky: ['is shaky'],
    });
  });
});

it.each([
  ['nothing is known of before', undefined],
  ['the test failed before too', { ...BEFORE, passingNames: ['stays', 'is calm'] }],
])('no second run is made when %s', async (_, before) => {
  const root = makeProject(SUITE);
  let runs = 0;
  const run: RunCommand = ({ argv, timeoutMs }) => {
    runs += 1;
    return runCommand({ argv, cwd: root, timeoutMs, maxOutputBytes: 100_000 });
  };
  const { verdict } = await runTestsSteadily(SPEC, { root, run, before });
  expect([runs, verdict.failed]).toEqual([1, 1]);
});
