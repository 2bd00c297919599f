// Types that only repeat the literals of the code.
import { describe, expect, it } from 'vitest';
import { move, moveExpression, unindent } from './marked-source.js';

const TYPED = 'function one(a: number): number {\n  return a;\n}\n';

function findHead(outcome: ReturnType<typeof move>): string {
  if (typeof outcome !== 'string') return outcome.message;
  const text = outcome.slice(outcome.indexOf('function moved'));
  return text
    .slice(0, text.search(/ \{\n/))
    .replace(/\s+/g, ' ')
    .replace(/\( | (?=\))/g, (gap) => gap.trim());
}

const headOf = (code: string): string => findHead(move(unindent(TYPED + code), 'moved', 'a.ts'));
const headOfExpression = (code: string): string =>
  findHead(moveExpression(unindent(TYPED + code), 'moved', 'a.ts'));

describe('a type that lists the literals of the code', () => {
  it('gives way to the kind of value when it is returned', () => {
    expect(
      headOfExpression(`function price(grams: number): number {
        const base = «grams <= 2000 ? 490 : grams <= 10000 ? 790 : 1390»;
        return base + 1;
      }`),
    ).toBe('function moved(grams: number): number');
  });

  it('gives way to what the variable was declared with', () => {
    expect(
      headOfExpression(`type Cents = number;
      function price(grams: number): Cents {
        let base: Cents;
        base = «grams <= 2000 ? 490 : grams <= 10000 ? 790 : 1390»;
        return base + 1;
      }`),
    ).toBe('function moved(grams: number): Cents');
  });

  it('gives way to the kind of value of an output', () => {
    expect(
      headOf(`function label(grams: number, print: (text: string) => void): void {
        «const size = grams > 9 ? 'large' : 'small';
        if (grams > 2) print('x');»
        print(size);
      }`),
    ).toBe('function moved(grams: number, print: (text: string) => void): string');
  });

  it('gives way to the kind of value of a parameter', () => {
    expect(
      headOf(`function label(grams: number, print: (text: string) => void): void {
        const size = grams > 9 ? 'large' : 'small';
        «if (size === 'large') print(\`\${size}!\`);
        print(size);»
        print('.');
      }`),
    ).toBe('function moved(print: (text: string) => void, size: string): void');
  });

  it('stays where the code needs it', () => {
    expect(
      headOfExpression(`declare function open(mode: 'r' | 'w'): void;
      function start(isNew: boolean): void {
        const mode = «isNew ? 'w' : 'r'»;
        open(mode);
      }`),
    ).toBe("function moved(isNew: boolean): 'w' | 'r'");
  });

  it('stays where somebody wrote it down', () => {
    expect(
      headOf(`function cancel(by: 'customer' | 'staff', print: (text: string) => void): void {
        «if (by === 'customer') print(by);
        print('x');»
        print('.');
      }`),
    ).toBe("function moved(by: 'customer' | 'staff', print: (text: string) => void): void");
  });

  it('is the declared one where only a part of it is left and that does not matter', () => {
    expect(
      headOfExpression(`interface Quote { carrier: 'post' | 'courier' | 'freight' }
      function quote(express: boolean, goods: number): number {
        let carrier: Quote['carrier'] = 'post';
        if (express) carrier = 'courier';
        if («goods > 5000 && !express && carrier === 'post'») return 0;
        return 1;
      }`),
    ).toBe("function moved(express: boolean, goods: number, carrier: Quote['carrier']): boolean");
  });
});
