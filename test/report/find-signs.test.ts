import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSignFinder } from '../../src/report/find-signs.js';

describe('the signs in a text', () => {
  it('are those that it contains, each found in one pass', () => {
    const part = fc.constantFrom('a', 'b', ':', ' ', 'F', '✓', '\n', 'aa', '::');
    const short = fc.array(part, { minLength: 2, maxLength: 5 }).map((parts) => parts.join(''));
    const long = fc.array(part, { maxLength: 200 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.array(short, { maxLength: 20 }), long, (signs, text) => {
        const found = createSignFinder(signs)(text);
        expect([...found].sort()).toEqual([...new Set(signs)].filter((sign) => text.includes(sign)).sort());
      }),
      { numRuns: 2_000 },
    );
  });

  it('are found again in the next text', () => {
    const find = createSignFinder(['FAIL', 'ok 1']);
    expect([...find('FAIL')]).toEqual(['FAIL']);
    expect([...find('FAIL\nok 1')].sort()).toEqual(['FAIL', 'ok 1']);
    expect([...find('')]).toEqual([]);
  });
});
