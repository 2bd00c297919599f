import fc from 'fast-check';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { applyChanges } from '../../../../src/code/typescript/extract/moved-text.js';
import { hoistFunction } from '../../../../src/code/typescript/hoist/hoist-function.js';
import { listFunctions } from '../../../../src/code/typescript/measure/list-functions.js';
import { compile, observe } from '../simplify/behaviour.js';
import { openInput } from '../simplify/open-input.js';
import { closures } from './random-closures.js';

const CASES = 600;

test('moving any function out of a random program does not change what it does', { timeout: 300_000 }, () => {
  fc.assert(
    fc.property(closures, fc.nat(1_000), (text, seed) => {
      const before = compile(text);
      if (!before.ok) return;
      const expected = observe(before, seed);
      const input = openInput(text, 'f');
      for (const { node, name } of listFunctions(ts, input.file)) {
        if (node === input.target) continue;
        const own = name.split('.').at(-1)?.replace(/\W/g, '') ?? '';
        for (const wish of ['moved', own]) {
          const outcome = hoistFunction(input, node, wish);
          if (!outcome.ok) continue;
          const changed = applyChanges(text, outcome.changes);
          const after = compile(changed);
          if (!after.ok) throw new Error(`Does not compile:\n${text}\n=== became ===\n${changed}`);
          expect(observe(after, seed), `${text}\n=== became ===\n${changed}`).toEqual(expected);
        }
      }
    }),
    { numRuns: CASES },
  );
});
