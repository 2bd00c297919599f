// RED, then GREEN, on real projects: tests fail for want of the feature, then the feature makes them pass.
import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import type { ScriptLine } from '../../src/model/index.js';
import { createCountCheck } from '../support/count-check.js';
import { readProjectFile } from '../support/project-file.js';
import { runScript, sectionOf } from '../support/run-script.js';

/** The runner itself, and the same tests in one process, which is faster. */
const RUNNER = [process.execPath, '--test', '--test-reporter=tap'];
const ONE_PROCESS = [process.execPath, '--test-reporter=tap', 'run.js'];
const FILES = {
  'run.js':
    "for (const file of require('fs').readdirSync('.')) if (file.endsWith('.test.js')) require(`./${file}`);\n",
  'sum.js': 'exports.sum = (a, b) => a + b;\n',
  'sum.test.js': [
    "const { test } = require('node:test');",
    "const assert = require('node:assert');",
    "const { sum } = require('./sum.js');",
    "test('sums', () => assert.strictEqual(sum(1, 2), 3));",
    '',
  ].join('\n'),
};

function feature(type: string, criteria: readonly string[], command = ONE_PROCESS) {
  return {
    type,
    goal: 'multiply',
    tests: { command, report: { format: 'tap', path: '-' } },
    inputs: {
      spec: {
        title: 'Products',
        requirements: [{ id: 'REQ-1', description: 'multiply', acceptance_criteria: criteria }],
      },
      target_files: [{ path: 'product.js', status: 'to_create' }],
    },
  };
}

function write(file: string, ...lines: readonly string[]): ScriptLine {
  return { action: 'write_file', parameters: { path: file, text: lines.join('\n') } };
}

function testFile(...tests: readonly string[]): ScriptLine {
  return write(
    'product.test.js',
    "const { test } = require('node:test');",
    "const assert = require('node:assert');",
    ...tests,
  );
}

const IMPLEMENT = write('product.js', 'exports.product = (a, b) => a * b;');
const MULTIPLIES = "test('multiplies', () => assert.strictEqual(require('./product.js').product(2, 3), 6));";
const KEEPS_ZERO = "test('keeps zero', () => assert.strictEqual(require('./product.js').product(0, 3), 0));";

describe('implement_feature', () => {
  test('lets a test go that the task itself added, which passed at once and showed nothing', async () => {
    const { state } = await runScript({
      files: FILES,
      checks: [],
      spec: feature('implement_feature', ['2 times 3 is 6', '0 times 3 is 0']),
      script: [
        testFile("test('is idle', () => assert.ok(true));"),
        testFile(MULTIPLIES, KEEPS_ZERO),
        IMPLEMENT,
      ],
    });
    expect((await state()).status).toBe('completed');
  });

  test('keeps every test that passes once the feature is being built', async () => {
    const { eventsOf, asked } = await runScript({
      files: FILES,
      checks: [createCountCheck('never', () => ['not yet'])],
      spec: feature('implement_feature', ['2 times 3 is 6', '0 times 3 is 0']),
      script: [
        testFile(MULTIPLIES, KEEPS_ZERO),
        IMPLEMENT,
        testFile(MULTIPLIES, "test('is idle', () => assert.ok(require('./product.js')));"),
      ],
    });
    expect(await eventsOf('change-set-opened')).toHaveLength(1);
    expect(sectionOf(asked.at(-1), 'Verification')).toContain(
      'open change set since step 3, change 1 of at most 8: must end no worse than it began (the test keeps zero passed before and is gone)',
    );
  });

  test('goes from red to green and completes by itself, without another call', async () => {
    const { asked, state, eventsOf, root } = await runScript({
      files: FILES,
      checks: [],
      spec: feature('implement_feature', ['2 times 3 is 6', '0 times 3 is 0'], RUNNER),
      script: [testFile(MULTIPLIES, KEEPS_ZERO), IMPLEMENT],
    });
    // The example is for writing tests; afterwards there are tests of the feature itself.
    expect(asked.map((request) => sectionOf(request, 'Details').includes('example test'))).toEqual([
      true,
      false,
    ]);
    expect((await eventsOf('phase-changed')).map(({ step, to }) => [step, to])).toEqual([
      [0, 'red'],
      [1, 'green'],
      [2, 'verify'],
    ]);
    expect(asked).toHaveLength(2);
    expect(sectionOf(asked[1], 'Now')).toContain('GREEN: write the simplest code');
    expect(await state()).toMatchObject({
      status: 'completed',
      ending: '2 files changed, 3 of 3 tests pass',
    });
    expect(readProjectFile(root, 'product.js')).toContain('a * b');
    const [first] = await eventsOf('step-finished');
    expect(first?.record.progress).toBe(true);
  });

  test('stays red until the tests fail for the right reason, one for each criterion', async () => {
    const { asked, state } = await runScript({
      files: FILES,
      checks: [],
      spec: feature('implement_feature', ['2 times 3 is 6', '0 times 3 is 0']),
      script: [
        testFile("test('multiplies', () => {"),
        testFile("test('multiplies', () => { throw new Error('boom'); });"),
        testFile(MULTIPLIES),
        testFile(MULTIPLIES, KEEPS_ZERO),
      ],
    });
    const unmet = asked.map((request) => sectionOf(request, 'Verification'));
    expect(unmet[0]).toContain('unmet: no added test fails yet');
    expect(unmet[1]).toContain('unmet: does not parse: product.test.js:');
    expect(unmet[2]).toMatch(/unmet: multiplies fails by itself, .*: boom/);
    expect(unmet[3]).toContain('2 acceptance criteria need one each');
    expect(sectionOf(asked[4], 'Now')).toContain('phase: green');
    expect((await state()).changeSet).toBeUndefined();
  });

  test('accepts a failing assertion and a missing symbol', async () => {
    const { asked } = await runScript({
      files: FILES,
      checks: [],
      spec: feature('implement_feature', ['2 times 3 is 6', '0 times 3 is 0']),
      script: [
        testFile(
          "test('multiplies', () => assert.strictEqual(typeof require('./sum.js').product, 'function'));",
          "test('keeps zero', () => assert.strictEqual(require('./sum.js').product(0, 3), 0));",
        ),
      ],
    });
    expect(sectionOf(asked[1], 'Now')).toContain('phase: green');
  });

  test('accepts a test file that cannot be loaded because the module is still to be created', async () => {
    const { asked, state } = await runScript({
      files: FILES,
      checks: [],
      spec: feature('implement_feature', ['2 times 3 is 6'], RUNNER),
      script: [
        testFile(
          "const { product } = require('./product.js');",
          "test('multiplies', () => assert.strictEqual(product(2, 3), 6));",
        ),
        IMPLEMENT,
      ],
    });
    expect(sectionOf(asked[1], 'Now')).toContain('phase: green');
    expect((await state()).status).toBe('completed');
  });

  test('does not take a broken old test for red', async () => {
    const { asked } = await runScript({
      files: FILES,
      checks: [],
      spec: feature('implement_feature', ['2 times 3 is 6']),
      script: [
        {
          action: 'apply_edits',
          parameters: {
            edits: [
              { action: 'edit_file', path: 'sum.js', old: 'a + b', new: 'a - b' },
              {
                action: 'write_file',
                path: 'product.test.js',
                text: `const { test } = require('node:test');\nconst assert = require('node:assert');\n${MULTIPLIES}\n`,
              },
            ],
          },
        },
      ],
    });
    expect(sectionOf(asked[1], 'Now')).toContain('phase: red');
    expect(sectionOf(asked[1], 'Verification')).toContain('unmet: sums passed before and fails now');
  });

  test('does not become green by deleting the tests it added', async () => {
    const { state, asked } = await runScript({
      files: FILES,
      checks: [],
      spec: feature('implement_feature', ['2 times 3 is 6']),
      script: [testFile(MULTIPLIES), write('product.test.js', '// nothing to see')],
    });
    expect((await state()).status).toBe('running');
    expect(sectionOf(asked[2], 'Verification')).toMatch(/unmet: (0 added tests pass|open change set)/);
  });
});

test('write_tests ends when the tests are red', async () => {
  const { asked, state } = await runScript({
    files: FILES,
    checks: [],
    spec: feature('write_tests', ['2 times 3 is 6']),
    script: [testFile(MULTIPLIES)],
  });
  expect(asked).toHaveLength(1);
  expect((await state()).status).toBe('completed');
});

const hasPytest = (() => {
  try {
    execFileSync('python3', ['-m', 'pytest', '--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

test.skipIf(!hasPytest)('pytest reasons are understood through a JUnit report', async () => {
  const python = execFileSync('python3', ['-c', 'import sys; print(sys.executable)'], {
    encoding: 'utf8',
  }).trim();
  const { asked, state } = await runScript({
    files: {
      'adding.py': 'def add(a, b):\n    return a + b\n',
      'test_adding.py': 'import adding\n\n\ndef test_adds():\n    assert adding.add(1, 2) == 3\n',
    },
    checks: [],
    spec: {
      ...feature('implement_feature', ['2 times 3 is 6', '0 times 3 is 0']),
      tests: {
        command: [python, '-B', '-m', 'pytest', '-q', '-p', 'no:cacheprovider', '--junitxml', '{report}'],
        report: { format: 'junit', path: '{report}' },
      },
    },
    script: [
      write('test_times.py', 'import adding', '', '', 'def test_times():', "    raise RuntimeError('boom')"),
      write(
        'test_times.py',
        'import adding',
        '',
        '',
        'def test_times():',
        '    assert adding.times(2, 3) == 6',
        '',
        '',
        'def test_module():',
        '    import multiplying',
        '    assert multiplying.times(0, 3) == 0',
      ),
      {
        action: 'apply_edits',
        parameters: {
          edits: [
            {
              action: 'insert_lines',
              path: 'adding.py',
              after: 2,
              text: '\n\ndef times(a, b):\n    return a * b',
            },
            { action: 'write_file', path: 'multiplying.py', text: 'from adding import times as times' },
          ],
        },
      },
    ],
  });
  expect(sectionOf(asked[1], 'Verification')).toMatch(/unmet: .*test_times fails by itself, .*boom/);
  expect(sectionOf(asked[2], 'Now')).toContain('phase: green');
  expect((await state()).status).toBe('completed');
});
