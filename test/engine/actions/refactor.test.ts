// The actions that understand source code: what they do, and what they refuse with which hint.
import { describe, expect, test } from 'vitest';
import type { ScriptLine } from '../../../src/model/index.js';
import { readProjectFile } from '../../support/project-file.js';
import { runScript } from '../../support/run-script.js';

const SHOP = `import { rate } from './rate.js';

export function price(items, member) {
  let total = 0;
  for (const item of items) {
    total += item.price;
  }
  if (member && total > 10) {
    total = total * rate;
  }
  return round(total);
}

function round(value) {
  return value < 0 ? 0 : Math.floor(value * 100) / 100;
}

export function label(kind) {
  if (kind) {
    if (kind.name) {
      return kind.name;
    }
  }
  return 'none';
}
`;
const FILES = {
  'work.txt': 'TODO\n',
  'package.json': '{"type":"module"}\n',
  'shop.js': SHOP,
  'rate.js': 'export const rate = 0.9;\n',
  'notes.txt': 'price\n',
  'broken.js': 'export function f() {\n  return 1;\n}\n)(\n',
};

async function act(action: string, parameters: Record<string, unknown>, ...more: readonly ScriptLine[]) {
  const { root, eventsOf } = await runScript({
    files: FILES,
    spec: { inputs: { target_files: [{ path: 'work.txt', status: 'to_modify' }] } },
    script: [{ action, parameters }, ...more],
  });
  const [finished] = await eventsOf('step-finished');
  return {
    result: finished?.result,
    summary: finished?.summary ?? '',
    read: (file: string) => readProjectFile(root, file),
  };
}

describe('extract_function', () => {
  test('moves whole lines, with the parameters and results they need', async () => {
    const { result, summary, read } = await act('extract_function', {
      path: 'shop.js',
      function: 'price',
      start: 5,
      end: 7,
      name: 'sumPrices',
    });
    expect({ result, summary }).toMatchObject({ result: 'success' });
    expect(read('shop.js')).toMatch(/let total = sumPrices\(items\);/);
    expect(read('shop.js')).toMatch(/function sumPrices\(/);
  });

  test('moves one expression, given by its exact text', async () => {
    const { result, read } = await act('extract_function', {
      path: 'shop.js',
      function: 'price',
      start: 8,
      end: 8,
      name: 'deservesRebate',
      expression: 'member && total > 10',
    });
    expect(result).toBe('success');
    expect(read('shop.js')).toMatch(/if \(deservesRebate\((?:member, total|total, member)\)\)/);
  });

  test.each<[string, Record<string, unknown>, RegExp]>([
    ['a function that is not there', { function: 'cost' }, /cost/],
    ['a name that is taken', { name: 'label' }, /label/],
    ['a name that is none', { name: 'not a name' }, /name/],
    ['half a statement', { start: 5, end: 6 }, /statement/],
    ['a file that does not parse', { path: 'broken.js', function: 'f', start: 2, end: 2 }, /parse/],
    ['a file that is not code', { path: 'notes.txt' }, /notes\.txt/],
    ['a file that is not there', { path: 'gone.js' }, /gone\.js/],
    ['a path out of the project', { path: '../shop.js' }, /outside|project/],
  ])('refuses %s, and changes nothing', async (_, change, expected) => {
    const { result, summary, read } = await act('extract_function', {
      path: 'shop.js',
      function: 'price',
      start: 5,
      end: 7,
      name: 'sumPrices',
      ...change,
    });
    expect(result).not.toBe('success');
    expect(summary).toMatch(expected);
    expect(read('shop.js')).toBe(SHOP);
  });
});

describe('simplify_conditional', () => {
  test('merges nested conditions', async () => {
    const { result, read } = await act('simplify_conditional', {
      path: 'shop.js',
      function: 'label',
      line: 19,
    });
    expect(result).toBe('success');
    expect(read('shop.js')).not.toBe(SHOP);
    expect(read('shop.js')).toContain("return 'none';");
  });

  test('refuses where there is nothing to simplify, with a reason', async () => {
    const { result, summary, read } = await act('simplify_conditional', {
      path: 'shop.js',
      function: 'price',
      line: 4,
    });
    expect(result).toBe('failure');
    expect(summary.length).toBeGreaterThan(20);
    expect(read('shop.js')).toBe(SHOP);
  });
});

describe('rename_symbol', () => {
  test('renames a declaration and everything that refers to it', async () => {
    const { result, summary, read } = await act('rename_symbol', {
      path: 'shop.js',
      symbol: 'round',
      to: 'roundToCents',
    });
    expect(result, summary).toBe('success');
    expect(read('shop.js')).toBe(SHOP.replaceAll('round(', 'roundToCents('));
  });

  test('refuses a name that would hide another', async () => {
    const { result, read } = await act('rename_symbol', { path: 'shop.js', symbol: 'label', to: 'price' });
    expect(result).not.toBe('success');
    expect(read('shop.js')).toBe(SHOP);
  });
});
