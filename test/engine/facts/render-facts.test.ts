import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderFacts } from '../../../src/engine/facts/index.js';
import { buildTests, draw } from './build.js';

const failing = {
  test: 'cart adds',
  file: 'test/cart.test.ts',
  line: 9,
  message: 'expected 1 to be 2',
  assertion: true,
};
const many = Array.from({ length: 40 }, (_, index) => ({
  ...failing,
  test: `test ${index}`,
  line: index + 1,
}));

describe('rendering facts', () => {
  it('begins with the failing test, its assertion and its place', () => {
    const facts = [
      ...draw([{ kind: 'git', tool: 'git', changes: [{ path: 'a.ts', status: 'modified' }] }], {
        scope: 'git',
      }),
      ...draw([buildTests([failing])]),
    ];
    expect(renderFacts(facts, 1_000)).toBe(
      [
        'Failing tests:',
        '- cart adds fails: expected 1 to be 2 (test/cart.test.ts:9)',
        'Verification:',
        '- tests failed: 1 failed, 1 passed, 0 skipped of 2 (vitest)',
        'Code:',
        '- git sees 1 changed file',
        '- a.ts is modified',
      ].join('\n'),
    );
  });

  it('tells a failure in the order of use: the test, what was asserted, the place and the function there', () => {
    const deep = { ...failing, file: 'src/cart.ts', line: 5, symbol: 'Cart.total' };
    expect(renderFacts(draw([buildTests([deep])]), 1_000).split('\n')[1]).toBe(
      '- cart adds fails: expected 1 to be 2 (src/cart.ts:5 in Cart.total)',
    );
  });

  it('keeps failing tests before errors, errors before conclusions, and drops the last first', () => {
    const frames = [
      { file: 'src/a.ts', line: 5, function: 'load' },
      { file: 'src/main.ts', line: 2 },
    ];
    const facts = draw([
      { kind: 'git', tool: 'git', changes: [{ path: 'a.ts', status: 'modified' }] },
      { kind: 'trace', tool: 'node', exception: 'TypeError', message: 'x is null', frames },
      buildTests([failing]),
    ]);
    const titles = renderFacts(facts, 2_000)
      .split('\n')
      .filter((line) => line.endsWith(':'));
    expect(titles).toEqual(['Failing tests:', 'Errors:', 'Verification:', 'Code:']);
    const short = renderFacts(facts, 230);
    expect(short).toContain('cart adds fails: expected 1 to be 2 (test/cart.test.ts:9)');
    expect(short).toContain('tests failed: 1 failed');
    expect(short).not.toContain('a.ts is modified');
  });

  it('says how much it left out, and never leaves out the verdict', () => {
    const text = renderFacts(draw([buildTests(many)]), 400);
    expect(text.length).toBeLessThanOrEqual(400);
    expect(text).toContain('tests failed: 40 failed');
    const shown = text.split('\n').filter((line) => line.startsWith('- ')).length;
    expect(text.endsWith(`and ${41 - shown} more`)).toBe(true);
  });

  it('leaves out what is less likely than not, and marks what is doubted', () => {
    const [summary, error] = draw([buildTests([failing])]);
    if (!summary || !error) throw new Error('facts are missing');
    expect(
      renderFacts(
        [
          { ...error, confidence: 0.49 },
          { ...summary, stale: true },
        ],
        1_000,
      ),
    ).toBe('Verification:\n- tests failed: 1 failed, 1 passed, 0 skipped of 2 (vitest) [stale]');
  });

  it('is empty without facts', () => {
    expect(renderFacts([], 100)).toBe('');
  });

  it('never exceeds what was asked', () => {
    const facts = draw([buildTests(many)]);
    fc.assert(
      fc.property(fc.nat({ max: 3_000 }), fc.nat({ max: 41 }), (maxChars, count) => {
        expect(renderFacts(facts.slice(0, count), maxChars).length).toBeLessThanOrEqual(maxChars);
      }),
    );
  });
});
