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

  it('replaces what is restated even where its scope is not measured anew', () => {
    const later = draw([buildTests([{ ...failing, message: 'still no' }])], { step: 4 });
    const merged = mergeFacts(red, later, { retire: [], max: 100 });
    expect(merged.map(({ id, step }) => [id, step])).toEqual(red.map(({ id }) => [id, 4]));
  });

  it('holds a conclusion once, in its last words, when one measurement draws it twice', () => {
    const [first, second] = [1, 2].map((step) => draw([buildTests([failing])], { step }));
    const merged = mergeFacts([], [...(first ?? []), ...(second ?? [])], { retire: [], max: 100 });
    expect(merged.map(({ id, step }) => [id, step])).toEqual(red.map(({ id }) => [id, 2]));
  });

  it('doubts what names a changed file without a line, though no hash was known', () => {
    const { line: _, ...placeless } = failing;
    const known = draw([buildTests([placeless])]);
    const merged = mergeFacts(known, [], { retire: [], changed: { 'test/cart.test.ts': 'h2' }, max: 100 });
    expect(merged.map(({ category, stale }) => [category, stale])).toEqual([
      ['verification', undefined],
      ['error', true],
    ]);
  });

  it.each([
    ['the path the tool wrote is longer', '/project/test/cart.test.ts', ['verification']],
    ['the file only has a similar name', 'test/old-cart.test.ts', ['verification', 'error']],
    ['another file changed', 'src/other.ts', ['verification', 'error']],
  ])('judges a line by its own file: %s', (_, file, left) => {
    const known = draw([buildTests([{ ...failing, file }])]);
    const merged = mergeFacts(known, [], { retire: [], changed: { 'test/cart.test.ts': 'h2' }, max: 100 });
    expect(merged.map(({ category }) => category)).toEqual(left);
    expect(merged.some(({ stale }) => stale)).toBe(false);
  });

  it('drops a broken build when a file of one of its errors changed', () => {
    const errors = ['src/a.ts', 'src/b.ts'].map((file) => ({
      file,
      line: 3,
      severity: 'error' as const,
      message: 'no such type',
    }));
    const known = draw([
      buildTests([{ test: 'build', suite: true }], { unbuilt: 'tsc' }),
      { kind: 'diagnostics', tool: 'tsc', structured: false, items: errors },
    ]);
    const broken = (changed: Record<string, string>): number =>
      mergeFacts(known, [], { retire: [], changed, max: 100 }).filter(({ subject }) => subject === 'build')
        .length;
    expect([broken({ 'src/c.ts': 'h2' }), broken({ 'src/b.ts': 'h2' })]).toEqual([1, 0]);
  });

  it('lets what is doubted go first when there are too many', () => {
    const files = { 'test/cart.test.ts': 'h1' };
    const known = draw([buildTests([])], { scope: 'tests', files });
    const fresh = draw([buildTests([])], { scope: 'other', step: 0 });
    const merged = mergeFacts([...known, ...fresh], [], {
      retire: [],
      changed: { 'test/cart.test.ts': 'h2' },
      max: 1,
    });
    expect(merged.map(({ scope }) => scope)).toEqual(['other']);
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
