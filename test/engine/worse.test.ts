// A change that leaves checks or tests worse is undone, at once or as a whole set, to the byte.
import { chmodSync, existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { findWorse } from '../../src/engine/worse.js';
import type { ScriptLine } from '../../src/model/index.js';
import type { TestVerdict, Verification } from '../../src/schema/index.js';
import { createCountCheck } from '../support/count-check.js';
import { readProjectFile } from '../support/project-file.js';
import { openScript, runScript, sectionOf } from '../support/run-script.js';

/** Red as long as something is BROKEN or BEGUN, whatever else there is to do. */
const check = createCountCheck('problems', (read) => [
  ...(read('work.txt').match(/TODO|BROKEN/g) ?? []),
  ...(read('new/part.txt') === '' ? [] : ['an unfinished part']),
]);
const TARGET = { target_files: [{ path: 'work.txt', status: 'to_modify' }] };

function edit(old: string, text: string): ScriptLine {
  return { action: 'edit_file', parameters: { path: 'work.txt', old, new: text } };
}

describe('in revert mode a worse change', () => {
  test('is undone byte for byte, with line endings, missing last newline and file mode', async () => {
    const text = 'first\r\nTODO\r\nlast without an end';
    const run = await openScript({
      files: { 'work.txt': text },
      git: true,
      checks: [check],
      spec: { inputs: TARGET },
      script: [
        {
          action: 'replace_lines',
          parameters: { path: 'work.txt', start: 1, end: 1, text: 'BROKEN\nBROKEN' },
        },
      ],
    });
    chmodSync(path.join(run.root, 'work.txt'), 0o755);
    await run.runOn({});
    expect(readProjectFile(run.root, 'work.txt')).toBe(text);
    expect(statSync(path.join(run.root, 'work.txt')).mode & 0o777).toBe(0o755);
    const { baseline, workspace, files, verification } = await run.state();
    expect(workspace).toBe(baseline?.workspace);
    expect(verification).toEqual(baseline);
    expect(files).toEqual({});
  });

  test('takes new files away again', async () => {
    const { root, state } = await runScript({
      checks: [check],
      spec: { inputs: TARGET },
      script: [{ action: 'write_file', parameters: { path: 'new/part.txt', text: 'begun' } }],
    });
    expect(existsSync(path.join(root, 'new/part.txt'))).toBe(false);
    expect((await state()).recent.at(-1)?.result).toBe('reverted');
  });

  test('leaves exactly one fact, which says what was tried and why it was undone', async () => {
    const { state, asked, eventsOf } = await runScript({
      checks: [check],
      spec: { inputs: TARGET },
      script: [edit('one', 'BROKEN')],
    });
    const { facts, recent } = await state();
    expect(facts).toHaveLength(2);
    expect(facts[0]?.statement).toBe('problems found TODO (check:problems) failed');
    expect(facts[1]?.statement).toMatch(
      /^Tried edit_file \(changed work\.txt .*\), undone because problems found TODO, BROKEN, was 1$/,
    );
    expect(recent.at(-1)?.summary).toBe('it was undone because problems found TODO, BROKEN, was 1');
    expect(sectionOf(asked.at(-1), 'Facts')).toContain('Tried edit_file');
    const [finished] = await eventsOf('step-finished');
    expect([finished?.points, finished?.record.progress]).toEqual([0, false]);
  });

  test('leaves what called for it to be looked at', async () => {
    const { asked } = await runScript({
      checks: [check],
      spec: { inputs: TARGET },
      script: [edit('one', 'BROKEN'), { action: 'load_context', parameters: { item: 'error_details' } }],
    });
    expect(sectionOf(asked.at(-1), 'Windows')).toContain(
      '## error_details (from step 2)\nproblems found TODO, BROKEN',
    );
  });

  test('that breaks syntax is undone before anything runs', async () => {
    const { root, eventsOf } = await runScript({
      files: { 'work.txt': 'TODO\n', 'code.js': 'const a = 1;\n' },
      checks: [check],
      spec: { inputs: TARGET },
      script: [{ action: 'edit_file', parameters: { path: 'code.js', old: '= 1', new: '= (1' } }],
    });
    expect(readProjectFile(root, 'code.js')).toBe('const a = 1;\n');
    expect((await eventsOf('reverted'))[0]?.why).toMatch(/^it does not parse: code\.js:1/);
  });
});

describe('in defer mode', () => {
  const files = { 'work.txt': 'TODO one\nline 0\n' };
  const spec = { type: 'custom', inputs: TARGET };
  const count = (from: number): ScriptLine => edit(`line ${from}`, `line ${from + 1}`);

  test('the first red action opens a change set, which is kept when it is green again', async () => {
    const { root, events } = await runScript({
      files,
      checks: [check],
      spec,
      script: [edit('one', 'BROKEN'), count(0), edit('BROKEN', 'two')],
    });
    const sets = (await events()).filter(({ type }) => type.startsWith('change-set'));
    expect(sets).toMatchObject([
      { type: 'change-set-opened', step: 1 },
      { type: 'change-set-closed', step: 3, outcome: 'kept' },
    ]);
    expect(readProjectFile(root, 'work.txt')).toBe('TODO two\nline 1\n');
  });

  test('an open change set is named among the unmet demands, and is progress by every new state', async () => {
    const { asked, eventsOf } = await runScript({
      files,
      checks: [check],
      spec,
      script: [edit('one', 'BROKEN'), count(0)],
    });
    expect(sectionOf(asked.at(-1), 'Verification')).toContain(
      'unmet: open change set since step 1, change 2 of at most 8: must end no worse than it began',
    );
    expect((await eventsOf('step-finished')).map(({ record }) => record.progress)).toEqual([true, true]);
  });

  test('after eight changes the whole set is undone and nothing else', async () => {
    const { root, eventsOf, state } = await runScript({
      files: { ...files, 'kept.txt': 'as it was\n' },
      checks: [check],
      spec,
      script: [
        { action: 'edit_file', parameters: { path: 'kept.txt', old: 'was', new: 'is' } },
        { action: 'write_file', parameters: { path: 'new/part.txt', text: 'begun' } },
        ...[0, 1, 2, 3, 4, 5, 6].map(count),
      ],
    });
    expect(readProjectFile(root, 'work.txt')).toBe(files['work.txt']);
    expect(existsSync(path.join(root, 'new/part.txt'))).toBe(false);
    expect(readProjectFile(root, 'kept.txt')).toBe('as it is\n');
    expect(await eventsOf('change-set-closed')).toMatchObject([{ step: 9, outcome: 'undone' }]);
    const { files: changed, changeSet, verification, baseline, recent, facts } = await state();
    expect(Object.keys(changed)).toEqual(['kept.txt']);
    expect(changeSet).toBeUndefined();
    expect(verification?.checks).toEqual(baseline?.checks);
    expect(recent.at(-1)?.summary).toMatch(
      /^the whole change set was undone because .*, after 8 changes since step 2$/,
    );
    // What is known is what was known where the set began, and what was tried.
    expect(facts.map(({ statement }) => statement)).toEqual([
      expect.stringMatching(/^problems found TODO /),
      expect.stringMatching(/^Tried edit_file /),
    ]);
  });

  test('at the last step of a phase a set that is still worse is undone', async () => {
    const { root, eventsOf } = await runScript({
      files,
      checks: [check],
      spec: { ...spec, limits: { phaseSteps: 3 } },
      script: [edit('one', 'BROKEN'), count(0), count(1)],
    });
    expect(readProjectFile(root, 'work.txt')).toBe(files['work.txt']);
    expect(await eventsOf('change-set-closed')).toMatchObject([{ step: 3, outcome: 'undone' }]);
  });

  test('a phase that ends on a step without a change undoes its set as well, before it asks', async () => {
    const { root, eventsOf, state } = await runScript({
      files,
      checks: [check],
      spec: { ...spec, limits: { phaseSteps: 2 } },
      script: [edit('one', 'BROKEN'), { action: 'plan', parameters: { steps: ['mend it'] } }],
    });
    expect(readProjectFile(root, 'work.txt')).toBe(files['work.txt']);
    expect(await eventsOf('change-set-closed')).toMatchObject([{ step: 2, outcome: 'undone' }]);
    const { status, changeSet, files: changed } = await state();
    expect({ status, changeSet, changed }).toEqual({ status: 'parked', changeSet: undefined, changed: {} });
  });
});

describe('worse means', () => {
  const tests = (verdict: Partial<TestVerdict>): TestVerdict => ({
    scope: 'full',
    passing: false,
    passed: 0,
    failed: verdict.failing?.length ?? 0,
    total: 0,
    failing: [],
    passingNames: [],
    ...verdict,
  });
  const measured = (parts: Partial<Verification>): Verification => ({
    workspace: 'w',
    reached: 'full',
    failedAt: null,
    syntax: [],
    checks: [],
    complete: false,
    ...parts,
  });
  const nobody = { mayFail: () => false, baseline: undefined };
  const failing = (test: string) => ({ test, assertion: true });

  test('a check that passed and fails', () => {
    const before = measured({ checks: [{ id: 'lint', passing: true, summary: 'lint passed' }] });
    const after = measured({ checks: [{ id: 'lint', passing: false, summary: 'lint failed (exit 1)' }] });
    expect(findWorse(before, after, nobody)).toBe('lint failed (exit 1)');
    expect(findWorse(after, before, nobody)).toBeUndefined();
  });

  test('a value that moves away from its target, in either direction', () => {
    const at = (value: number, higherIsBetter = false): Verification =>
      measured({
        checks: [{ id: 'size', passing: false, summary: `size is ${value}`, value, higherIsBetter }],
      });
    expect(findWorse(at(5), at(6), nobody)).toBe('size is 6, was 5');
    expect(findWorse(at(5), at(4), nobody)).toBeUndefined();
    expect(findWorse(at(50, true), at(40, true), nobody)).toBe('size is 40, was 50');
    expect(findWorse(at(50, true), at(60, true), nobody)).toBeUndefined();
  });

  test('a test that passed and fails, even one that failed when the task began', () => {
    const before = measured({ tests: tests({ passed: 2, passingNames: ['adds', 'subtracts'] }) });
    const after = measured({
      tests: tests({ passed: 1, passingNames: ['adds'], failing: [failing('subtracts')] }),
    });
    expect(findWorse(before, after, nobody)).toBe('subtracts fails');
    expect(findWorse(before, after, { mayFail: () => false, baseline: after })).toBe('subtracts fails');
    expect(findWorse(after, after, nobody)).toBeUndefined();
  });

  test('a test that passed and is gone', () => {
    const before = measured({ tests: tests({ passed: 2, passingNames: ['adds', 'subtracts'] }) });
    const after = measured({ tests: tests({ passing: true, passed: 1, passingNames: ['adds'] }) });
    expect(findWorse(before, after, nobody)).toBe('the test subtracts passed before and is gone');
  });

  test('a test that failed and is gone, unless it is one that may still be written', () => {
    const before = measured({
      tests: tests({ passed: 1, passingNames: ['adds'], failing: [failing('subtracts')] }),
    });
    const after = measured({ tests: tests({ passing: true, passed: 1, passingNames: ['adds'] }) });
    expect(findWorse(before, after, nobody)).toBe('the test subtracts failed before and is gone');
    expect(findWorse(before, after, { mayFail: () => true, baseline: undefined })).toBeUndefined();
  });

  test('tests that give no verdict any more', () => {
    const before = measured({ tests: tests({ passed: 1, passingNames: ['adds'] }) });
    const after = measured({ tests: tests({ error: 'No test ran; no tests is not a pass.' }) });
    expect(findWorse(before, after, nobody)).toBe('No test ran; no tests is not a pass.');
  });

  test('not: a file that could not be loaded and now shows its tests', () => {
    const before = measured({ tests: tests({ failing: [{ test: '/p/sum.test.js', assertion: false }] }) });
    const after = measured({
      tests: tests({ passed: 2, passingNames: ['adds', 'subtracts'], passing: true }),
    });
    expect(findWorse(before, after, nobody)).toBeUndefined();
  });
});
