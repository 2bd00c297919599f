// The phase machine: skips that fire, ways forward and back, ends, and task types that make no sense.
import { describe, expect, test } from 'vitest';
import { BUILTIN_DATA, loadTaskTypes } from '../../src/engine/index.js';
import { CONDITIONS, describeConditions } from '../../src/engine/conditions.js';
import { nextPhase } from '../../src/engine/phases.js';
import type { ScriptLine } from '../../src/model/index.js';
import type { TaskState, TaskType } from '../../src/schema/index.js';
import { createCountCheck } from '../support/count-check.js';
import { makeSpec, openScript, runScript, sectionOf } from '../support/run-script.js';
import { makeTypes } from '../support/task-types.js';

const TARGET = { target_files: [{ path: 'work.txt', status: 'to_modify' }] };
const FILES = { 'work.txt': 'TODO one\n', 'a.txt': 'a\n', 'b.txt': 'b\n', 'c.txt': 'c\n', 'd.txt': 'd\n' };

function read(name: string): ScriptLine {
  return { action: 'read', parameters: { items: [{ path: `${name}.txt` }] } };
}

async function phasesOf(task: Parameters<typeof runScript>[0]): Promise<string[]> {
  const { eventsOf } = await runScript({ files: FILES, ...task });
  return (await eventsOf('phase-changed')).map(({ step, to }) => `${step} ${to}`);
}

describe('a task', () => {
  test('skips init and analysis when its target is known', async () => {
    expect(await phasesOf({ spec: { inputs: TARGET }, script: [] })).toEqual(['0 implement']);
  });

  test('analyses first when nothing is known, and goes on when it has read something', async () => {
    expect(await phasesOf({ script: [read('a')] })).toEqual(['0 analyze', '1 implement']);
  });

  test('escalates when the steps of a phase run out without a way forward', async () => {
    const { state } = await runScript({
      files: FILES,
      spec: { inputs: TARGET, limits: { phaseSteps: 3 } },
      script: ['a', 'b', 'c', 'd'].map(read),
    });
    expect(await state()).toMatchObject({
      status: 'parked',
      question: {
        reason: 'stuck',
        text: expect.stringContaining('phase implement used its 3 steps') as string,
      },
    });
  });

  test('goes forward when the steps of a phase run out and there is a way', async () => {
    expect(
      await phasesOf({
        spec: { inputs: TARGET, limits: { phaseSteps: 2 } },
        script: [
          { action: 'edit_file', parameters: { path: 'work.txt', old: 'one', new: 'two' } },
          read('a'),
        ],
      }),
    ).toEqual(['0 implement', '2 verify']);
  });

  test('goes back from verify when something fails, once a step at most', async () => {
    expect(
      await phasesOf({
        spec: { inputs: TARGET, limits: { phaseSteps: 2 } },
        script: [
          { action: 'edit_file', parameters: { path: 'work.txt', old: 'one', new: 'two' } },
          read('a'),
          read('b'),
        ],
      }),
    ).toEqual(['0 implement', '2 verify', '3 implement']);
  });

  test('fails when the failure condition of a phase holds', async () => {
    const { state } = await runScript({
      files: FILES,
      data: [
        makeTypes({
          strict: `extends: base
phases: { only: { maxSteps: 5, actions: [read, plan], success: never, failure: plan_recorded } }
transitions: []
`,
        }),
      ],
      spec: { type: 'strict' },
      script: [read('a'), { action: 'plan', parameters: { steps: ['give up'] } }],
    });
    expect(await state()).toMatchObject({ status: 'failed', ending: 'phase only failed: there is a plan' });
  });

  test('of a type that demands a plan stays where it is until there is one', async () => {
    const data = [
      makeTypes({
        planned: `extends: base
phases:
  think: { maxSteps: 9, actions: [read, plan], success: plan_recorded }
  do: { maxSteps: 9, actions: [edit_file], success: verification_passing }
transitions:
  - { from: think, to: do, when: [plan_recorded] }
  - { from: do, to: complete, when: [verification_complete] }
`,
      }),
    ];
    const { asked, state } = await runScript({
      files: FILES,
      data,
      spec: { type: 'planned' },
      script: [
        read('a'),
        { action: 'plan', parameters: { steps: ['finish'] } },
        { action: 'edit_file', parameters: { path: 'work.txt', old: 'TODO', new: 'done' } },
      ],
    });
    expect(asked.map((request) => /phase: (\w+)/.exec(sectionOf(request, 'Now'))?.[1])).toEqual([
      'think',
      'think',
      'do',
    ]);
    expect((await state()).status).toBe('completed');
  });

  test('keeps the prompt of its own type, or the general one', async () => {
    const { asked } = await runScript({
      files: FILES,
      data: [makeTypes({ own: 'extends: custom\n' })],
      spec: { type: 'own' },
      script: [],
    });
    expect(asked[0]?.messages[0].content).toContain('You work on a task in a code base');
  });
});

describe('of the open transitions', () => {
  const type = (transitions: TaskType['transitions']): TaskType => ({
    ...loadTaskTypes([BUILTIN_DATA]).find('custom'),
    transitions,
  });
  const at = async (name: string, step = 1): Promise<TaskState> => ({
    ...(await (await openScript({ script: [] })).state()),
    step,
    phase: { name, steps: 1, since: 0, history: [] },
  });

  test('the furthest forward wins', async () => {
    const table = type([
      { from: 'init', to: 'analyze', when: [] },
      { from: 'init', to: 'verify', when: [] },
      { from: 'init', to: 'implement', when: [] },
    ]);
    expect(nextPhase(table, { state: await at('init'), spec: makeSpec() })?.to).toBe('verify');
  });

  test('closed ones do not count, and one way back does', async () => {
    const table = type([
      { from: 'verify', to: 'complete', when: ['never'] },
      { from: 'verify', to: 'analyze', when: [] },
    ]);
    expect(nextPhase(table, { state: await at('verify'), spec: makeSpec() })?.to).toBe('analyze');
    const justCame = { ...(await at('verify')), step: 0 };
    expect(nextPhase(table, { state: justCame, spec: makeSpec() })).toBeUndefined();
  });
});

test('every condition can be said in words, and words stay as they are', () => {
  for (const name of Object.keys(CONDITIONS)) {
    expect(describeConditions(name)).not.toContain('_');
    expect(describeConditions(`not_${name}`)).toBe(`not yet: ${describeConditions(name)}`);
  }
  expect(describeConditions('has_modifications, no_change_set')).toBe(
    'files were changed, nothing is red for now',
  );
  expect(describeConditions('its steps ran out')).toBe('its steps ran out');
});

describe('a task type that makes no sense is refused in one sentence:', () => {
  test.each<[string, string, string]>([
    [
      'an unknown condition',
      'extends: base\ntransitions: [{ from: init, to: analyze, when: [full_moon] }]\n',
      'there is no condition "full_moon"',
    ],
    [
      'an unknown phase',
      'extends: base\ntransitions: [{ from: init, to: heaven }]\n',
      'the transition init → heaven names a phase that does not exist',
    ],
    [
      'caps over the ceiling',
      'extends: base\nsections: { facts: 3000 }\n',
      'its section caps add up to 7000 tokens, which leaves no room under the ceiling of 5000',
    ],
    [
      'no room for the reply format',
      'extends: base\nsections: { system: 10 }\n',
      'its system section of 10 tokens cannot hold the reply format of',
    ],
    ['itself as its origin', 'extends: broken\n', 'it extends itself'],
    ['an unknown origin', 'extends: nothing\n', 'There is no task type "nothing"; there are'],
    ['an unknown setting', 'extends: base\ncolour: red\n', 'colour'],
    ['no mapping', '- 1\n', 'is not a mapping'],
  ])('%s', async (_, yaml, message) => {
    await expect(
      runScript({ data: [makeTypes({ broken: yaml })], spec: { type: 'broken' }, script: [] }),
    ).rejects.toThrow(message);
  });

  test('one that does not exist', async () => {
    await expect(runScript({ spec: { type: 'brew_coffee' }, script: [] })).rejects.toThrow(
      'There is no task type "brew_coffee"; there are custom, fix, fix_violation, implement_feature, refactor, write_tests.',
    );
  });
});

test('every built-in type is valid and goes through its phases in order', () => {
  const types = loadTaskTypes([BUILTIN_DATA]);
  const phases = ['fix_violation', 'refactor', 'custom', 'write_tests', 'implement_feature'].map((name) =>
    Object.keys(types.find(name).phases).join(' '),
  );
  expect(phases).toEqual([
    'init analyze implement verify',
    'init analyze implement verify',
    'init analyze implement verify',
    'init red',
    'init red green verify',
  ]);
});

test('a check without a value that fails keeps the task at work', async () => {
  const { state } = await runScript({
    checks: [createCountCheck('never', () => ['something'])],
    spec: { inputs: TARGET },
    script: [{ action: 'edit_file', parameters: { path: 'work.txt', old: 'TODO', new: 'done' } }],
  });
  expect((await state()).phase.name).toBe('implement');
});
