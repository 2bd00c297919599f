import { describe, expect, it } from 'vitest';
import { detectLoop } from '../../../src/engine/loops/index.js';
import type { LoopRecord } from '../../../src/schema/index.js';
import { history, omit, record, success, thresholds, withoutHash } from './records.js';

const kindOf = (records: readonly LoopRecord[]): string | undefined => detectLoop(records, thresholds)?.kind;
const repeat = (count: number, make: (index: number) => LoopRecord): LoopRecord[] =>
  Array.from({ length: count }, (_, index) => make(index));

describe('identical actions', () => {
  it('are a loop at the third failure with the same result, with the steps as evidence', () => {
    const detection = detectLoop(history(record(), record(), record()), thresholds);
    expect(detection).toMatchObject({ step: 3, kind: 'identical_action' });
    expect(detection?.evidence).toEqual(
      [1, 2, 3].map((step) => `step ${step}: edit_file src/cart.ts → no_match`),
    );
    expect(detection?.description).toContain('3 times in a row');
  });

  it('are no loop at the second', () => {
    expect(kindOf(history(record(), record()))).toBeUndefined();
  });

  it('include edits that succeed and change nothing', () => {
    const edit = success({ workspace: 'after' });
    expect(kindOf(history({ ...edit, progress: true }, edit, edit))).toBe('identical_action');
  });

  it('need one repetition more where no workspace hash is known', () => {
    expect(kindOf(withoutHash(history(...repeat(3, () => record()))))).toBeUndefined();
    expect(kindOf(withoutHash(history(...repeat(4, () => record()))))).toBe('identical_action');
  });

  it('start anew when the result differs', () => {
    const records = history(
      record(),
      record(),
      record({ result: 'other', error: 'timeout', progress: true }),
      record(),
    );
    expect(kindOf(records)).toBeUndefined();
  });
});

describe('repeatable actions', () => {
  const poll = success({ action: 'run_command', mutates: false, repeatable: true });

  it('may be repeated', () => {
    expect(kindOf(history(...repeat(8, () => poll)))).toBeUndefined();
  });

  it('are no progress in the end when nothing ever changes', () => {
    expect(kindOf(history(...repeat(9, () => poll)))).toBe('no_progress');
  });

  it('are no loop when green after every change', () => {
    const rounds = repeat(16, (index) =>
      index % 2 === 0 ? success({ parameters: `p${index}`, workspace: `w${index}`, progress: true }) : poll,
    );
    expect(kindOf(history(...rounds))).toBeUndefined();
  });
});

describe('oscillation', () => {
  const change = (workspace: string, progress = false): LoopRecord =>
    success({ workspace, parameters: `to-${workspace}`, progress });

  it('is two returns to workspace states already seen', () => {
    const records = history(change('a', true), change('b', true), change('a'), change('b'));
    expect(detectLoop(records, thresholds)).toMatchObject({
      kind: 'oscillation',
      evidence: ['step 3: edit_file src/cart.ts → success', 'step 4: edit_file src/cart.ts → success'],
    });
  });

  it('is seen through reads of new content in between', () => {
    const read = success({ action: 'read', mutates: false, progress: true });
    const records = history(
      change('a', true),
      change('b', true),
      change('a'),
      { ...read, result: 'x' },
      change('b'),
    );
    expect(kindOf(records)).toBe('oscillation');
  });

  it('is not going back once and on to something new', () => {
    const records = history(change('a', true), change('b', true), change('a'), change('c', true));
    expect(kindOf(records)).toBeUndefined();
  });

  it('is seen without a workspace hash when edits alternate', () => {
    const [a, b] = [change('a'), change('b')];
    const records = withoutHash(history({ ...a, progress: true }, { ...b, progress: true }, a, b, a));
    expect(kindOf(records)).toBe('oscillation');
  });
});

describe('error cycles', () => {
  const extract = record({
    action: 'extract_function',
    parameters: 'q',
    error: 'extraction_blocked',
    result: 's',
  });

  it('are approaches that fail in turn', () => {
    const records = history(record(), extract, record(), extract);
    expect(detectLoop(records, thresholds)).toMatchObject({ step: 4, kind: 'error_cycle' });
  });

  it('may have more than two steps', () => {
    const check = record({
      action: 'run_check',
      parameters: 'c',
      error: 'assertion',
      result: 't',
      mutates: false,
    });
    const round = [record(), extract, check];
    expect(kindOf(history(...round, ...round))).toBe('error_cycle');
  });
});

describe('semantic loops', () => {
  it('are variants stopped by the same class of error', () => {
    const records = history(
      ...repeat(4, (index) => record({ parameters: `p${index}`, result: `r${index}` })),
    );
    const detection = detectLoop(records, thresholds);
    expect(detection).toMatchObject({ step: 4, kind: 'semantic_loop' });
    expect(detection?.description).toContain('no_match');
  });

  it('are not errors that share no class', () => {
    const records = history(
      ...repeat(4, (index) => record({ parameters: `p${index}`, result: `r${index}`, error: 'other' })),
    );
    expect(kindOf(records)).toBe('no_progress');
  });

  it('are steps gone through again word for word', () => {
    const reads = ['a', 'b', 'c', 'd'].map((name) =>
      success({ action: 'read', mutates: false, parameters: name, result: name }),
    );
    expect(kindOf(history(...reads.map((read) => ({ ...read, progress: true })), ...reads))).toBe(
      'semantic_loop',
    );
  });
});

describe('no progress', () => {
  const read = (name: string): LoopRecord =>
    success({ action: 'read', mutates: false, parameters: name, result: name });

  it('is three steps that change nothing and show nothing new', () => {
    expect(kindOf(history(read('a'), read('b'), read('c')))).toBe('no_progress');
    expect(kindOf(history(read('a'), read('b')))).toBeUndefined();
  });

  it('is over with the first step that makes progress', () => {
    const records = history(read('a'), read('b'), read('c'), { ...read('d'), progress: true });
    expect(kindOf(records)).toBeUndefined();
  });

  it('is the same red answer after every change', () => {
    const rounds = repeat(8, (index) =>
      index % 2 === 0
        ? success({ parameters: `p${index}`, workspace: `w${index}`, progress: true })
        : record({
            action: 'run_tests',
            parameters: 't',
            mutates: false,
            repeatable: true,
            error: 'assertion',
          }),
    );
    expect(kindOf(history(...rounds.slice(0, 6)))).toBeUndefined();
    expect(detectLoop(history(...rounds), thresholds)).toMatchObject({ step: 8, kind: 'no_progress' });
  });
});

describe('suggestions', () => {
  const suggest = (changes: Partial<LoopRecord>): string =>
    detectLoop(history(...repeat(3, () => record(changes))), thresholds)?.suggestions.join(' ') ?? '';

  it('name the target and what to do about the class of error', () => {
    expect(suggest({ error: 'no_match' })).toMatch(/Read src\/cart\.ts again.*replace_lines/);
    expect(suggest({ error: 'not_found', target: 'lib/gone.ts' })).toContain(
      'Search for the name of lib/gone.ts',
    );
    expect(suggest({ error: 'extraction_blocked' })).toContain('simplify_conditional');
  });

  it('are never empty, even for an unknown error without a target', () => {
    const rest = omit(record({ error: 'other' }), 'target');
    expect(detectLoop(history(rest, rest, rest), thresholds)?.suggestions.length).toBeGreaterThan(0);
  });
});

describe('thresholds', () => {
  it('are those of the task type', () => {
    const records = history(record(), record(), record());
    expect(detectLoop(records, { ...thresholds, identical: 4, noProgress: 5, semantic: 5 })).toBeUndefined();
    expect(detectLoop(records.slice(1), { ...thresholds, identical: 2 })?.kind).toBe('identical_action');
  });
});
