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

  it('leaves a condition on one line when the call fits there', () => {
    const after = moveExpression(
      'function f(a, b) {\n  if (\n    «a.first === 1 &&\n    b.second === 2»\n  ) {\n    a.go();\n  }\n}\n',
    );
    expect(after).toContain('  if (moved(a, b)) {\n    a.go();\n');
  });

  it('is true or false where types are written and only that is asked', () => {
    const source = (use: string): string =>
      `interface User { name?: string; age?: number }\nfunction f(user: User): unknown {\n  ${use}\n  return user;\n}\n`;
    const asked = moveExpression(source("if («user.name && user.age»  ) return 'x';"), 'moved', 'a.ts');
    expect(asked).toContain('return Boolean(user.name && user.age);');
    expect(asked).toContain("if (moved(user)) return 'x';");
    const compared = moveExpression(
      source("if («user.name === 'a' && user.age === 1») return 1;"),
      'moved',
      'a.ts',
    );
    expect(compared).not.toContain('Boolean');
    const kept = moveExpression(
      source('const found = «user.name && user.age»; if (found) return found;'),
      'moved',
      'a.ts',
    );
    expect(kept).not.toContain('Boolean');
  });

  it('takes the comment in front of one operand along', () => {
    expectMove(
      `
      function show(page, user) {
        return page.ready ||
          // Is guest? See the manual.
          («user.anonymous && !user.known») ||
          // Or late.
          page.late;
      }
      `,
      `
      function show(page, user) {
        return page.ready ||
          moved(user) ||
          // Or late.
          page.late;
      }

      // Is guest? See the manual.
      function moved(user) {
        return user.anonymous && !user.known;
      }
      `,
    );
  });

  it('takes it along where operators begin the lines, and leaves what tells a tool what to do', () => {
    expectMove(
      `
      function show(page, user) {
        return page.ready
          // a guest
          || («user.anonymous && !user.known»)
          // eslint-disable-next-line no-extra-parens
          || (page.late);
      }
      `,
      `
      function show(page, user) {
        return page.ready
          || moved(user)
          // eslint-disable-next-line no-extra-parens
          || (page.late);
      }

      // a guest
      function moved(user) {
        return user.anonymous && !user.known;
      }
      `,
    );
  });

  it('returns several lines in parentheses where the file does', () => {
    expectMove(
      `
      function show(page, user) {
        if (
          «page.ready &&
          user.known»
        ) {
          page.show();
        }
        return (
          page.late ||
          user.late
        );
      }
      `,
      `
      function show(page, user) {
        if (moved(page, user)) {
          page.show();
        }
        return (
          page.late ||
          user.late
        );
      }

      function moved(page, user) {
        return (
          page.ready &&
          user.known
        );
      }
      `,
    );
  });

  it('puts the lines of a choice below the first one further in than the statement', () => {
    const outcome = moveExpression(
      unindent(`
      function compare(a, b) {
        return a === b ? 0
          : «a.big ? -1
          : b.big ? 1
          : 2»;
      }
      `),
    );
    expect(outcome).toContain('  return a.big ? -1\n    : b.big ? 1\n    : 2;\n');
  });
});
