import { describe, expect, it } from 'vitest';
import { mergeFacts } from '../../../src/engine/facts/index.js';
import { buildTests, draw } from './build.js';

const failing = { test: 'cart adds', file: 'test/cart.test.ts', line: 9, message: 'no', assertion: true };
const red = draw([buildTests([failing])], { step: 1 });
const green = draw([buildTests([], { passed: 2, total: 2 })], { step: 2, outcome: 'success' });
const checked = draw([], {
  scope: 'check:lint',
  source: 'lint',
  action: 'run_check',
  outcome: 'success',
  step: 1,
});

describe('merging facts', () => {
  it('leaves nothing of a red run after a green one', () => {
    const merged = mergeFacts(red, green, { retire: ['tests'], max: 100 });
    expect(merged.map(({ statement }) => statement)).toEqual([
      'tests passed: 0 failed, 2 passed, 0 skipped of 2 (vitest)',
    ]);
  });

  it('never lets "tests passed" replace "check passed"', () => {
    const merged = mergeFacts([...checked, ...red], green, { retire: ['tests'], max: 100 });
    expect(merged.map(({ scope }) => scope)).toEqual(['check:lint', 'tests']);
  });

  it('keeps the id of what is restated, with the newer words', () => {
    const later = draw([buildTests([{ ...failing, line: 12, message: 'still no' }])], { step: 4 });
    const merged = mergeFacts(red, later, { retire: ['tests'], max: 100 });
    expect(merged.map(({ id }) => id)).toEqual(red.map(({ id }) => id));
    expect(merged[1]).toMatchObject({ step: 4, data: { line: 12, message: 'still no' } });
  });

  it('drops a fact about a line of a file that changed and doubts one that only rests on it', () => {
    const files = { 'test/cart.test.ts': 'h1', 'src/cart.ts': 'h1' };
    const known = draw([buildTests([failing])], { files });
    const merged = mergeFacts(known, [], { retire: [], changed: { 'test/cart.test.ts': 'h2' }, max: 100 });
    expect(merged.map(({ category, stale }) => [category, stale])).toEqual([['verification', true]]);
  });

  it('leaves facts alone whose files have the hash they had', () => {
    const known = draw([buildTests([failing])], { files: { 'test/cart.test.ts': 'h1' } });
    expect(mergeFacts(known, [], { retire: [], changed: { 'test/cart.test.ts': 'h1' }, max: 100 })).toEqual(
      known,
    );
  });

  it('does not doubt what was drawn after the change', () => {
    const fresh = draw([buildTests([failing])], { files: { 'test/cart.test.ts': 'h2' } });
    expect(
      mergeFacts([], fresh, { retire: ['tests'], changed: { 'test/cart.test.ts': 'h2' }, max: 100 }),
    ).toEqual(fresh);
  });

  it('keeps verdicts and failing tests when there are too many, the newest first', () => {
    const changes = Array.from({ length: 50 }, (_, index) => ({ path: `f${index}.ts`, status: 'modified' }));
    const noise = draw([{ kind: 'git', tool: 'git', changes }], { scope: 'git', step: 9 });
    const old = draw([buildTests([{ ...failing, test: 'older' }])], { scope: 'old-tests', step: 0 });
    const merged = mergeFacts([...noise, ...old], red, { retire: [], max: 3 });
    expect(merged.map(({ category, subject, step }) => [category, subject, step])).toEqual([
      ['verification', 'tests', 0],
      ['verification', 'tests', 1],
      ['error', 'cart adds', 1],
    ]);
  });
});
