import { describe, expect, it } from 'vitest';
import { createFileSet, resolveImport } from '../../src/code/index.js';

const noAliases = new Map<string, never>();

function resolve(
  specifier: string,
  from: string,
  files: readonly string[],
  name?: string,
): string | undefined {
  const ref = name === undefined ? { specifier, line: 1 } : { specifier, name, line: 1 };
  return resolveImport(ref, from, { paths: new Set(files), aliases: noAliases });
}

describe('resolveImport in JavaScript and TypeScript', () => {
  it('adds extensions and index files', () => {
    expect(resolve('./a', 'src/x.ts', ['src/a.ts'])).toBe('src/a.ts');
    expect(resolve('../a', 'src/deep/x.ts', ['src/a/index.tsx'])).toBe('src/a/index.tsx');
    expect(resolve('.', 'src/x.ts', ['src/index.ts'])).toBe('src/index.ts');
    expect(resolve('..', 'src/x.ts', ['index.js'])).toBe('index.js');
    expect(resolve('./', 'x.ts', ['index.js'])).toBe('index.js');
    expect(resolve('./a.b', 'x.ts', ['a.b.ts'])).toBe('a.b.ts');
    expect(resolve('./data.json', 'x.ts', ['data.json'])).toBe('data.json');
  });

  it('finds the source behind a compiled name, unless that file exists itself', () => {
    expect(resolve('./a.js', 'x.ts', ['a.ts'])).toBe('a.ts');
    expect(resolve('./a.js', 'x.ts', ['a.tsx'])).toBe('a.tsx');
    expect(resolve('./a.mjs', 'x.ts', ['a.mts'])).toBe('a.mts');
    expect(resolve('./a.js', 'x.ts', ['a.js', 'a.ts'])).toBe('a.js');
  });

  it('ignores loader options behind a question mark', () => {
    expect(resolve('./a.css?inline', 'x.ts', ['a.css'])).toBe('a.css');
  });

  it('leaves packages, built-ins and paths outside the root alone', () => {
    for (const specifier of ['react', 'node:fs', '@scope/a', '../../a', '/a']) {
      expect(resolve(specifier, 'src/x.ts', ['src/a.ts', 'a.ts', 'react.ts'])).toBeUndefined();
    }
  });

  it('follows paths and baseUrl of the nearest tsconfig, comments included', async () => {
    const texts: Record<string, string> = {
      'tsconfig.json': `{ // shared
        "compilerOptions": { "paths": { "@/*": ["./src/*"], "@/special/*": ["./special/*"], "exact": ["src/e.ts"] }, },
      }`,
      'app/tsconfig.json': '{"extends": "./tsconfig.base"}',
      'app/tsconfig.base.json': '{"compilerOptions": {"baseUrl": "lib"}}',
      'src/a.ts': '',
      'src/e.ts': '',
      'special/b.ts': '',
      'app/lib/c.ts': '',
    };
    const files = await createFileSet({ files: Object.keys(texts), read: (path) => texts[path] });
    const follow = (specifier: string, from: string): string | undefined =>
      resolveImport({ specifier, line: 1 }, from, files);
    expect(follow('@/a.js', 'test/a.test.ts')).toBe('src/a.ts');
    expect(follow('@/special/b', 'src/a.ts')).toBe('special/b.ts');
    expect(follow('exact', 'src/a.ts')).toBe('src/e.ts');
    expect(follow('@/missing', 'src/a.ts')).toBeUndefined();
    expect(follow('c', 'app/lib/d.ts')).toBe('app/lib/c.ts');
    expect(follow('c', 'src/a.ts')).toBeUndefined();
  });

  it('survives a broken tsconfig', async () => {
    const files = await createFileSet({
      files: ['tsconfig.json', 'a.ts'],
      read: () => '{ "compilerOptions": [',
    });
    expect(resolveImport({ specifier: './a', line: 1 }, 'b.ts', files)).toBe('a.ts');
  });
});

describe('resolveImport in Python', () => {
  it('finds modules and packages from the root and from src', () => {
    expect(resolve('pkg.mod', 'main.py', ['pkg/mod.py'])).toBe('pkg/mod.py');
    expect(resolve('pkg', 'main.py', ['pkg/__init__.py'])).toBe('pkg/__init__.py');
    expect(resolve('pkg.mod', 'tests/test_mod.py', ['src/pkg/mod.py'])).toBe('src/pkg/mod.py');
  });

  it('takes an imported name for a module when there is one', () => {
    const files = ['pkg/__init__.py', 'pkg/mod.py'];
    expect(resolve('pkg', 'main.py', files, 'mod')).toBe('pkg/mod.py');
    expect(resolve('pkg', 'main.py', files, 'Thing')).toBe('pkg/__init__.py');
    expect(resolve('pkg.mod', 'main.py', files, 'Thing')).toBe('pkg/mod.py');
  });

  it('counts dots from the package of the file', () => {
    const files = ['pkg/__init__.py', 'pkg/a.py', 'pkg/sub/__init__.py', 'pkg/sub/b.py'];
    expect(resolve('.', 'pkg/sub/b.py', files, 'other')).toBe('pkg/sub/__init__.py');
    expect(resolve('..', 'pkg/sub/b.py', files, 'a')).toBe('pkg/a.py');
    expect(resolve('..a', 'pkg/sub/b.py', files, 'x')).toBe('pkg/a.py');
    expect(resolve('.b', 'pkg/sub/__init__.py', files, 'x')).toBe('pkg/sub/b.py');
    expect(resolve('....a', 'pkg/sub/b.py', files, 'x')).toBeUndefined();
  });

  it('looks beside a script, but not beside a module of a package', () => {
    expect(resolve('helper', 'scripts/run.py', ['scripts/helper.py'])).toBe('scripts/helper.py');
    expect(resolve('helper', 'pkg/run.py', ['pkg/__init__.py', 'pkg/helper.py'])).toBeUndefined();
  });

  it('leaves installed packages alone', () => {
    expect(resolve('numpy', 'main.py', ['main.py'])).toBeUndefined();
  });
});
