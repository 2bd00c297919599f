import { describe, expect, it } from 'vitest';
import { detectLoops, recordsFromTrajectory, type RecordedStep } from '../../../src/engine/loops/index.js';
import type { LoopRecord } from '../../../src/schema/index.js';
import { thresholds } from './records.js';

type Told = readonly [action: string, parameters: unknown, observation: string, error?: string];

function run(...told: readonly Told[]): LoopRecord[] {
  return recordsFromTrajectory(
    told.map(([action, parameters, observation, error], index): RecordedStep => ({
      step: index + 1,
      action,
      parameters,
      observation,
      error,
    })),
  );
}

const bash = (command: string, output = '', code = 0): Told => [
  'bash',
  { command },
  `<returncode>${code}</returncode>\n<output>\n${output}\n</output>`,
];
const steps = (records: readonly LoopRecord[]): number[] =>
  detectLoops(records, thresholds).map((detection) => detection.step);
const times = (count: number, make: (index: number) => Told): Told[] =>
  Array.from({ length: count }, (_, index) => make(index));
const page = (name: string): string =>
  Array.from({ length: 12 }, (_, line) => `${line}: ${name} line`).join('\n');

describe('what a recorded action does', () => {
  it.each([
    ['sed -i s/a/b/ a.py', true],
    ['cat > a.py <<EOF\nx = 1\nEOF', true],
    ['git checkout -- a.py', true],
    ['pip install pytest', true],
    ['cd lib', true],
    ['cat a.py | grep -n "a > b"', false],
    ['sed -n 1,20p a.py', false],
    ['python run.py 2>&1 | tail -5', false],
    ['cd lib && pytest -q 2>/dev/null', false],
    ['echo "rm -rf x"', false],
  ])('is told from the command: %s', (command, mutates) => {
    expect(run(bash(command))[0]?.mutates).toBe(mutates);
  });

  it.each([
    ['str_replace_editor', { command: 'str_replace', path: 'a.py' }, true],
    ['str_replace_editor', { command: 'view', path: 'a.py' }, false],
    ['edit', { command: 'edit 3:4\nx\nend_of_edit' }, true],
    ['mcp__box__box_write', { path: 'a.py' }, true],
    ['TodoWrite', { todos: [] }, false],
    ['scroll_down', { command: 'scroll_down' }, false],
  ])('is told from the name: %s %j', (action, parameters, mutates) => {
    expect(run([action, parameters, 'ok'])[0]?.mutates).toBe(mutates);
  });

  it('is waiting when it sleeps or looks at processes', () => {
    expect(
      run(bash('sleep 30 && ls out'), bash('ps aux | grep node')).map((each) => each.repeatable),
    ).toEqual([true, true]);
  });

  it('names the file it is about', () => {
    const records = run(['read', { path: 'src/a.ts' }, 'x'], bash('sed -n 1,9p lib/b.py'));
    expect(records.map((each) => each.target)).toEqual(['src/a.ts', 'lib/b.py']);
  });
});

describe('whether a recorded step failed', () => {
  it.each([
    [bash('python a.py', 'boom', 1), 'other'],
    [['open', { command: 'open a.py' }, 'File a.py not found'], 'not_found'],
    [['bash', { command: 'npx tsc' }, 'x', "error TS2322: Type 'a' is not assignable"], 'type_error'],
    [['edit', { path: 'a' }, 'No changes made to a.'], 'unchanged'],
  ] satisfies [Told, string][])('is told from exit code, error or first lines', (told, error) => {
    expect(run(told)[0]).toMatchObject({ outcome: 'failure', error });
  });

  it('is not told from content that speaks of errors', () => {
    const records = run(
      ['view', { path: 'a.py' }, 'def f():\n  pass\nraise\nError: not found'],
      bash('grep -n missing a.py', '', 1),
    );
    expect(records.map((each) => each.outcome)).toEqual(['success', 'success']);
  });
});

describe('loops in a recorded run', () => {
  it('are the same rejected edit again and again', () => {
    const edit: Told = ['edit', { command: 'edit 9:9\nx =\nend_of_edit' }, 'SyntaxError: invalid syntax'];
    expect(steps(run(...times(6, () => edit)))[0]).toBe(4);
  });

  it('are messages that differ only in a number', () => {
    expect(
      steps(run(...times(5, (index) => bash('cd lib', `sh: line ${index * 15}: lib: not found`, 1)))),
    ).toContain(4);
  });

  it('are edits that succeed and change nothing', () => {
    const same: Told = ['edit', { path: 'a.py', text: 'x' }, `${page('a')}\nFile updated.`];
    expect(steps(run(...times(6, () => same)))[0]).toBe(4);
  });

  it('are different edits that lead to the file as it was', () => {
    const variants = times(7, (index) => [
      'edit',
      { path: 'a.py', text: 'x', at: index },
      `${page('a')}\nFile updated.`,
    ]);
    expect(steps(run(...variants)).length).toBeGreaterThan(0);
  });

  it('are the same line added again and again', () => {
    const append = times(8, (index) => [
      'insert',
      { path: 'a.py', text: 'x' },
      page(`a${'!'.repeat(index)}`),
    ]);
    expect(steps(run(...append)).length).toBeGreaterThan(0);
  });

  it('are places read again with nothing done in between', () => {
    const reads = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name): Told => [
      'open',
      { path: name },
      page(name),
    ]);
    expect(steps(run(...reads))).toEqual([]);
    expect(steps(run(...reads, ...reads)).length).toBeGreaterThan(0);
  });

  it('are words without deeds', () => {
    expect(
      steps(run(...times(7, (index) => bash(`echo "bye${'!'.repeat(index)}"`, `bye${'!'.repeat(index)}`)))),
    ).toEqual([6]);
  });

  it('are the same red test after every change', () => {
    const rounds = times(12, (index) =>
      index % 2 === 0
        ? bash(`sed -i ${index}d a.py`)
        : bash('pytest -q', `${page('failure')}\n1 failed in ${index}s`, 1),
    );
    expect(steps(run(...rounds))).toEqual([12]);
  });
});

describe('no loops in a recorded run', () => {
  it('are tests run again after edits while their output changes', () => {
    const rounds = times(30, (index) =>
      index % 2 === 0
        ? bash(`sed -i ${index}d a.py`)
        : bash('pytest -q', `${page('x')}\n${40 - index} failed`, 1),
    );
    expect(steps(run(...rounds))).toEqual([]);
  });

  it('are green builds after every edit', () => {
    const rounds = times(30, (index) =>
      index % 2 === 0 ? bash(`sed -i ${index}d a.py`) : bash('npm run build', page('ok')),
    );
    expect(steps(run(...rounds))).toEqual([]);
  });

  it('are pages of a long file', () => {
    expect(
      steps(run(...times(12, (index) => ['scroll_down', {}, page(`part ${'i'.repeat(index)}`)]))),
    ).toEqual([]);
  });

  it('are similar edits in many places with the same short acknowledgement', () => {
    expect(steps(run(...times(20, (index) => ['edit', { path: 'a.ts', old: `x${index}` }, 'ok'])))).toEqual(
      [],
    );
  });

  it('are searches that find nothing, each for something else', () => {
    expect(steps(run(...times(8, (index) => bash(`grep -rn name${index} src`, '', 1))))).toEqual([]);
  });

  it('are places read again after a change, or by the next role', () => {
    const reads = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name): Told => [
      'open',
      { path: name },
      page(name),
    ]);
    expect(steps(run(...reads, bash('touch new.py'), ...reads))).toEqual([]);
    expect(steps(run(...reads, ['succeed', {}, ''], ...reads))).toEqual([]);
  });

  it('are a few polls of something slow', () => {
    expect(steps(run(...times(10, () => bash('sleep 20 && ls out', 'still empty'))))).toEqual([]);
  });
});
