import { createRequire } from 'node:module';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countTokens } from '../../src/model/index.js';

const { countTokens: countTruly } = createRequire(import.meta.url)('gpt-tokenizer/encoding/o200k_base') as {
  countTokens: (text: string, options: { disallowedSpecial: Set<string> }) => number;
};
const truth = (text: string): number => countTruly(text, { disallowedSpecial: new Set() });

/** Alphabets whose long runs the tokenizer takes for one piece. */
const ALPHABETS = [
  'a',
  'ab',
  'etaoinshrdlu',
  ' ',
  ' \n\t',
  '=',
  '=-+*/',
  '漢字仮名',
  'éèà',
  '\u0301',
  '\u0000',
  '😀👩🏽',
  'абвгд',
];
const run = fc
  .tuple(fc.constantFrom(...ALPHABETS), fc.integer({ min: 1, max: 1_800 }))
  .chain(([alphabet, length]) =>
    fc
      .array(fc.constantFrom(...alphabet), { minLength: length, maxLength: length })
      .map((units) => units.join('')),
  );

describe('the token count', () => {
  it("is the tokenizer's own for ordinary text, control tokens taken as text", () => {
    for (const text of [
      '',
      'hello world',
      'const a = 1;\n'.repeat(100),
      '<|endoftext|> is text here',
      '1234567890'.repeat(300),
    ])
      expect(countTokens(text)).toBe(truth(text));
  });

  it("is never lower than the tokenizer's, and hardly higher, on long runs of one kind", () => {
    fc.assert(
      fc.property(fc.array(run, { minLength: 1, maxLength: 3 }), (runs) => {
        const text = runs.join('');
        const [counted, exact] = [countTokens(text), truth(text)];
        expect(counted).toBeGreaterThanOrEqual(exact);
        expect(counted - exact).toBeLessThanOrEqual(12 * Math.ceil(text.length / 500));
      }),
      { numRuns: 150 },
    );
  });

  it('looks at a run in pieces of bounded length, so that its cost grows with the length and not its square', () => {
    // Half a million characters of one run would take the tokenizer minutes in one piece.
    for (const unit of ['a', ' ', '=', '漢'])
      expect(countTokens(unit.repeat(500_000))).toBeGreaterThan(1_000);
  });
});
