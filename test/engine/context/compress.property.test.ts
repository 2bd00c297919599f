// Whatever is compacted gets smaller, fits, and says what was left out.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitNewest } from '../../../src/engine/context/compress.js';
import { fitLines, fitList, fitStart } from '../../../src/engine/index.js';
import { countTokens } from '../../../src/model/index.js';

const piece = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme-composite', maxLength: 60 }),
  fc.nat(900).map((length) => 'x'.repeat(length)),
  fc.nat(300).map((length) => ' '.repeat(length)),
  fc.constantFrom('', '🙂🙂🙂', '\r', '\u0000', '한국어 텍스트', '<|endoftext|>'),
);
const lines = fc.array(piece, { maxLength: 60 });
const room = fc.oneof(fc.nat(40), fc.nat(2_000));

interface Compacted {
  readonly text: string;
  readonly tokens: number;
  readonly cut?: string;
}

function expectSmaller(original: string, compacted: Compacted, maxTokens: number): void {
  expect(compacted.tokens).toBeLessThanOrEqual(maxTokens);
  expect(compacted.tokens).toBe(countTokens(compacted.text));
  expect(compacted.text.length).toBeLessThanOrEqual(original.length);
  if (compacted.cut === undefined) expect(compacted.text).toBe(original);
  else expect(compacted.text).not.toBe(original);
}

test('fitLines never makes a text larger, never exceeds its room and names every cut', () => {
  fc.assert(
    fc.property(lines, room, (parts, maxTokens) => {
      const text = parts.join('\n');
      expectSmaller(text, fitLines(text, maxTokens), maxTokens);
    }),
    { numRuns: 300 },
  );
});

test('fitList and fitNewest never make a list larger, never exceed their room and name every cut', () => {
  fc.assert(
    fc.property(lines, room, (items, maxTokens) => {
      expectSmaller(items.join('\n'), fitList(items, maxTokens), maxTokens);
      expectSmaller(items.join('\n'), fitNewest(items, maxTokens), maxTokens);
    }),
    { numRuns: 300 },
  );
});

test('fitStart never makes a text larger, never exceeds its room and names every cut', () => {
  fc.assert(
    fc.property(piece, room, (text, maxTokens) => {
      expectSmaller(text, fitStart(text, maxTokens), maxTokens);
    }),
    { numRuns: 300 },
  );
});

test('a file is cut in its middle and says how many lines are missing', () => {
  const text = Array.from({ length: 100 }, (_, index) => `line ${index + 1}`).join('\n');
  const fitted = fitLines(text, 60);
  expect(fitted.text.split('\n')[0]).toBe('line 1');
  expect(fitted.text.split('\n').at(-1)).toBe('line 100');
  expect(fitted.text).toMatch(/^# \.\.\. \d+ lines omitted \.\.\.$/m);
  expect(fitted.cut).toMatch(/^\d+ of 100 lines left out$/);
});

test('a list keeps its first items and counts the rest', () => {
  const items = Array.from({ length: 50 }, (_, index) => `item number ${index + 1}`);
  const fitted = fitList(items, 40);
  const shown = fitted.text.split('\n');
  expect(shown[0]).toBe('item number 1');
  expect(shown.at(-1)).toBe(`and ${50 - (shown.length - 1)} more`);
});

test('of what happened the newest entries are kept', () => {
  const items = Array.from({ length: 50 }, (_, index) => `item number ${index + 1}`);
  const fitted = fitNewest(items, 40);
  expect(fitted.text.split('\n').at(-1)).toBe('item number 50');
  expect(fitted.cut).toMatch(/^\d+ of 50 items left out$/);
});

test('around a line that matters what lies before and after it is left out first', () => {
  const lines = Array.from({ length: 100 }, (_, index) => `line ${index + 1}`);
  const { text, cut } = fitLines(lines.join('\n'), 60, { focus: 69 });
  const kept = text.split('\n');
  expect(kept).toContain('line 70');
  expect(kept[0]).toMatch(/^# \.\.\. \d+ lines omitted \.\.\.$/);
  expect(kept.at(-1)).toMatch(/^# \.\.\. \d+ lines omitted \.\.\.$/);
  expect(cut).toMatch(/^\d+ of 100 lines left out$/);
  expect(fitLines(lines.join('\n'), 60, { focus: 99 }).text.split('\n').at(-1)).toBe('line 100');
  expect(fitLines(lines.join('\n'), 60, { focus: 0 }).text.split('\n')[0]).toBe('line 1');
});
