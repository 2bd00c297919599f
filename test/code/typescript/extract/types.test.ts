import { describe, expect, it } from 'vitest';
import { move, moveExpression, unindent } from './marked-source.js';

/** The head of the new function. */
function headOf(before: string): string | undefined {
  return findHead(move(unindent(before), 'moved', 'a.ts'));
}

function headOfExpression(before: string): string | undefined {
  return findHead(moveExpression(unindent(before), 'moved', 'a.ts'));
}

function findHead(outcome: ReturnType<typeof move>): string | undefined {
  if (typeof outcome !== 'string') return outcome.message;
  const text = outcome.slice(outcome.indexOf('function moved'));
  return text.slice(0, text.search(/ \{\n/)).replace(/\s+/g, ' ');
}

describe('types of what is handed over', () => {
  it('are those that were declared when the code can live with them', () => {
    expect(
      headOf(`
      type Token = { kind: 'open'; text: string } | { kind: 'close'; text: string } | { kind: 'end'; text: string };
      function read(token: Token, all: string[]): number {
        if (token.kind === 'end') return 0;
        «if (token.kind === 'open') all.push(token.text);
        all.push('.');»
        return all.length;
      }
      `),
    ).toBe('function moved(token: Token, all: string[]): void');
  });

  it('are narrowed when the code needs that', () => {
    expect(
      headOf(`
      type Token = { kind: 'open'; text: string } | { kind: 'end' };
      function read(token: Token, all: string[]): number {
        if (token.kind === 'end') return 0;
        «all.push(token.text);
        all.push('.');»
        return all.length;
      }
      `),
    ).toBe("function moved(token: { kind: 'open'; text: string }, all: string[]): void");
  });

  it('are taken from where they come from when they have no name', () => {
    const options = `
      interface Options { place: { file: string; line: number; column: number; length: number; from: 'a' | 'b' }; list: { id: number; text: string; more: string }[] }
      declare function load(name: string): { title: string; pages: number; chapters: { from: number; to: number }[] };`;
    expect(
      headOf(`${options}
      function read({ place }: Options, all: string[]): number {
        «if (place.line > 1) all.push(place.file);»
        return all.length;
      }
      `),
    ).toBe("function moved(place: Options['place'], all: string[]): void");
    expect(
      headOf(`${options}
      function read(options: Options, all: string[]): number {
        const { place } = options;
        for (const item of options.list) {
          «if (item.id > place.line) all.push(item.text);»
        }
        return all.length;
      }
      `),
    ).toBe("function moved(all: string[], place: Options['place'], item: Options['list'][number]): void");
    expect(
      headOf(`${options}
      function read(all: string[]): number {
        const book = load('book');
        «if (book.pages > 10) all.push(book.title);»
        return all.length;
      }
      `),
    ).toBe('function moved(all: string[], book: ReturnType<typeof load>): void');
  });

  it('are no lists of numbers that nobody wrote down', () => {
    expect(
      headOf(`
      function read(text: string): string {
        const start = text.startsWith('at ') ? 3 : text.startsWith('> ') ? 2 : 0;
        if (start === 0) return '';
        «if (text.length > 9) return text.slice(start, 9);
        return text.slice(start);»
      }
      `),
    ).toBe('function moved(text: string, start: number): string');
  });
});

describe('what the new function returns', () => {
  const typed = 'function one(a: number): number {\n  return a;\n}\n';

  it('is said of a condition that is no test of a type', () => {
    expect(
      headOfExpression(`${typed}function read(a: string | undefined, b: number): number {
        if («a !== undefined && b > 3») return 1;
        return 2;
      }
      `),
    ).toBe('function moved(a: string | undefined, b: number): boolean');
  });

  it('is left to the compiler when the condition tells types apart', () => {
    expect(
      headOfExpression(`${typed}function read(a: string | number | undefined): number {
        if («a !== undefined && typeof a !== 'number'») return a.length;
        return 2;
      }
      `),
    ).toBe('function moved(a: string | number | undefined)');
  });

  it('is true or false for a condition that happens to give other values and is only asked', () => {
    expect(
      headOfExpression(`${typed}function read(a: string, b: RegExp): number {
        if («a && a.length > 3 || b.exec(a)») return 1;
        return 2;
      }
      `),
    ).toBe('function moved(a: string, b: RegExp): boolean');
  });

  it('is true or false where the value that was asked for may be missing', () => {
    expect(
      headOfExpression(`${typed}function read(a: string | undefined, b: number): number {
        if («a?.startsWith('x') && (b > 3 || a.endsWith('y'))») return 1;
        return 2;
      }
      `),
    ).toBe('function moved(a: string | undefined, b: number): boolean');
  });

  it.each(['Boolean(a && b)', '!a', 'b > 3'])(
    'is true or false for %s, whatever the function around it may return',
    (value) => {
      expect(
        headOf(`${typed}function read(a: string, b: number): boolean | undefined {
        if (b > 9) return undefined;
        «if (a === 'x') return b < 3;
        return ${value};»
      }
      `),
      ).toBe('function moved(a: string, b: number): boolean');
    },
  );

  it('may be missing where one of the answers may be', () => {
    expect(
      headOf(`${typed}function read(a: string, b: boolean | undefined): boolean | undefined {
        if (a === '') return undefined;
        «if (a === 'x') return true;
        return b;»
      }
      `),
    ).toBe('function moved(a: string, b: boolean | undefined): boolean | undefined');
  });

  it('is what is expected of an object that is written in place', () => {
    expect(
      headOfExpression(`interface Move { to: string; why: 'a' | 'b' }
      ${typed}function read(a: string | undefined): Move {
        return «{ to: a ?? '', why: a === undefined ? 'a' : 'b' }»;
      }
      `),
    ).toBe('function moved(a: string | undefined): Move');
  });

  it('names the ways on for a caller in a loop', () => {
    expect(
      headOf(`${typed}function read(list: string[]): number {
        for (const item of list) {
          «if (item === '') break;
          if (item === ' ') continue;
          console.log(item);»
          one(item.length);
        }
        return 2;
      }
      `),
    ).toBe("function moved(item: string): 'break' | 'continue' | undefined");
  });
});
