// Variables that the moved code only adds to.
import { describe, expect, it } from 'vitest';
import { move, unindent } from './marked-source.js';

const moved = (text: string, path = 'a.js'): unknown => move(unindent(text), 'moved', path);

describe('a running total', () => {
  it('stays with the caller, who adds what is returned', () => {
    const after = moved(`
      function encode(input) {
        let output = '';
        for (const char of input) {
          «if (char === ' ') {
            output += '+';
          } else if (isPlain(char)) {
            output += char;
          }»
        }
        return output;
      }
    `);
    expect(after).toContain('    output += moved(char);\n');
    expect(after).toContain(
      unindent(`
        function moved(char) {
          if (char === ' ') {
            return '+';
          }
          if (isPlain(char)) {
            return char;
          }
          return '';
        }
      `),
    );
  });

  it('begins with nothing in the new function when more than one thing is added', () => {
    const after = moved(`
      function encode(input) {
        let output = 'x';
        for (const char of input) {
          «if (char === ' ') output += '%';
          for (const part of char) {
            output += part;
          }»
        }
        return output;
      }
    `);
    expect(after).toContain('output += moved(char);');
    expect(after).toContain("let output = '';");
    expect(after).toContain('return output;');
  });

  it('may count whole numbers, and other numbers once', () => {
    const count = (lines: string): unknown =>
      moved(`
        function measure(list) {
          let total = 0;
          for (const item of list) {
            «if (item.a) {
              ${lines}
            }»
          }
          return total;
        }
      `);
    expect(count('total++;\n total += 2;')).toContain('total += moved(item);');
    expect(count('total += item.a * 0.1;')).toContain('total += moved(item);');
    expect(count('total += item.a * 0.1;\n total += item.b * 0.1;')).toContain('total = moved(total, item);');
    expect(count('total += item.a;')).toContain('total = moved(total, item);');
  });

  it('of a declared number is believed to be one', () => {
    const after = moved(
      `
      function measure(list: { price: number; gift: boolean }[]): number {
        let total = 0;
        for (const item of list) {
          «if (!item.gift) {
            total += item.price;
          }»
        }
        return total;
      }
    `,
      'a.ts',
    );
    expect(after).toContain('total += moved(item);');
    expect(after).toMatch(/return item\.price;\n {2}\}\n {2}return 0;/);
  });

  it.each([
    ['is read', "if (output.length > 3) output += '…';"],
    ['is set anew', 'if (char) output = char;'],
    ['is used by a closure', 'if (char) output += run(() => output);'],
  ])('is handed over where it %s', (_why, line) => {
    const after = moved(`
      function encode(input) {
        let output = '';
        for (const char of input) {
          «${line}
          log(char);»
        }
        return output;
      }
    `);
    expect(after).not.toContain('output += moved');
  });

  it('is handed over where it may be something else than a text', () => {
    const after = moved(`
      function encode(input, output) {
        «if (input) output += input;
        log(input);»
        return output;
      }
    `);
    expect(after).toContain('output = moved(input, output);');
  });
});
