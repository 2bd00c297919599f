import { describe, expect, it } from 'vitest';
import { hollowText } from '../../../src/app/prove/hollow.js';

const hollow = (name: string, text: string, ...lines: number[]): Promise<string> =>
  hollowText(name, text, new Set(lines));

describe('emptying changed functions', () => {
  it('empties the function around a changed line and leaves the others alone', async () => {
    const text = 'export function one() {\n  return 1;\n}\nexport const two = (x: number) => x * 2;\n';
    expect(await hollow('a.ts', text, 2)).toBe(text.replace('{\n  return 1;\n}', '{}'));
    expect(await hollow('a.ts', text, 4)).toBe(text.replace('x * 2', 'undefined'));
  });

  it('empties the innermost function that holds the whole change', async () => {
    const text = 'function outer() {\n  const inner = () => {\n    go();\n  };\n  return inner;\n}\n';
    expect(await hollow('a.js', text, 3)).toBe(text.replace('{\n    go();\n  }', '{}'));
    expect(await hollow('a.js', text, 3, 5)).toBe('function outer() {}\n');
  });

  it('keeps what a derived class needs to be made at all', async () => {
    const text = 'class A extends B {\n  constructor(x) {\n    super(x);\n    this.x = x;\n  }\n}\n';
    expect(await hollow('a.js', text, 4)).toContain('constructor(x) { super(...arguments); }');
  });

  it('changes nothing where no function was changed, or the language is not known', async () => {
    expect(await hollow('a.js', 'export const limit = 3;\n', 1)).toBe('export const limit = 3;\n');
    expect(await hollow('a.go', 'func a() {\n}\n', 1, 2)).toBe('func a() {\n}\n');
  });

  it('empties Python functions by their indentation, heads over several lines and generators included', async () => {
    const text =
      'class A:\n    def one(\n        self,\n    ):\n        x = 1\n\n        return x\n\n    def two(self):\n        yield 1\n';
    expect(await hollow('a.py', text, 7)).toBe(
      'class A:\n    def one(\n        self,\n    ):\n        return\n\n    def two(self):\n        yield 1\n',
    );
    expect(await hollow('a.py', text, 10)).toMatch(/def two\(self\):\n {8}return\n {8}yield\n/);
  });
});
