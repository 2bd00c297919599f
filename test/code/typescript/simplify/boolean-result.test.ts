import { describe, expect, test } from 'vitest';
import { code } from './open-input.js';
import { simplify } from './simplify.js';

describe('a function that returns true or false', () => {
  test('returns the comparison itself', () => {
    const text = 'function f(a) {\n  if (a > 1) return true;\n  return false;\n}';
    expect(simplify(text)).toBe('function f(a) {\n  return a > 1;\n}');
  });

  test('returns the opposite of what was asked', () => {
    const text = code`
      function f(a) {
        if (a === 1) {
          return false;
        } else {
          return true;
        }
      }
    `;
    expect(simplify(text)).toBe('function f(a) {\n  return a !== 1;\n}');
  });

  test('turns into a boolean what is none for certain', () => {
    const text = 'function f(a) {\n  if (a.list) return true;\n  return false;\n}';
    expect(simplify(text)).toBe('function f(a) {\n  return Boolean(a.list);\n}');
    expect(
      simplify(
        text.replace('a.list', '!a.list').replace('true', 'x').replace('false', 'true').replace('x', 'false'),
      ),
    ).toBe('function f(a) {\n  return Boolean(a.list);\n}');
  });

  test('does without Boolean where that is something else', () => {
    const text = 'function f(a, Boolean) {\n  if (a.list) return true;\n  return false;\n}';
    expect(simplify(text)).toBe('function f(a, Boolean) {\n  return !!a.list;\n}');
  });

  test('never compares with the opposite operator, since NaN is on no side', () => {
    const text = 'function f(a) {\n  if (a < 1) return false;\n  return true;\n}';
    expect(simplify(text)).toBe('function f(a) {\n  return !(a < 1);\n}');
  });

  test('joins several conditions in a row', () => {
    const text = code`
      function f(a, b) {
        if (a === 1) return true;
        if (b === 2) return false;
        if (b > a) {
          return true;
        }
        return false;
      }
    `;
    expect(simplify(text)).toBe('function f(a, b) {\n  return a === 1 || (b !== 2 && b > a);\n}');
  });

  test('trusts the types of strict TypeScript', () => {
    const text = code`
      function f(flags: { open: boolean }, list: boolean[]): boolean {
        if (flags.open) return true;
        return false;
      }
    `;
    expect(simplify(text, 2, '/sample.ts')).toContain('return flags.open;');
    expect(simplify(text.replace('flags.open', 'list[0]'), 2, '/sample.ts')).toContain(
      'return Boolean(list[0]);',
    );
  });
});

describe('an assignment of true or false', () => {
  test('assigns the condition', () => {
    const text = code`
      function f(a, b) {
        let x;
        if (a && b > 1) x = true;
        else x = false;
        return x;
      }
    `;
    expect(simplify(text, 3)).toBe(code`
      function f(a, b) {
        let x;
        x = Boolean(a && b > 1);
        return x;
      }
    `);
  });

  test('stays when the condition may change where the value goes', () => {
    const text = 'function f(a) {\n  if (next()) a.b.c = true;\n  else a.b.c = false;\n}';
    expect(simplify(text)).toBe('order_of_effects');
    expect(simplify(text.replaceAll('a.b.c', 'a.c'))).toBe('function f(a) {\n  a.c = Boolean(next());\n}');
  });
});

describe('a conditional expression', () => {
  test('between true and false is its condition', () => {
    expect(simplify('function f(a) {\n  return a > 1 ? true : false;\n}')).toBe(
      'function f(a) {\n  return a > 1;\n}',
    );
    expect(simplify('function f(a) {\n  go(!(a || b) ? false : true);\n}')).toBe(
      'function f(a) {\n  go(Boolean(a || b));\n}',
    );
    expect(simplify('function f(a) {\n  return 1 + (a in b ? false : true);\n}')).toBe(
      'function f(a) {\n  return 1 + (!(a in b));\n}',
    );
  });

  test('between two equal values is the value when asking does nothing', () => {
    expect(simplify('function f(a, b) {\n  return a ? b.c : b.c;\n}')).toBe(
      'function f(a, b) {\n  return b.c;\n}',
    );
    expect(simplify('function f(a, b) {\n  return a() ? b.c : b.c;\n}')).toBe('nothing_to_simplify');
  });

  test('stays when a comment in it would get lost', () => {
    expect(simplify('function f(a) {\n  return a > 1 ? /* yes */ true : false;\n}')).toBe('comment_lost');
  });
});
