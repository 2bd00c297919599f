import { describe, expect, it } from 'vitest';
import type { RefactorOutcome } from '../../../../src/code/refactoring.js';
import { openProject, textOf } from './project.js';

const rename = (path: string, symbol: string, to: string) =>
  ({ action: 'rename_symbol', path, symbol, to }) as const;

function listTexts(outcome: RefactorOutcome): Record<string, string> | string {
  return outcome.ok
    ? Object.fromEntries(outcome.files.map(({ path, text }) => [path, text]))
    : outcome.reason;
}

describe('rename_symbol', () => {
  it('renames a function in every file that uses it', async () => {
    const { service } = await openProject({
      'package.json': '{ "private": true }',
      'a.js': 'export function calc(n) {\n  return n;\n}\n',
      'b.js': "import { calc } from './a.js';\nexport const two = calc(2);\n",
    });
    const outcome = service.refactor(rename('a.js', 'calc', 'double'));
    expect(listTexts(outcome)).toEqual({
      'a.js': 'export function double(n) {\n  return n;\n}\n',
      'b.js': "import { double } from './a.js';\nexport const two = double(2);\n",
    });
  });

  it('renames a local of one function only', async () => {
    const { service } = await openProject({
      'a.js':
        'function f() {\n  const x = 1;\n  return x;\n}\nfunction g() {\n  const x = 2;\n  return { x };\n}\nf(g());\n',
    });
    expect(textOf(service.refactor(rename('a.js', 'g.x', 'count')))).toBe(
      'function f() {\n  const x = 1;\n  return x;\n}\nfunction g() {\n  const count = 2;\n  return { x: count };\n}\nf(g());\n',
    );
  });

  it('renames a method of a class', async () => {
    const config = JSON.stringify({ compilerOptions: { strict: true, target: 'es2022', types: [] } });
    const { service } = await openProject({
      'package.json': '{ "private": true }',
      'tsconfig.json': config,
      'a.ts': 'export class Cart {\n  total(): number {\n    return 1;\n  }\n}\nnew Cart().total();\n',
    });
    const outcome = service.refactor(rename('a.ts', 'Cart.total', 'sum'));
    expect(textOf(outcome)).toBe(
      'export class Cart {\n  sum(): number {\n    return 1;\n  }\n}\nnew Cart().sum();\n',
    );
  });

  it('sees the results of earlier refactorings', async () => {
    const { service } = await openProject({
      'a.js': 'function run(list) {\n  list.sort();\n  list.pop();\n}\nrun([]);\n',
    });
    const outcome = service.refactorAll([
      { action: 'extract_function', path: 'a.js', function: 'run', start: 2, end: 3, name: 'tidy' },
      rename('a.js', 'tidy', 'clean'),
    ]);
    expect(textOf(outcome)).toContain('  clean(list);');
  });

  it('refuses what would clash, change the package or is not there', async () => {
    const { service } = await openProject({
      'package.json': '{ "main": "a.js" }',
      'a.js':
        "export function calc(n) {\n  return n;\n}\nexport const other = 1;\nconst box = { size: 1 };\nconsole.log(box['size'], box.size);\n",
    });
    expect(textOf(service.refactor(rename('a.js', 'calc', 'other')))).toBe('name_taken');
    expect(textOf(service.refactor(rename('a.js', 'calc', 'double')))).toBe('exports_changed');
    expect(textOf(service.refactor(rename('a.js', 'nothing', 'double')))).toBe('not_found');
    expect(textOf(service.refactor(rename('a.js', 'calc', 'not a name')))).toBe('bad_name');
    expect(textOf(service.refactor(rename('a.js', 'box.size', 'width')))).toBe('unsupported');
  });
});
