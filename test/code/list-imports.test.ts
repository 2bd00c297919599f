import { describe, expect, it } from 'vitest';
import { canListImports, listImports } from '../../src/code/index.js';

describe('listImports', () => {
  it('finds every form of import in TypeScript, in source order with lines', async () => {
    const text = [
      "import a from './a.js';",
      "import './side-effect.js';",
      "import type { B } from './b.js';",
      "export { c } from './c.js';",
      "export * from './d.js';",
      "import e = require('./e');",
      'async function load() {',
      "  const f = await import('./f.js');",
      '  return import(`./g.js`);',
      '}',
      "const h = require('./h');",
      "let i: import('./i.js').I;",
    ].join('\n');
    const refs = await listImports('x.ts', text);
    expect(refs.map((ref) => ref.specifier)).toEqual([
      './a.js',
      './side-effect.js',
      './b.js',
      './c.js',
      './d.js',
      './e',
      './f.js',
      './g.js',
      './h',
      './i.js',
    ]);
    expect(refs.map((ref) => ref.line)).toEqual([1, 2, 3, 4, 5, 6, 8, 9, 11, 12]);
  });

  it('is not misled by comments, strings, regular expressions and computed names', async () => {
    const text = [
      '/// <reference path="./ref.d.ts" />',
      "// import a from './comment.js'",
      "/* require('./comment') */",
      'const s = "import b from \'./string.js\'";',
      "const t = `require('./template')`;",
      'const r = /`/; const q = /require\\("x"\\)/;',
      'await import(`./${s}.js`); require(s); module.require;',
      "import real from './real.js';",
    ].join('\n');
    expect(await listImports('x.ts', text)).toEqual([{ specifier: './real.js', line: 8 }]);
  });

  it('looks into ambient modules', async () => {
    const refs = await listImports(
      'x.d.ts',
      "declare module 'shop' {\n  import { Cart } from './cart.js';\n}\n",
    );
    expect(refs).toEqual([{ specifier: './cart.js', line: 2 }]);
  });

  it('reads imports of code that does not parse', async () => {
    const refs = await listImports('x.js', "import a from './a.js';\nfunction broken( {\n");
    expect(refs.map((ref) => ref.specifier)).toEqual(['./a.js']);
  });

  it('finds every form of import in Python', async () => {
    const text = [
      'import os, a.b as ab',
      'from . import x',
      'from ..a import b as c',
      'from pkg.mod import (  # why',
      '    first,',
      '    second as other,',
      ')',
      'from long.name import \\',
      '    thing',
      'if TYPE_CHECKING:',
      '    from .types import T',
      'try: import fast',
      'except ImportError: import slow; import slower',
      'from everything import *',
      'from .import y',
    ].join('\n');
    expect(await listImports('m.py', text)).toEqual([
      { specifier: 'os', line: 1 },
      { specifier: 'a.b', line: 1 },
      { specifier: '.', name: 'x', line: 2 },
      { specifier: '..a', name: 'b', line: 3 },
      { specifier: 'pkg.mod', name: 'first', line: 4 },
      { specifier: 'pkg.mod', name: 'second', line: 4 },
      { specifier: 'long.name', name: 'thing', line: 8 },
      { specifier: '.types', name: 'T', line: 11 },
      { specifier: 'fast', line: 12 },
      { specifier: 'slow', line: 13 },
      { specifier: 'slower', line: 13 },
      { specifier: 'everything', name: '*', line: 14 },
      { specifier: '.', name: 'y', line: 15 },
    ]);
  });

  it('is not misled by comments and strings in Python', async () => {
    const text = [
      '"""Usage:',
      'import docstring',
      '"""',
      '# import comment',
      "s = 'import string; import more'",
      "t = r'''",
      'from triple import quoted',
      "'''",
      'u = "it\'s # not a comment \\" either"; import real',
      'constructor(toString)',
      'raise ValueError() from error',
      'def important(): yield from importlib_like',
      'import last',
    ].join('\n');
    expect(await listImports('m.py', text)).toEqual([
      { specifier: 'real', line: 9 },
      { specifier: 'last', line: 13 },
    ]);
  });

  it('says for which files it can answer', async () => {
    expect(await listImports('a.go', 'import "fmt"')).toEqual([]);
    expect(['a.ts', 'a.jsx', 'a.py', 'a.go', 'a.json'].map(canListImports)).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
  });
});
