import { describe, expect, test } from 'vitest';
import { simplifyConditional } from '../../../../src/code/typescript/simplify/simplify-conditional.js';
import { applyChanges } from '../../../../src/code/typescript/extract/moved-text.js';
import { attemptRewrites } from '../../../../src/code/typescript/simplify/attempt-rewrites.js';
import { listSites } from '../../../../src/code/typescript/simplify/site.js';
import { openSource } from '../../../../src/code/typescript/simplify/source.js';
import { code, openInput } from './open-input.js';
import { simplify } from './simplify.js';

describe('a switch between constants', () => {
  test('becomes a table that is looked up', () => {
    const text = code`
      import { x } from './x.js';

      /** What people read. */
      export function getLabel(kind) {
        switch (kind) {
          case 'circle':
            return 'Circle';
          // both have four sides
          case 'square':
          case 'rhombus':
            return 'Quadrangle'; // in short
          default:
            return x?.label(kind);
        }
      }
    `;
    expect(simplify(text, 5)).toBe(code`
      import { x } from './x.js';

      const LABEL_BY_KIND = new Map([
        ['circle', 'Circle'],
        // both have four sides
        // in short
        ['square', 'Quadrangle'],
        ['rhombus', 'Quadrangle'],
      ]);

      /** What people read. */
      export function getLabel(kind) {
        return LABEL_BY_KIND.get(kind) ?? x?.label(kind);
      }
    `);
  });

  test('asks the table first where a value is null or the file is older than ??', () => {
    const text = code`
      const rate = (plan) => {
        let value;
        switch (plan) {
          case 'free': value = null; break;
          case 'basic': value = 1; break;
          case 2: value = -2; break;
          default: value = ask(plan);
        }
        return value;
      };
    `;
    expect(simplify(text, 3)).toBe(code`
      const VALUE_BY_PLAN = new Map([
        ['free', null],
        ['basic', 1],
        [2, -2],
      ]);

      const rate = (plan) => {
        let value;
        value = VALUE_BY_PLAN.has(plan) ? VALUE_BY_PLAN.get(plan) : ask(plan);
        return value;
      };
    `);
  });

  test('evaluates what it compares once, and goes on to the default', () => {
    const text = code`
      class Shop {
        price(item) {
          switch (item.next()) {
            case 'a': return 1;
            case 'b': return 2;
            case 'c': return 3;
            default: {
              // unheard of
              const name = item.name;
              throw new Error(name);
            }
          }
        }
      }
    `;
    expect(simplify(text, 3)).toBe(code`
      const PRICE_BY_NEXT = new Map([
        ['a', 1],
        ['b', 2],
        ['c', 3],
      ]);

      class Shop {
        price(item) {
          const found = PRICE_BY_NEXT.get(item.next());
          if (found !== undefined) {
            return found;
          }
          // unheard of
          const name = item.name;
          throw new Error(name);
        }
      }
    `);
  });

  test('uses nothing that old JavaScript does not have, inside what wraps the file', () => {
    const text = code`
      (function () {
        'use strict';
        var log = require('log');

        // Read by people.
        function getLabel(kind) {
          switch (kind) {
            case 'toString': return 1;
            case 'a b': return 2;
            case 'c': return 3;
          }
          log(kind);
        }
      })();
    `;
    expect(simplify(text, 7)).toBe(code`
      (function () {
        'use strict';
        var log = require('log');

        var LABEL_BY_KIND = {
          toString: 1,
          'a b': 2,
          c: 3
        };

        // Read by people.
        function getLabel(kind) {
          if (Object.keys(LABEL_BY_KIND).indexOf(kind) !== -1) {
            return LABEL_BY_KIND[kind];
          }
          log(kind);
        }
      })();
    `);
  });

  test('stays where Map is another class', () => {
    const text = code`
      import { Map } from 'immutable';
      export function f(kind) {
        switch (kind) {
          case 'a': return 1;
          case 'b': return 2;
          case 'c': return 3;
        }
      }
    `;
    expect(simplify(text, 3)).toBe('unsupported');
  });

  test('stays when a case falls through', () => {
    const text = code`
      function f(kind) {
        switch (kind) {
          case 'a': log(1);
          case 'b': return 2;
          case 'c': return 3;
        }
      }
    `;
    expect(simplify(text)).toBe('jump_out');
  });

  test('stays when keys are computed or appear twice', () => {
    const text = code`
      function f(kind, other) {
        switch (kind) {
          case other: return 1;
          case 'b': return 2;
          case 'c': return 3;
        }
      }
    `;
    expect(simplify(text)).toBe('nothing_to_simplify');
    expect(simplify(text.replace('case other', `case 'c'`))).toBe('nothing_to_simplify');
  });

  test('stays when a value is made anew each time', () => {
    const text = code`
      function f(kind) {
        switch (kind) {
          case 'a': return [];
          case 'b': return [];
        }
      }
    `;
    expect(simplify(text)).toBe('nothing_to_simplify');
  });
});

describe('a switch in TypeScript', () => {
  test('needs no check when the types leave nothing out', () => {
    const text = code`
      type Shape = 'a' | 'b' | 'c';
      function area(shape: Shape): 'x' | 'y' {
        switch (shape) {
          case 'a': return 'x';
          case 'b': return 'y';
          case 'c': return 'x';
        }
      }
    `;
    expect(simplify(text, 3, '/sample.ts')).toBe(code`
      type Shape = 'a' | 'b' | 'c';
      const AREA_BY_SHAPE = {
        a: 'x',
        b: 'y',
        c: 'x',
      } as const;

      function area(shape: Shape): 'x' | 'y' {
        return AREA_BY_SHAPE[shape];
      }
    `);
  });

  test('gets the types that do not follow from the entries', () => {
    const text = code`
      function area(shape: unknown): 'x' | 'y' {
        if (shape === 'a') return 'x';
        if (shape === 2) return 'y';
        if (shape === null) return 'x';
        log(shape);
        return 'y';
      }
    `;
    expect(simplify(text, 2, '/sample.ts')).toBe(code`
      const AREA_BY_SHAPE = new Map<unknown, 'x' | 'y'>([
        ['a', 'x'],
        [2, 'y'],
        [null, 'x'],
      ]);

      function area(shape: unknown): 'x' | 'y' {
        const found = AREA_BY_SHAPE.get(shape);
        if (found !== undefined) return found;
        log(shape);
        return 'y';
      }
    `);
  });
});

describe('a chain of conditions', () => {
  test('becomes a table with several keys for one value', () => {
    const text = code`
      const log = require('log');
      run();
      function getMark(text) {
        let mark = '';
        if (text.kind === 'a' || 'b' === text.kind) {
          mark = 'x';
        } else if (text.kind === 'c') mark = 'y';
        return mark;
      }
    `;
    // What runs before the function may call it: the table comes first.
    expect(simplify(text, 5)).toBe(code`
      const log = require('log');
      const MARK_BY_KIND = new Map([
        ['a', 'x'],
        ['b', 'x'],
        ['c', 'y'],
      ]);

      run();
      function getMark(text) {
        let mark = '';
        if (MARK_BY_KIND.has(text.kind)) mark = MARK_BY_KIND.get(text.kind);
        return mark;
      }
    `);
  });

  test('of conditional expressions becomes one too', () => {
    const text = code`
      const widthOf = (c) => 1 + (
        c === 0x61 /* a */ ? 1 : c === 0x62 /* b */ ? 2 : c === 0x63 ? 3 : c?.width
      );
    `;
    expect(simplify(text, 2)).toBe(code`
      const WIDTHS = new Map([
        [0x61 /* a */, 1],
        [0x62 /* b */, 2],
        [0x63, 3],
      ]);

      const widthOf = (c) => 1 + (
        WIDTHS.get(c) ?? c?.width
      );
    `);
  });
});

describe('a switch between statements', () => {
  const text = code`
    function evaluate(op, a, b) {
      switch (op) {
        case '+':
          // plain sum
          return a + b;
        case 'half': {
          const half = a / 2;
          if (half > 10) return 10;
          return half;
        }
        case 'swap':
          log(b);
          return b;
        default:
          throw new Error(op);
      }
    }
  `;

  test('becomes functions that a table selects', () => {
    expect(simplify(text)).toBe(code`
      // plain sum
      function evaluatePlus(a, b) {
        return a + b;
      }

      function evaluateHalf(a) {
        const half = a / 2;
        if (half > 10) return 10;
        return half;
      }

      function evaluateSwap(_a, b) {
        log(b);
        return b;
      }

      const HANDLER_BY_OP = new Map([
        ['+', evaluatePlus],
        ['half', evaluateHalf],
        ['swap', evaluateSwap],
      ]);

      function evaluate(op, a, b) {
        const handler = HANDLER_BY_OP.get(op);
        if (handler) return handler(a, b);
        throw new Error(op);
      }
    `);
  });

  test('has types in TypeScript', () => {
    const typed = text.replace('(op, a, b)', '(op: string, a: number, b: number): number');
    const simple = simplify(typed, 2, '/sample.ts');
    expect(simple).toContain('function evaluateSwap(_a: number, b: number)');
    expect(simple).toContain('new Map<string, (a: number, b: number) => number>([');
  });

  test('keeps an else for what the table does not have', () => {
    const chain = code`
      const show = (kind, out) => {
        if (kind === 'pair') {
          out.push(1);
          out.push(2);
        } else if (kind === 'one') {
          out.push(3);
        } else if (kind === 'less') {
          if (out.length > 0) out.pop();
        } else {
          out.clear();
        }
        out.end();
      };
    `;
    expect(simplify(chain)).toContain(code`
      const show = (kind, out) => {
        const handler = HANDLER_BY_KIND.get(kind);
        if (handler) {
          handler(out);
        } else {
          out.clear();
        }
        out.end();
      };
    `);
  });

  test('stays when the values are single letters, unless comments say what they stand for', () => {
    const write = (b: string, x: string): string => code`
      const read = (base, out) => {
        if (base === 'b') {
          ${b}
          out.push(2);
          out.start();
        } else if (base === 'x') {
          ${x}
          out.push(16);
          out.next();
        } else if (base === 'decimal') {
          out.push(10);
          out.stop();
        }
      };
    `;
    expect(simplify(write('', ''))).toBe('unsupported');
    const named = simplify(write('// base two', '// base sixteen'));
    expect(named).toContain("['b', readBaseTwo],");
    expect(named).toContain("['x', readBaseSixteen],");
  });

  test('stays when branches set variables of the function, and says what to do instead', () => {
    const changed = text
      .replace('return a + b;', 'total = a + b; break;')
      .replace(/case 'half': \{[^}]*\}/, "case 'half': total = a / 2; log(b); break;")
      .replace('return b;', 'total = b; break;')
      .replace('switch', 'let total;\nswitch')
      .replace(/\}\n\}/, '}\nreturn total;\n}');
    const outcome = simplifyConditional(openInput(changed), 3);
    expect(outcome).toMatchObject({
      reason: 'captured_variable',
      hint: 'Extract the longest branch into a function instead.',
    });
  });

  describe('with branches that only call a function of the module', () => {
    const calls = code`
      'use strict';
      const more = require('./more');
      const { less } = require('./less');

      const compare = (a, op, b) => {
        switch (op) {
          case '===':
            if (typeof a === 'object') a = a.version;
            if (typeof b === 'object') b = b.version;
            return a === b;
          // the plain ones
          case '>':
            return more(a, b);
          case '<':
          case 'less':
            return less(a, b);
          default:
            throw new Error(op);
        }
      };
    `;

    test('has those functions in the table, and parameters that a branch sets are its own', () => {
      expect(simplify(calls, 6)).toBe(code`
        'use strict';
        const more = require('./more');
        const { less } = require('./less');

        function compareIdentical(a, b) {
          if (typeof a === 'object') a = a.version;
          if (typeof b === 'object') b = b.version;
          return a === b;
        }

        const HANDLER_BY_OP = new Map([
          ['===', compareIdentical],
          // the plain ones
          ['>', more],
          ['<', less],
          ['less', less],
        ]);

        const compare = (a, op, b) => {
          const handler = HANDLER_BY_OP.get(op);
          if (handler) return handler(a, b);
          throw new Error(op);
        };
      `);
    });

    test('has functions of its own where the file writes them as values, too', () => {
      const arrows = calls.replace(
        'const compare',
        'const one = (a) => a;\nconst two = (a) => one(a);\n\nconst compare',
      );
      expect(simplify(arrows, 9)).toContain('function compareIdentical(');
    });

    test('wraps a function that may be another one later', () => {
      expect(simplify(calls.replace('const more =', 'let more ='), 6)).toContain(
        'function compareGreater(a, b)',
      );
    });

    test('wraps a function that does not exist yet when the table is made', () => {
      const later = calls
        .replace("const more = require('./more');\n", '')
        .concat("\nconst more = require('./more');\n");
      expect(simplify(later, 5)).toContain('function compareGreater(a, b)');
    });

    test('wraps all of them when they take the variables in another order', () => {
      const outcome = simplify(calls.replace('less(a, b)', 'less(b, a)'), 6);
      expect(outcome).toContain('function compareGreater(a, b)');
      expect(outcome).toContain('return less(b, a);');
    });
  });

  test('stays when a branch needs this', () => {
    expect(simplify(text.replace('log(b);', 'this.log(b);'))).toBe('this_binding');
  });

  test('stays when only some branches return', () => {
    expect(simplify(text.replace('return b;', 'break;'))).toBe('conditional_return');
  });

  test('stays when the functions would need too much', () => {
    const many = text
      .replace('(op, a, b)', '(op, a, b, c, d, e, g)')
      .replace('return a + b;', 'return a + b + c + d + e + g;');
    expect(simplify(many)).toBe('captured_variable');
  });
});

describe('comparisons with one value after the other', () => {
  test('become a list of values', () => {
    expect(
      simplify(`const f = (a) => {\n  if (a.b === 1 || a.b === 'x' || a.b === null || a.c) go();\n};`),
    ).toBe(`const f = (a) => {\n  if ([1, 'x', null].includes(a.b) || a.c) go();\n};`);
    expect(simplify(`const f = (a) => {\n  while (a !== 1 && a !== 2 && a !== 3) a = go();\n};`)).toBe(
      `const f = (a) => {\n  while (![1, 2, 3].includes(a)) a = go();\n};`,
    );
    expect(simplify(`var f = function (a) {\n  if (a === 1 || a === 2 || a === 3) go();\n};`)).toBe(
      `var f = function (a) {\n  if ([1, 2, 3].indexOf(a) !== -1) go();\n};`,
    );
  });

  test('do not join the line before them', () => {
    expect(
      simplify(`const f = (a) => {\n  go()\n  a === 1 || a === 2 || a === 3 ? go() : stop()\n}`, 3),
    ).toBe(`const f = (a) => {\n  go()\n  ;[1, 2, 3].includes(a) ? go() : stop()\n}`);
  });

  test('stay when what is compared may change in between', () => {
    expect(simplify(`const f = (a) => {\n  if (a() === 1 || a() === 2 || a() === 3) go();\n};`)).toBe(
      'nothing_to_simplify',
    );
  });
});

test('a branch that reads what a function beside it changes later gets no handler outside', () => {
  const text = code`
    function react(event) {
      let mood = 'calm';
      if (event) later(() => { mood = 'late' });
      switch (event) {
        case 'open':
          log('opened');
          break;
        case 'shut':
          log('shut');
          break;
        case 'ask':
          log('asked');
          log(mood);
          break;
        default:
          log('none');
          break;
      }
    }
  `;
  const source = openSource(openInput(text, 'react'));
  const attempts = listSites(source).flatMap((site) => attemptRewrites(source, site));
  const texts = attempts.flatMap((attempt) => (attempt.ok ? [applyChanges(text, attempt.changes)] : []));
  for (const made of texts) expect(made).not.toMatch(/^function \w+\([^)]*\) \{\n[^}]*mood\);/m);
  expect(attempts.length).toBeGreaterThan(0);
});
