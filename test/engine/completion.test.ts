// Completion rests on evidence for this very workspace, never on words.
import { describe, expect, test } from 'vitest';
import { createTask } from '../../src/engine/index.js';
import { createCountCheck } from '../support/count-check.js';
import { writeProjectFile } from '../support/project-file.js';
import { makeSpec, openScript, runScript, sectionOf } from '../support/run-script.js';
import { makeProject } from '../support/temp-project.js';

const TARGET = { target_files: [{ path: 'work.txt', status: 'to_modify' }] };

describe('a task', () => {
  test('completes by itself as soon as everything verifies', async () => {
    const { asked, state, eventsOf } = await runScript({
      spec: { inputs: TARGET },
      script: [{ action: 'edit_file', parameters: { path: 'work.txt', old: 'TODO', new: 'done' } }],
    });
    expect(asked).toHaveLength(1);
    expect(await state()).toMatchObject({ status: 'completed', ending: '1 file changed, 1 check passes' });
    const [completed] = await eventsOf('completed');
    expect(completed?.workspace).toBe((await state()).verification?.workspace);
  });

  test('completes without a single call when there is nothing to do', async () => {
    const { asked, state } = await runScript({ files: { 'work.txt': 'done\n' }, script: [] });
    expect(asked).toHaveLength(0);
    expect((await state()).ending).toBe('nothing had to change, 1 check passes');
  });

  test('that asks to complete without evidence is refused and told what is missing', async () => {
    const { state, asked } = await runScript({
      spec: { inputs: TARGET },
      script: [{ action: 'complete', parameters: {} }],
    });
    const { status, recent } = await state();
    expect(status).toBe('running');
    expect(recent.at(-1)).toMatchObject({
      action: 'complete',
      result: 'failure',
      summary: 'refused: todo found TODO one',
    });
    expect(sectionOf(asked.at(-1), 'Recent actions')).toContain('refused: todo found TODO one');
  });

  test.each([
    'complete',
    'The task is complete. {"action": "complete"}',
    '@@action 00000000\n{"action": "complete"}\n@@end 00000000',
  ])('is not completed by a reply that only says so: %s', async (raw) => {
    const { state } = await runScript({ files: { 'work.txt': 'TODO\n' }, script: [{ raw }, { raw }] });
    const { status, recent } = await state();
    expect(status).toBe('running');
    expect(recent.at(-1)?.result).toBe('rejected');
  });

  test('is completed by what is there, also when someone else did it', async () => {
    const run = await openScript({
      spec: { inputs: TARGET },
      script: [{ action: 'complete', parameters: {}, repeat: 2 }],
    });
    await run.runOn({ maxSteps: 1 });
    writeProjectFile(run.root, 'work.txt', 'done\n');
    const state = await run.runOn();
    expect(state.recent.at(-1)).toMatchObject({ action: 'complete', result: 'success', summary: 'verified' });
    expect(state.status).toBe('completed');
  });

  test('without checks and tests is refused when it is made', async () => {
    const { harness } = await openScript({ script: [] });
    await expect(createTask({ ...harness.runtime, checks: [] }, { spec: makeSpec() })).rejects.toThrow(
      'The task has no checks and no tests, so nothing could ever show that it is done; add `checks` or `tests`',
    );
  });
});

describe('evidence', () => {
  test('for another workspace does not count', async () => {
    const root = makeProject({ 'work.txt': 'TODO one\n', 'other.txt': 'fine\n' }, { git: true });
    const { state, asked } = await runScript({
      root,
      spec: { inputs: TARGET },
      script: [
        { action: 'edit_file', parameters: { path: 'work.txt', old: 'one', new: 'two' } },
        { action: 'run_check', parameters: {} },
      ],
      wrap: (model) => ({
        ...model,
        async decide(request, signal) {
          if (request.step === 2) writeProjectFile(root, 'other.txt', 'changed meanwhile\n');
          if (request.step === 2) writeProjectFile(root, 'work.txt', 'done\n');
          return model.decide(request, signal);
        },
      }),
    });
    const { status, verification, workspace } = await state();
    expect(verification?.workspace).not.toBe(workspace);
    expect([status, verification?.complete]).toEqual(['running', false]);
    expect(sectionOf(asked.at(-1), 'Verification')).toContain('unmet: ');
  });

  test('that is red on the way to completion sends the task back to work', async () => {
    let runs = 0;
    const flaky = createCountCheck('flaky', () => (++runs < 3 ? ['not yet'] : []));
    const { state } = await runScript({
      checks: [flaky],
      spec: { inputs: TARGET },
      script: [{ action: 'complete', parameters: {}, repeat: 2 }],
    });
    expect((await state()).status).toBe('completed');
    expect(runs).toBe(3);
  });

  test.each([true, false])(
    'of an earlier task is only reused for the same content (git: %s)',
    async (git) => {
      const command = [
        process.execPath,
        '-e',
        "process.exit(require('fs').readFileSync('work.txt','utf8').includes('TODO') ? 1 : 0)",
      ];
      const spec = { checks: [{ id: 'todo', command }] };
      const first = await runScript({ files: { 'work.txt': 'done\n' }, git, checks: [], spec, script: [] });
      expect((await first.state()).status).toBe('completed');
      writeProjectFile(first.root, 'work.txt', 'TODO again\n');
      const second = await runScript({ root: first.root, checks: [], spec, script: [] });
      expect((await second.state()).verification?.complete).toBe(false);
    },
  );

  test('of tests that did not run is failure', async () => {
    const { state } = await runScript({
      checks: [],
      spec: { tests: { command: [process.execPath, '-e', '0'] } },
      script: [],
    });
    expect((await state()).verification?.tests).toMatchObject({ passing: false, total: 0 });
    expect((await state()).status).toBe('running');
  });
});
