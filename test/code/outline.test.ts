import { describe, expect, it } from 'vitest';
import { findSymbol, outline } from '../../src/code/index.js';

const script = `// a file
export function outer(a: number) {
  const inner = () => {
    return a;
  };
  const value = 1;
  return inner() + value;
}

export class Box<T> {
  #items: T[] = [];
  constructor() {}
  @memo()
  add(item: T) {
    this.#items.push(item);
  }
  clear = () => {
    this.#items = [];
  };
}

export const LIMIT = 3,
  OTHER = 4;
const table = {
  row() {
    return 1;
  },
};
interface Shape {
  side: number;
}
exports.legacy = function () {
  return 1;
};
export default () => 1;
`;

const python = `"""Docs."""
import os

LIMIT: int = 3
TABLE = {
    "a": 1,
}


@decorate(
    1,
)
@again
class Box:
    """A box.

def not_code(): pass
    """

    def add(self, item):
        def inner():
            return item

        return inner()

    # a comment at the end

    async def load(
        self,
    ):
        """Only a docstring
        of two lines."""


def free(): return 1
x == 2
`;

describe('outline', () => {
  it('lists the declarations of TypeScript with their lines', async () => {
    expect(await outline('a.ts', script)).toEqual([
      { name: 'outer', kind: 'function', start: 2, end: 8 },
      { name: 'outer.inner', kind: 'function', start: 3, end: 5 },
      { name: 'Box', kind: 'class', start: 10, end: 20 },
      { name: 'Box.constructor', kind: 'method', start: 12, end: 12 },
      { name: 'Box.add', kind: 'method', start: 13, end: 16 },
      { name: 'Box.clear', kind: 'method', start: 17, end: 19 },
      { name: 'LIMIT', kind: 'const', start: 22, end: 22 },
      { name: 'OTHER', kind: 'const', start: 23, end: 23 },
      { name: 'table', kind: 'const', start: 24, end: 28 },
      { name: 'table.row', kind: 'method', start: 25, end: 27 },
      { name: 'Shape', kind: 'interface', start: 29, end: 31 },
      { name: 'legacy', kind: 'function', start: 32, end: 34 },
    ]);
  });

  it('lists the declarations of Python with decorators and without strings or trailing comments', async () => {
    expect(await outline('a.py', python)).toEqual([
      { name: 'LIMIT', kind: 'const', start: 4, end: 4 },
      { name: 'TABLE', kind: 'const', start: 5, end: 7 },
      { name: 'Box', kind: 'class', start: 10, end: 32 },
      { name: 'Box.add', kind: 'method', start: 20, end: 24 },
      { name: 'Box.add.inner', kind: 'function', start: 21, end: 22 },
      { name: 'Box.load', kind: 'method', start: 28, end: 32 },
      { name: 'free', kind: 'function', start: 35, end: 35 },
    ]);
  });

  it('is empty for other languages', async () => {
    expect(await outline('a.md', '# Title')).toEqual([]);
  });
});

describe('findSymbol', () => {
  it('finds a qualified or a bare name', async () => {
    expect(await findSymbol('a.ts', script, 'Box.add')).toEqual({ start: 13, end: 16 });
    expect(await findSymbol('a.ts', script, 'add')).toEqual({ start: 13, end: 16 });
    expect(await findSymbol('a.py', python, 'load')).toEqual({ start: 28, end: 32 });
    expect(await findSymbol('a.ts', script, 'missing')).toBeUndefined();
  });

  it('prefers the implementation to its overloads', async () => {
    const text = 'function f(a: 1): 1;\nfunction f(a: 2): 2;\nfunction f(a: 1 | 2) {\n  return a;\n}\n';
    expect(await findSymbol('a.ts', text, 'f')).toEqual({ start: 3, end: 5 });
  });

  it('works in a file that does not parse', async () => {
    expect(await findSymbol('a.ts', 'function f() {\n  return 1;\n}\nconst = ;\n', 'f')).toEqual({
      start: 1,
      end: 3,
    });
  });

  it('stands very long expressions', async () => {
    const text = `const sum = ${Array.from({ length: 5_000 }, () => '1').join(' + ')};\nfunction f() {}\n`;
    expect(await findSymbol('a.js', text, 'f')).toEqual({ start: 2, end: 2 });
  });
});
