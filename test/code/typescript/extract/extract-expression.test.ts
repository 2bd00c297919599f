import { describe, expect, it } from 'vitest';
import { moveExpression, unindent } from './marked-source.js';

function expectMove(before: string, after: string, path = 'a.js'): void {
  expect(moveExpression(unindent(before), 'moved', path)).toBe(unindent(after));
}

describe('extractExpression', () => {
  it('gives a condition a name', () => {
    expectMove(
      `
      function show(user, limit) {
        if («user.active && (user.points > limit || user.admin)») {
          print(user);
        }
      }
      `,
      `
      function show(user, limit) {
        if (moved(user, limit)) {
          print(user);
        }
      }

      function moved(user, limit) {
        return user.active && (user.points > limit || user.admin);
      }
      `,
    );
  });

  it('keeps the layout of an expression of several lines', () => {
    expectMove(
      `
      class User {
        isGood(limit: number): boolean {
          const good =
            «limit > 1 &&
            // never more
            limit < 10»;
          return good;
        }
      }
      `,
      `
      class User {
        isGood(limit: number): boolean {
          const good =
            moved(limit);
          return good;
        }
      }

      function moved(limit: number): boolean {
        return limit > 1 &&
          // never more
          limit < 10;
      }
      `,
      'a.ts',
    );
  });

  it('awaits what awaits', () => {
    expectMove(
      `
      async function load(url) {
        return («await fetch(url)»).text;
      }
      `,
      `
      async function load(url) {
        return (await moved(url)).text;
      }

      async function moved(url) {
        return await fetch(url);
      }
      `,
    );
  });

  it('takes an operand of a template', () => {
    expectMove(
      `
      function label(a, b) {
        return \`sum: \${«a + b»}\`;
      }
      `,
      `
      function label(a, b) {
        return \`sum: \${moved(a, b)}\`;
      }

      function moved(a, b) {
        return a + b;
      }
      `,
    );
  });

  it('needs parentheses around a value that begins on another line or is a list', () => {
    expectMove(
      `
      function pair(a, b) {
        for (;; «a(), b()») {
          a(b);
        }
      }
      `,
      `
      function pair(a, b) {
        for (;; moved(a, b)) {
          a(b);
        }
      }

      function moved(a, b) {
        return a(), b();
      }
      `,
    );
  });
});
