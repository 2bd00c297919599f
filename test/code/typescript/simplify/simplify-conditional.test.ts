import { describe, expect, test } from 'vitest';
import {
  listConditionals,
  simplifyConditional,
} from '../../../../src/code/typescript/simplify/simplify-conditional.js';
import { code, openInput } from './open-input.js';
import { simplify } from './simplify.js';

const NESTED = code`
  function f(a, b) {
    if (a) {
      if (b) {
        go();
      }
    }
    return b ? true : false;
  }
`;

describe('simplifyConditional', () => {
  test('says where conditions are when there is none on the line', () => {
    const outcome = simplifyConditional(openInput(NESTED), 4);
    expect(outcome).toMatchObject({
      ok: false,
      reason: 'not_found',
      hint: 'Conditions begin on lines 2, 3, 7.',
    });
  });

  test('tells in a few words what it did', () => {
    const outcome = simplifyConditional(openInput(NESTED), 2);
    expect(outcome).toMatchObject({ ok: true, created: [], summary: 'merged 2 nested conditions' });
  });

  test('leaves conditions of inner functions to those', () => {
    const text = 'function f(list) {\n  list.forEach((a) => { if (a) { if (a.b) go(); } });\n}';
    expect(simplifyConditional(openInput(text), 2)).toMatchObject({ ok: false, reason: 'not_found' });
  });

  test('leaves code alone whose names are not certain', () => {
    expect(simplify(NESTED.replace('go()', 'eval(a)'))).toBe('unsupported');
  });
});

describe('listConditionals', () => {
  test('lists what would succeed, and what each number would gain', () => {
    expect(listConditionals(openInput(NESTED))).toEqual([
      { line: 2, kind: 'merge_nested', gain: { cyclomatic: 0, cognitive: 1, nesting: 1 } },
      { line: 7, kind: 'boolean_result', gain: { cyclomatic: 1, cognitive: 1, nesting: 0 } },
    ]);
  });

  test('lists nothing where no number gets smaller', () => {
    expect(listConditionals(openInput('function f(a) {\n  if (a) go();\n  else stop();\n}'))).toEqual([]);
  });
});
