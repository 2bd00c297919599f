import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { hoistFunction } from '../../../../src/code/typescript/hoist/hoist-function.js';
import { listFunctions } from '../../../../src/code/typescript/measure/list-functions.js';
import { code, openInput, show } from '../simplify/open-input.js';

/** Moves the first function that is declared inside the first function of the text. */
function hoist(text: string, name: string, path = '/sample.js'): string {
  const input = openInput(text, undefined, path);
  const inner = listFunctions(ts, input.file).find(
    ({ node }) => node !== input.target && node.pos >= input.target.pos && node.end <= input.target.end,
  );
  if (inner === undefined) throw new Error('The sample has no inner function.');
  return show(input, hoistFunction(input, inner.node, name));
}

describe('a function inside a function', () => {
  test('moves behind it with its comments, and is given what it used to see', () => {
    const text = code`
      export function total(items, rate) {
        const scale = 100;

        // Cents are enough.
        function round(value) {
          return Math.round(value * scale) / scale;
        } // done

        let sum = 0;
        for (const item of items) sum += round(item.price * rate);
        return round(sum);
      }

      export const limit = 5;
    `;
    expect(hoist(text, 'round')).toBe(code`
      export function total(items, rate) {
        const scale = 100;

        let sum = 0;
        for (const item of items) sum += round(scale, item.price * rate);
        return round(scale, sum);
      }

      // Cents are enough.
      function round(scale, value) {
        return Math.round(value * scale) / scale;
      } // done

      export const limit = 5;
    `);
  });

  test('becomes a declaration when it was the value of a variable, recursion included', () => {
    const text = code`
      function count(tree, limit) {
        const walk = async (node = tree) =>
          node.left ? limit + (await walk(node.left)) : 1;
        return walk();
      }
    `;
    expect(hoist(text, 'countNodes')).toBe(code`
      function count(tree, limit) {
        return countNodes(tree, limit);
      }

      async function countNodes(tree, limit, node = tree) {
        return node.left ? limit + (await countNodes(tree, limit, node.left)) : 1;
      }
    `);
  });

  test('keeps its types, and gets those of what it is given', () => {
    const text = code`
      function total(items: readonly number[], rate: number): number {
        const scale = 100
        const add = <T,>(a: number, b: T): number => {
          return a * scale + items.length
        }
        return add<string>(rate, '')
      }
    `;
    expect(hoist(text, 'add', '/sample.ts')).toBe(code`
      function total(items: readonly number[], rate: number): number {
        const scale = 100
        return add<string>(scale, items, rate, '')
      }

      function add<T,>(scale: number, items: readonly number[], a: number, b: T): number {
        return a * scale + items.length
      }
    `);
  });

  test('moves above it where the file has its helpers above', () => {
    const text = code`
      function first() {}

      // Says it.
      function outer(a) {
        const say = (b) => log(a, b);
        first();
        say(1);
      }
    `;
    const input = openInput(text, 'outer');
    const say = listFunctions(ts, input.file).find(({ name }) => name.endsWith('say'));
    if (say === undefined) throw new Error('The sample has lost its function.');
    expect(show(input, hoistFunction(input, say.node, 'say'))).toBe(code`
      function first() {}

      function say(a, b) {
        return log(a, b);
      }

      // Says it.
      function outer(a) {
        first();
        say(a, 1);
      }
    `);
  });

  test('stays strict when it leaves a class', () => {
    const text = code`
      class Box {
        open(key) {
          function turn(lock) {
            return lock(key);
          }
          return turn(this.lock);
        }
      }
    `;
    expect(hoist(text, 'turn')).toBe(code`
      class Box {
        open(key) {
          return turn(key, this.lock);
        }
      }

      function turn(key, lock) {
        'use strict';
        return lock(key);
      }
    `);
  });

  test('moves only as far as the function that wraps the file', () => {
    const text = code`
      (function () {
        var log = console.log;
        function run(a) {
          function say(b) { log(a, b); }
          say(1);
        }
      })();
    `;
    const input = openInput(text);
    const [, run, say] = listFunctions(ts, input.file);
    if (run === undefined || say === undefined) throw new Error('The sample has lost its functions.');
    const inside = { ...input, target: run.node };
    expect(show(inside, hoistFunction(inside, say.node, 'say'))).toBe(code`
      (function () {
        var log = console.log;
        function run(a) {
          say(a, 1);
        }

        function say(a, b) { log(a, b); }
      })();
    `);
  });
});

describe('a function stays where it is', () => {
  const sample = code`
    function outer(a, b) {
      let last = 0;
      const add = (x) => x + a + last;
      return add(b);
    }
  `;
  const cases: readonly [string, string, string, string?][] = [
    ['when it changes a variable around it', sample.replace('x + a', '(last = x)'), 'captured_variable'],
    [
      'when a variable changes while it may still read it',
      sample.replace('x + a + last', '() => last').replace('return', 'last = 1; return'),
      'captured_variable',
    ],
    [
      'when a call changes what it would be given',
      sample.replace('add(b)', 'add(last++)'),
      'captured_variable',
    ],
    [
      'when the variable is not there yet',
      sample.replace('let last = 0;\n', '').replace('return', 'add(1); let last = 0; return'),
      'captured_variable',
    ],
    [
      'when a call sees another variable of that name',
      sample.replace('return add(b);', '{ const a = 1; return add(a); }'),
      'captured_variable',
    ],
    ['when it is used as a value', sample.replace('add(b)', 'b.map(add)'), 'unsupported'],
    [
      'when it has no name',
      sample.replace('const add = (x) => x + a + last;', 'b.map((x) => x);'),
      'unsupported',
    ],
    ['when it is one of several variables', sample.replace('const add', 'const one = 1, add'), 'unsupported'],
    [
      'when a function may call it before it exists',
      sample
        .replace('let last = 0;', 'let last = 0; early();')
        .replace(/}$/, '  function early() { return add(1); }\n}'),
      'order_of_effects',
    ],
    [
      'when it is called before it exists',
      sample.replace('let last = 0;', 'let last = 0; add(1);'),
      'order_of_effects',
    ],
    [
      'when it is set anew',
      sample.replace('const add', 'let add').replace('return', 'add = b; return'),
      'captured_variable',
    ],
    ['when it uses this', sample.replace('x + a', 'this.x'), 'this_binding'],
    ['when it uses arguments', sample.replace('x + a', 'arguments[0]'), 'arguments_object'],
    ['when it uses new.target', sample.replace('x + a', 'new.target'), 'super_call'],
    ['when the name is taken', `import { sum } from 'x';\n${sample}`, 'name_taken'],
    ['when the name is none', sample, 'bad_name', 'class'],
    ['when a comment would get lost', sample.replace('add =', 'add /* up */ ='), 'comment_lost'],
  ];

  test.each(cases)('%s', (_, text, reason, name = 'sum') => {
    expect(hoist(text, name)).toBe(reason);
  });

  test('when its own name means something at the top of the file', () => {
    expect(hoist(`${sample}\nadd(1);`, 'add')).toBe('name_taken');
    expect(hoist(sample, 'add')).toContain('function add(a, last, x) {');
  });

  test('when its types are known only inside', () => {
    const text = 'function outer<T>(a: T) {\n  const same = (x: T) => x;\n  return same(a);\n}';
    expect(hoist(text, 'same', '/sample.ts')).toBe('type_not_nameable');
    const typed =
      'function outer(a: number) {\n  const same: (x: number) => number = (x) => x;\n  return same(a);\n}';
    expect(hoist(typed, 'same', '/sample.ts')).toBe('type_not_nameable');
  });
});
