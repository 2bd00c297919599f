import { describe, expect, test } from 'vitest';
import { code } from './open-input.js';
import { simplify } from './simplify.js';

describe('an else after a branch that leaves', () => {
  test('is dropped along the whole chain', () => {
    const text = code`
      function price(item) {
        if (item.free) {
          return 0;
        } else if (item.sale) {
          return item.sale;
        } // the usual case
        else {
          // full price
          const tax = item.price * 0.2;
          return item.price + tax;
        }
      }
    `;
    expect(simplify(text)).toBe(code`
      function price(item) {
        if (item.free) {
          return 0;
        }
        if (item.sale) {
          return item.sale;
        }
        // the usual case
        // full price
        const tax = item.price * 0.2;
        return item.price + tax;
      }
    `);
  });

  test('stays from the first branch on that goes on', () => {
    const text = code`
      function mark(item) {
        if (item.free) return;
        else if (item.sale) reduce(item);
        else keep(item);
        done(item);
      }
    `;
    expect(simplify(text)).toBe('nothing_to_simplify');
  });

  test('stays when a name in it is taken outside', () => {
    const text = code`
      function pick(list) {
        const best = list[0];
        if (best) {
          const best = list.at(-1);
          return best;
        } else {
          const best = list[1];
          return best;
        }
      }
    `;
    expect(simplify(text, 3)).toBe('name_taken');
  });

  test('is dropped when it is empty', () => {
    const text = 'function f(a) {\n  if (a) {\n    go();\n  } else {\n    // nothing\n  }\n}';
    expect(simplify(text)).toBe('function f(a) {\n  // nothing\n  if (a) {\n    go();\n  }\n}');
  });
});

describe('a branch that leaves', () => {
  test('goes first when the other one is longer', () => {
    const text = code`
      function send(order) {
        if (order.paid === true) {
          for (const item of order.items) {
            if (item.count > 0) pack(item);
          }
        } else {
          warn(order);
          throw new Error('not paid');
        }
      }
    `;
    expect(simplify(text)).toBe(code`
      function send(order) {
        if (order.paid !== true) {
          warn(order);
          throw new Error('not paid');
        }
        for (const item of order.items) {
          if (item.count > 0) pack(item);
        }
      }
    `);
  });

  test('is all that is left of a condition whose first branch is empty', () => {
    const text = 'function f(a) {\n  if (a) {\n    // fine\n  } else {\n    stop();\n  }\n}';
    expect(simplify(text)).toBe('function f(a) {\n  // fine\n  if (!a) {\n    stop();\n  }\n}');
  });
});
