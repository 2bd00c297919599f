import { describe, expect, it } from 'vitest';
import { findCodeLines } from '../../../../src/app/prove/coverage/code-lines.js';

const find = async (name: string, lines: readonly string[]): Promise<number[]> =>
  [...(await findCodeLines(name, lines.join('\n')))].sort((a, b) => a - b);

describe('lines that are code', () => {
  it('leaves out blank lines, comments, imports, types and lone brackets', async () => {
    expect(
      await find('a.ts', [
        "import { a } from './a.js';",
        '',
        '// a comment',
        'interface Price {',
        '  sum: number;',
        '}',
        'type Sum = number;',
        'declare const x: Sum;',
        'export function f(',
        '  price: Price,',
        '): Sum {',
        '  if (price.sum > 1) {',
        '    return 1;',
        '  } else {',
        '    return 2;',
        '  }',
        '}',
        "export { a } from './a.js';",
      ]),
    ).toEqual([9, 10, 12, 13, 15]);
  });

  it('judges other languages by the look of a line', async () => {
    expect(await find('a.py', ['import os', '', '# x', 'def f():', '    return 1'])).toEqual([4, 5]);
  });
});
