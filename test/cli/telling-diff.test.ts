import { describe, expect, it } from 'vitest';
import { excerptDiff, renderTellingFix, type KeptFix } from '../../src/cli/telling-diff.js';

const plain = (_: unknown, text: string): string => text;

const DIFF = `diff --git a/fare.js b/fare.js
index 1..2 100644
--- a/fare.js
+++ b/fare.js
@@ -1,7 +1,7 @@ function fare()
 one
 two
-  three
+  four
 five
 six
 seven
+--- eight
\\ No newline at end of file
`;

function keep(
  symbol: string,
  [before, after]: readonly [number | null, number | null],
  diff = DIFF,
): KeptFix {
  const named = { id: `V-${symbol}`, check: 'complexity', path: 'fare.js', symbol };
  return { fix: { ...named, task: 'fix-1.1', before, after, steps: 1, tokens: 0, files: ['fare.js'] }, diff };
}

describe('a telling diff', () => {
  it('is what changed, with a line around it, and says where it leaves something out', () => {
    expect(excerptDiff(DIFF)).toEqual([
      ' two',
      '-  three',
      '+  four',
      ' five',
      '  …',
      ' seven',
      '+--- eight',
    ]);
  });

  it('is of the fix that makes the most of it', () => {
    const lines = renderTellingFix(
      [keep('fare', [12, 10]), keep('toll', [12, 6]), keep('tax', [null, null])],
      plain,
    );
    expect(lines[0]).toBe('toll in fare.js, complexity 12 → 6:');
    expect(lines).toContain('+  four');
  });

  it('is rather of a fix that gives something a name', () => {
    const named = DIFF.replace('+  four', '+function isFour() {}');
    const lines = renderTellingFix([keep('fare', [12, 6]), keep('toll', [12, 10], named)], plain);
    expect(lines[0]).toBe('toll in fare.js, complexity 12 → 10:');
  });

  it('is short, or is left out', () => {
    const long = `@@ -1 +1,30 @@\n${'+line\n'.repeat(30)}`;
    expect(renderTellingFix([keep('fare', [30, 1], long), keep('toll', [12, 10])], plain)[0]).toContain(
      'toll',
    );
    expect(renderTellingFix([keep('fare', [30, 1], long)], plain)).toEqual([]);
    expect(renderTellingFix([keep('fare', [null, null])], plain)).toEqual([]);
  });
});
