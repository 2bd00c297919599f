import { describe, expect, it } from 'vitest';
import { move, unindent } from './marked-source.js';

function expectMove(before: string, after: string, path = 'a.js'): void {
  expect(move(unindent(before), 'moved', path)).toBe(unindent(after));
}

/** The moved function alone, for code whose first line is `comment`. */
function moveBelow(comment: string): string {
  const text = `function run(list) {\n  ${comment}\n  «if (list) {\n    list.pop();\n  }»\n  return list;\n}\n`;
  const outcome = move(text);
  return typeof outcome === 'string' ? outcome.slice(outcome.indexOf('\n}\n') + 4) : outcome.reason;
}

describe('the comment above the moved code', () => {
  it('stands above the new function when it speaks of all that moves', () => {
    expectMove(
      `
      function run(list) {
        const all = list.slice();

        // Only what is there counts;
        // the rest is noise.
        «for (const item of list) {
          if (item) all.push(item);
        }»

        return all;
      }
      `,
      `
      function run(list) {
        const all = list.slice();

        moved(list, all);

        return all;
      }

      // Only what is there counts;
      // the rest is noise.
      function moved(list, all) {
        for (const item of list) {
          if (item) all.push(item);
        }
      }
      `,
    );
  });

  it('keeps the shape of a comment of several lines', () => {
    expectMove(
      `
      class Run {
        go(list) {
          if (list) {
            /**
             * Only what is there counts.
             *
             * The rest is noise.
             */
            «list.sort();
            list.pop();»
          }
        }
      }
      `,
      `
      class Run {
        go(list) {
          if (list) {
            moved(list);
          }
        }
      }

      /**
       * Only what is there counts.
       *
       * The rest is noise.
       */
      function moved(list) {
        list.sort();
        list.pop();
      }
      `,
    );
  });

  it('keeps CRLF', () => {
    const before =
      'function run(list) {\r\n\t// Why.\r\n\t// How.\r\n\t«list.sort();»\r\n\treturn list;\r\n}\r\n';
    expect(move(before)).toBe(
      'function run(list) {\r\n\tmoved(list);\r\n\treturn list;\r\n}\r\n\r\n// Why.\r\n// How.\r\nfunction moved(list) {\r\n\tlist.sort();\r\n}\r\n',
    );
  });

  it('stays in the body when the code has more than one paragraph', () => {
    expectMove(
      `
      function run(list) {
        // First sort.
        «list.sort();

        list.pop();»
        return list;
      }
      `,
      `
      function run(list) {
        moved(list);
        return list;
      }

      function moved(list) {
        // First sort.
        list.sort();

        list.pop();
      }
      `,
    );
  });

  it('stays in the body when it goes on with what stands above it', () => {
    expectMove(
      `
      function run(list) {
        list.reverse();
        // Then sort.
        «list.sort();»
        return list;
      }
      `,
      `
      function run(list) {
        list.reverse();
        moved(list);
        return list;
      }

      function moved(list) {
        // Then sort.
        list.sort();
      }
      `,
    );
  });

  it.each([
    '// eslint-disable-next-line no-empty',
    '/* istanbul ignore next */',
    '// @ts-expect-error: not yet',
    '// prettier-ignore',
    '/** @type {number} */',
    '/*! license */',
    '// TODO: check the tag',
  ])('stays with its statement when it is a note to somebody: %s', (comment) => {
    expect(moveBelow(comment)).toContain(`function moved(list) {\n  ${comment}\n  if (list) {`);
  });

  it('stays where it is when it stands on the line of the statement', () => {
    expect(move('function run(list) {\n  /* why */ «if (list) list.pop();»\n  return list;\n}\n')).toContain(
      'function moved(list) {\n  /* why */ if (list) list.pop();\n}',
    );
  });

  it('stays with the first branch when there are several', () => {
    const after = move(
      'function f(a) {\n  g();\n\n  // nothing was given\n  «if (!a) {\n    g(1);\n  } else if (a > 3) {\n    g(2);\n  }»\n}\n',
    );
    expect(after).toMatch(/function moved\(a\) \{\n {2}\/\/ nothing was given\n {2}if \(!a\)/);
  });

  it('of the old function stays with it even above an empty line', () => {
    const after = move(
      "'use strict';\n\nconst x = 1;\n\n/** Does it. */\n\nconst f = (a) => {\n  «if (a) g(x);\n  g(a);»\n};\n\nmodule.exports = f;\n",
    );
    expect(after).toContain('/** Does it. */\n\nconst f = (a) => {');
    expect(after).toMatch(/moved\(a\)[\s\S]*\/\*\* Does it/);
  });
});
