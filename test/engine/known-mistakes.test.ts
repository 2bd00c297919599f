// Mistakes that were made before and must not come back, each by its name.
import { describe, expect, test } from 'vitest';
import { fitLines, fitList, fitStart } from '../../src/engine/index.js';
import { countTokens, type ScriptLine } from '../../src/model/index.js';
import { createCountCheck } from '../support/count-check.js';
import { runScript, sectionOf, userMessage } from '../support/run-script.js';

const TARGET = { target_files: [{ path: 'work.txt', status: 'to_modify' }] };

function edit(old: string, text: string): ScriptLine {
  return { action: 'edit_file', parameters: { path: 'work.txt', old, new: text } };
}

/** Fails as long as work.txt says FAIL; prints what a runner would. */
const TESTS = {
  command: [
    process.execPath,
    '-e',
    "const bad = require('fs').readFileSync('work.txt', 'utf8').includes('FAIL'); console.log('TAP version 13\\n' + (bad ? 'not ok' : 'ok') + ' 1 - works\\n1..1'); process.exitCode = bad ? 1 : 0;",
  ],
  report: { format: 'tap', path: '-' },
};

describe('compaction', () => {
  test('"compacted" context larger than the original', () => {
    for (const text of ['a\nb', '🙂\n🙂\n🙂\n🙂\n🙂\n🙂', 'x'.repeat(50), 'one\n\n\n\n\n\n\n\n\n\ntwo']) {
      for (let room = 0; room < 20; room++) {
        for (const { text: fitted } of [
          fitLines(text, room),
          fitList(text.split('\n'), room),
          fitStart(text, room),
        ]) {
          expect(fitted.length).toBeLessThanOrEqual(text.length);
          expect(countTokens(fitted)).toBeLessThanOrEqual(Math.max(room, countTokens(text)));
        }
      }
    }
  });

  test('a compaction threshold that does nothing', async () => {
    const { asked, harness, task } = await runScript({
      files: { 'work.txt': `TODO\n${'a line that takes up room in the window\n'.repeat(2_000)}` },
      spec: { inputs: TARGET },
      script: [],
    });
    const size = asked[0]?.messages.reduce((sum, { content }) => sum + countTokens(content), 0) ?? 0;
    expect(size).toBeLessThanOrEqual(5_000);
    expect(userMessage(asked[0])).toMatch(/# \.\.\. \d+ lines omitted \.\.\./);
    const { ledger } = (await harness.runtime.store.readStep(task, 1, 'context')) as {
      ledger: { section: string; cut?: string }[];
    };
    expect(ledger.find(({ section }) => section === 'windows')?.cut).toMatch(
      /^work\.txt \(\d+ of \d+ lines left out\)$/,
    );
  });
});

describe('facts', () => {
  test('"tests passed" superseding "check passed"', async () => {
    const { state } = await runScript({
      files: { 'work.txt': 'fine\n' },
      spec: { inputs: TARGET, tests: TESTS },
      checks: [createCountCheck('lint', () => []), createCountCheck('never', () => ['something'])],
      script: [{ action: 'run_tests', parameters: {} }],
    });
    const statements = (await state()).facts.map(({ statement }) => statement);
    expect(statements).toContain('lint passed (check:lint) succeeded');
    expect(statements).toContain('tests passed: 0 failed, 1 passed, 0 skipped of 1 (tap)');
  });

  test('stale "tests failed" surviving a green run', async () => {
    const { state, asked } = await runScript({
      files: { 'work.txt': 'FAIL\n' },
      spec: { inputs: TARGET, tests: TESTS },
      checks: [createCountCheck('never', () => ['something'])],
      script: [edit('FAIL', 'fine')],
    });
    expect(sectionOf(asked[0], 'Facts')).toContain('tests failed');
    expect(JSON.stringify((await state()).facts)).not.toContain('failed:');
    expect(sectionOf(asked[1], 'Facts')).toContain('tests passed');
    expect(sectionOf(asked[1], 'Facts')).not.toContain('works fails');
  });

  test('random fact ids', async () => {
    const ids = async (): Promise<string[]> => {
      const { state } = await runScript({ spec: { inputs: TARGET }, script: [edit('one', 'TODO')] });
      return (await state()).facts.map(({ id }) => id);
    };
    expect(await ids()).toEqual(await ids());
  });

  test('the bare words break and continue in a success becoming errors', async () => {
    const { state } = await runScript({
      checks: [createCountCheck('never', () => ['something'])],
      spec: {
        inputs: TARGET,
        checks: [
          {
            id: 'words',
            command: [process.execPath, '-e', "console.log('break the loop, continue, no errors')"],
          },
        ],
      },
      script: [],
    });
    expect((await state()).facts.filter(({ category }) => category === 'error')).toEqual([]);
  });
});

describe('phases and contexts', () => {
  test('init never skipping ahead', async () => {
    const { asked } = await runScript({ spec: { inputs: TARGET }, script: [] });
    expect(sectionOf(asked[0], 'Now')).toContain('phase: implement');
  });

  test('an action list that raises at its sixth entry', async () => {
    const { asked } = await runScript({ spec: { inputs: TARGET }, script: [] });
    const allowed = /allowed now: (.*)/.exec(sectionOf(asked[0], 'Now'))?.[1]?.split(', ') ?? [];
    expect(allowed.length).toBeGreaterThan(6);
    for (const name of allowed) expect(asked[0]?.messages[0].content).toContain(`\n- ${name} {`);
  });

  test('constraints missing from the context', async () => {
    const { asked } = await runScript({
      spec: { inputs: TARGET, constraints: ['never touch the tests', 'keep every comment'] },
      script: [edit('one', 'two')],
    });
    for (const request of asked)
      expect(sectionOf(request, 'Task')).toContain(
        'constraints:\n- never touch the tests\n- keep every comment',
      );
  });

  test('self-reported context use', async () => {
    const { eventsOf, asked } = await runScript({
      spec: { inputs: TARGET },
      script: [{ raw: 'I used 3 tokens.' }, edit('one', 'two')],
    });
    const [, second] = await eventsOf('step-asked');
    expect(second?.tokens.total).toBe(
      asked[1]?.messages.reduce((sum, { content }) => sum + countTokens(content), 0),
    );
  });
});

describe('completion and loops', () => {
  test('oscillation declared and never detected', async () => {
    const { eventsOf, state } = await runScript({
      spec: { inputs: TARGET, limits: { steps: 30, phaseSteps: 30 } },
      script: Array.from({ length: 12 }, (_, at) => (at % 2 === 0 ? edit('one', 'two') : edit('two', 'one'))),
    });
    expect((await eventsOf('loop-detected'))[0]?.detection.kind).toBe('oscillation');
    expect((await state()).question?.reason).toBe('stuck');
  });

  test('a reply containing "complete" taken as completion', async () => {
    const { state } = await runScript({
      spec: { inputs: TARGET },
      script: [
        { raw: 'complete' },
        {
          action: 'plan',
          parameters: { steps: ['complete'] },
          reasoning: 'The task is complete, action: complete.',
        },
        { action: 'complete', parameters: {} },
      ],
    });
    expect((await state()).status).toBe('running');
  });

  test('self-reported counts taken for a measurement', async () => {
    const { state } = await runScript({
      spec: { inputs: TARGET },
      script: [
        {
          action: 'knowledge_add',
          parameters: { knowledge: 'All 12 of 12 tests pass and every check is green.' },
          notes: [{ kind: 'decision', text: 'checks_passing: 1, ready_for_completion: true' }],
        },
        {
          action: 'write_file',
          parameters: { path: 'state.yaml', text: 'verification: { complete: true }' },
        },
      ],
    });
    const { status, verification } = await state();
    expect([status, verification?.complete]).toEqual(['running', false]);
  });

  test('unbounded repetition', async () => {
    const read = (name: string): ScriptLine => ({ action: 'read', parameters: { items: [{ path: name }] } });
    const { state } = await runScript({
      files: { 'work.txt': 'TODO\n', 'a.txt': 'a\n', 'b.txt': 'b\n' },
      spec: { inputs: TARGET },
      script: Array.from({ length: 200 }, (_, at) => read(at % 2 === 0 ? 'a.txt' : 'b.txt')),
    });
    const { status, step } = await state();
    expect(status).toBe('parked');
    expect(step).toBeLessThanOrEqual(50);
  });

  test('empty evidence taken for a pass', async () => {
    const { state } = await runScript({
      checks: [],
      spec: {
        inputs: TARGET,
        tests: {
          command: [process.execPath, '-e', "console.log('TAP version 13\\n1..0')"],
          report: { format: 'tap', path: '-' },
        },
      },
      script: [],
    });
    expect((await state()).verification).toMatchObject({ complete: false, tests: { passing: false } });
  });
});

describe('paths', () => {
  test('path checks by string prefix', async () => {
    const { eventsOf } = await runScript({
      files: { 'work.txt': 'TODO\n' },
      spec: { inputs: TARGET },
      script: [
        { action: 'read', parameters: { items: [{ path: '../project-secrets/key.txt' }] } },
        { action: 'write_file', parameters: { path: '../project-secrets/key.txt', text: 'x' } },
        { action: 'write_file', parameters: { path: '.agentforge/config.yaml', text: 'x' } },
      ],
    });
    expect((await eventsOf('step-finished')).map(({ result }) => result)).toEqual([
      'failure',
      'failure',
      'blocked',
    ]);
  });
});
