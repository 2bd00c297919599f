import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyChanges } from '../../../../src/code/typescript/extract/moved-text.js';
import { attemptRewrites } from '../../../../src/code/typescript/simplify/attempt-rewrites.js';
import {
  listConditionals,
  simplifyConditional,
} from '../../../../src/code/typescript/simplify/simplify-conditional.js';
import { listSites } from '../../../../src/code/typescript/simplify/site.js';
import { openSource } from '../../../../src/code/typescript/simplify/source.js';
import { compile, observe } from './behaviour.js';
import { openInput } from './open-input.js';
import { program } from './random-program.js';

const CASES = 600;

test(
  'every rewrite of every condition of a random program does what the program did, and keeps its comments',
  { timeout: 300_000 },
  () => {
    fc.assert(
      fc.property(program, fc.nat(1_000), (text, seedOfInputs) => {
        const before = compile(text);
        if (!before.ok) return;
        const expected = observe(before, seedOfInputs);
        const source = openSource(openInput(text, 'f'));
        for (const attempt of listSites(source).flatMap((site) => attemptRewrites(source, site))) {
          if (attempt.ok)
            expectSame(applyChanges(text, attempt.changes), expected, seedOfInputs, attempt.kind, text);
        }
      }),
      { numRuns: CASES },
    );
  },
);

test('simplifying until nothing is left to simplify does what the program did', { timeout: 300_000 }, () => {
  fc.assert(
    fc.property(program, fc.nat(1_000), (text, seedOfInputs) => {
      const before = compile(text);
      if (!before.ok) return;
      const expected = observe(before, seedOfInputs);
      let current = text;
      for (let round = 0; round < 6; round++) {
        const input = openInput(current, 'f');
        const [first] = listConditionals(input);
        if (first === undefined) break;
        const done = simplifyConditional(input, first.line);
        if (!done.ok) throw new Error(`Offered, then refused: ${done.reason}\n${current}`);
        current = applyChanges(current, done.changes);
        expectSame(current, expected, seedOfInputs, first.kind, text);
      }
    }),
    { numRuns: Math.ceil(CASES / 6) },
  );
});

function expectSame(
  text: string,
  expected: readonly string[],
  seedOfInputs: number,
  kind: string,
  original: string,
): void {
  const after = compile(text);
  const trace = `${kind}\n${original}\n=== became ===\n${text}`;
  if (!after.ok) throw new Error(`Does not compile: ${trace}`);
  expect(observe(after, seedOfInputs), trace).toEqual(expected);
  expect(listRemarks(text), trace).toEqual(listRemarks(original));
}

function listRemarks(text: string): string[] {
  return [...text.matchAll(/remark \d+/g)].map(([remark]) => remark).sort();
}
