import { describe, expect, test } from 'vitest';
import { code } from './open-input.js';
import { simplify } from './simplify.js';

describe('nested conditional expressions', () => {
  test('become early returns', () => {
    const text = code`
      function size(list, limit) {
        return list.length === 0
          ? 'none' // nothing at all
          : list.length > limit
            ? { name: 'many',
                count: list.length }
            : 'some';
      }
    `;
    expect(simplify(text, 2)).toBe(code`
      function size(list, limit) {
        // nothing at all
        if (list.length === 0) {
          return 'none';
        }
        if (list.length > limit) {
          return { name: 'many',
              count: list.length };
        }
        return 'some';
      }
    `);
  });

  test('return the simpler side first', () => {
    const text = 'const f = (a, b, c) => (a ? (b ? 1 : c ? 2 : 3) : 4)';
    expect(simplify(text, 1)).toBe(code`
      const f = (a, b, c) => {
        if (!a) {
          return 4
        }
        if (b) {
          return 1
        }
        if (c) {
          return 2
        }
        return 3
      }
    `);
  });

  test('become branches where they are assigned, once they are deep enough', () => {
    const text = 'function f(a, b, c) {\n  const x = a ? 1 : b ? 2 : c ? 3 : 4;\n  return x;\n}';
    expect(simplify(text)).toBe(code`
      function f(a, b, c) {
        let x;
        if (a) {
          x = 1;
        } else if (b) {
          x = 2;
        } else if (c) {
          x = 3;
        } else {
          x = 4;
        }
        return x;
      }
    `);
    expect(simplify('function f(a, b) {\n  const x = a ? 1 : b ? 2 : 3;\n  return x;\n}')).toBe(
      'nothing_to_simplify',
    );
  });

  test('stay where a function in them would get a name', () => {
    const text = 'function f(a, b, c) {\n  const x = a\n    ? () => 1 : b ? 2 : c ? 3 : 4;\n  return x;\n}';
    expect(simplify(text)).toBe('nothing_to_simplify');
  });
});
