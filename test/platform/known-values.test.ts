import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createKnownValues } from '../../src/platform/known-values.js';

/** The characters covered by any occurrence, found the slow and obvious way. */
function markSlowly(text: string, values: readonly string[]): boolean[] {
  const marks = Array.from(text, () => false);
  for (const value of values) {
    for (let start = 0; start + value.length <= text.length; start++) {
      if (text.startsWith(value, start)) marks.fill(true, start, start + value.length);
    }
  }
  return marks;
}

test('every occurrence is found, repeating and overlapping ones included', () => {
  const value = fc.oneof(
    fc.stringMatching(/^[ab]{12,20}$/),
    fc.stringMatching(/^(?:ab){6,9}a?$/),
    fc.stringMatching(/^[a-d]{12,14}$/),
  );
  const scenario = fc
    .array(value, { minLength: 1, maxLength: 5 })
    .chain((values) =>
      fc.tuple(
        fc.constant(values),
        fc.array(fc.oneof(fc.constantFrom(...values), fc.stringMatching(/^[a-d]{0,6}$/)), { maxLength: 10 }),
      ),
    );
  fc.assert(
    fc.property(scenario, ([values, parts]) => {
      const text = parts.join('');
      const known = createKnownValues();
      for (const one of values) known.add(one);
      const marks = Array.from(text, () => false);
      for (const { start, end } of known.find(text)) marks.fill(true, start, end);
      expect(marks).toEqual(markSlowly(text, values));
    }),
    { numRuns: 300 },
  );
});

test('values shorter than twelve characters are not looked for', () => {
  const known = createKnownValues();
  known.add('password');
  expect(known.find('password password')).toEqual([]);
});
