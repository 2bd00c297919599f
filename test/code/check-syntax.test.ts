import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { checkSyntax, listImports, outline } from '../../src/code/index.js';

describe('checkSyntax', () => {
  it('knows nothing about other languages', async () => {
    expect(await checkSyntax('README.md', '# {')).toBeUndefined();
    expect(await checkSyntax('main.go', 'func {')).toBeUndefined();
  });

  it('does not judge a text too large to be source', async () => {
    expect(await checkSyntax('big.json', ' '.repeat(2_000_001))).toBeUndefined();
  });

  it.each([
    ['a.yaml', '['.repeat(5_000) + ']'.repeat(5_000)],
    ['a.yaml', '- '.repeat(5_000)],
    ['a.ts', '('.repeat(100_000)],
    ['a.jsonc', '['.repeat(100_000)],
    ['a.js', `x = ${'!'.repeat(100_000)}1`],
    ['a.ts', `x = ${'a ? b : '.repeat(20_000)}c`],
    ['a.tsx', `x = ${'<a>'.repeat(20_000)}`],
  ])('survives %s nested beyond reason, without a verdict', async (path, text) => {
    expect(await checkSyntax(path, text)).toBeUndefined();
    expect(await listImports(path, `${text}\nimport('./a.js')`)).toEqual([]);
    expect(await outline(path, text)).toEqual([]);
  });

  describe('JSON', () => {
    it('accepts what JSON.parse accepts', async () => {
      expect(await checkSyntax('a.json', '{"a": [1, -2.5e3, "x\\u00e9", true, null, {}], "b": []}')).toEqual(
        [],
      );
      expect(await checkSyntax('a.json', '\uFEFF{}')).toEqual([]);
    });

    it('points at the place of the fault', async () => {
      expect(await checkSyntax('a.json', '{\n  "a": 1,\n}')).toEqual([
        {
          file: 'a.json',
          line: 3,
          column: 1,
          severity: 'error',
          message: 'Expected property name but found }',
        },
      ]);
      expect(await checkSyntax('a.json', '{"a": 1')).toMatchObject([
        { line: 1, column: 8, message: 'Expected , or closing but found the end of the text' },
      ]);
      expect(await checkSyntax('a.json', '')).toMatchObject([{ line: 1, column: 1 }]);
    });

    it('refuses comments in plain JSON and accepts them where tools read them', async () => {
      const text = '{\n  // why\n  "a": 1,\n}';
      expect(await checkSyntax('package.json', text)).toMatchObject([{ line: 2, column: 3 }]);
      for (const path of ['tsconfig.json', 'app/tsconfig.build.json', '.vscode/settings.json', 'x.jsonc']) {
        expect(await checkSyntax(path, text)).toEqual([]);
      }
    });

    it('still finds faults in JSON with comments', async () => {
      const [first] = (await checkSyntax('tsconfig.json', '{\n  "a": [1, 2\n}')) ?? [];
      expect(first).toMatchObject({ file: 'tsconfig.json', severity: 'error', line: 3, column: 1 });
    });
  });

  describe('YAML', () => {
    it('reads every document of a stream', async () => {
      expect(await checkSyntax('a.yaml', 'a: 1\n---\nb: [1, 2]\n')).toEqual([]);
      expect(await checkSyntax('a.yml', 'a: 1\n---\nb: [1, 2\n')).toMatchObject([{ file: 'a.yml' }]);
      expect(await checkSyntax('a.yml', '')).toEqual([]);
    });

    it('reports duplicate keys with their place', async () => {
      expect(await checkSyntax('a.yaml', 'a: 1\nb: 2\na: 3\n')).toMatchObject([
        { line: 3, column: 1, code: 'DUPLICATE_KEY' },
      ]);
    });

    it('does not judge templates that only print YAML', async () => {
      expect(await checkSyntax('chart/deploy.yaml', '{{- if .x }}\na: 1\n{{- end }}\n')).toBeUndefined();
    });
  });

  describe('JavaScript and TypeScript', () => {
    it.each([
      ['a.ts', 'const a: number = 1;\nexport type { B } from "./b.js";'],
      ['a.tsx', 'export const A = (p: { n: number }) => <b>{p.n}</b>;'],
      ['a.jsx', 'export const A = () => <b>{1}</b>;'],
      ['a.js', '#!/usr/bin/env node\nconst a = <b/>; module.exports = { ...a, b: a?.c ?? 1 };'],
      ['a.cjs', 'const a = require("a");\nif (a) return;\n'],
      ['a.mjs', 'await a(); for await (const b of c) d(b);'],
      ['a.mts', 'export default class { #x = 1; static { } }'],
      ['a.cts', 'import a = require("a"); export = a;'],
      ['a.d.ts', 'declare const a: string;'],
    ])('accepts %s', async (path, text) => {
      expect(await checkSyntax(path, text)).toEqual([]);
    });

    it('points at the place of the fault', async () => {
      expect(await checkSyntax('src/a.ts', 'const a = 1;\nconst b = ;\n')).toEqual([
        {
          file: 'src/a.ts',
          line: 2,
          column: 11,
          code: 'TS1109',
          severity: 'error',
          message: 'Expression expected.',
        },
      ]);
    });

    it('reports an unclosed block at the end of the file', async () => {
      expect(await checkSyntax('a.js', 'function f() {\n  if (1) {\n}\n')).toMatchObject([
        { line: 4, column: 1 },
      ]);
    });

    it('refuses types in plain JavaScript', async () => {
      expect(await checkSyntax('a.js', 'const a: number = 1;')).toMatchObject([{ line: 1, column: 10 }]);
      expect(await checkSyntax('a.mjs', 'interface A {}')).toHaveLength(1);
    });

    it('does not judge Flow', async () => {
      expect(await checkSyntax('a.js', '/**\n * @flow strict\n */\nconst a: number = 1;')).toBeUndefined();
    });

    it('says nothing about types and missing modules', async () => {
      expect(await checkSyntax('a.ts', 'import { b } from "./no.js";\nconst a: string = b + 1;')).toEqual([]);
    });
  });

  describe('Python', () => {
    it('accepts Python and points at the place of a fault', async () => {
      expect(await checkSyntax('a.py', 'def f(x: int) -> int:\n    return x\n')).toEqual([]);
      expect(await checkSyntax('a.py', 'x = 1\ndef f(:\n    pass\n')).toMatchObject([
        { file: 'a.py', line: 2, column: 7, code: 'SyntaxError', severity: 'error' },
      ]);
      expect(await checkSyntax('a.py', 'if x:\ny = 1\n')).toMatchObject([
        { line: 2, code: 'IndentationError' },
      ]);
    });

    it('does not execute the file', async () => {
      const root = mkdtempSync(join(tmpdir(), 'agentforge-code-'));
      const text = `import pathlib\npathlib.Path(${JSON.stringify(join(root, 'ran'))}).touch()\n`;
      expect(await checkSyntax('a.py', text)).toEqual([]);
      expect(existsSync(join(root, 'ran'))).toBe(false);
      rmSync(root, { recursive: true });
    });

    describe('without an interpreter', () => {
      const path = process.env.PATH;
      afterEach(() => {
        process.env.PATH = path;
      });

      it('gives no verdict', async () => {
        const empty = mkdtempSync(join(tmpdir(), 'agentforge-code-'));
        mkdirSync(join(empty, 'bin'));
        process.env.PATH = join(empty, 'bin');
        expect(await checkSyntax('a.py', 'def f(:')).toBeUndefined();
        rmSync(empty, { recursive: true });
      });
    });
  });
});
