import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { parseSource } from '../../../../src/code/javascript/load-typescript.js';
import { listFunctions } from '../../../../src/code/typescript/measure/list-functions.js';
import { measureSource } from '../../../../src/code/typescript/measure/measure-file.js';
import { measureFunction } from '../../../../src/code/typescript/measure/measure-function.js';
import { measureWithEslint } from './measure-with-eslint.js';

const SNIPPETS: readonly [string, string, string][] = [
  [
    'branches',
    'a.js',
    'function f(a) { if (a) { b(); } else if (c) { d(); } else { e(); } return a ? 1 : 2; }',
  ],
  [
    'loops',
    'a.js',
    'function f(a) { for (;;) { for (const x in a) { for (const y of a) { while (y) { do { y(); } while (x); } } } } }',
  ],
  [
    'a loop over a stream',
    'a.js',
    'async function f(a) { for await (const x of a) { if (x) { await x; } } }',
  ],
  [
    'a switch',
    'a.js',
    'function f(a) { switch (a) { case 1: case 2: return 1; case 3: { if (a) { b(); } } default: return 2; } }',
  ],
  [
    'try, catch and finally',
    'a.js',
    'function f() { try { if (a) { b(); } } catch { if (c) { d(); } } finally { if (e) { g(); } } }',
  ],
  ['logic', 'a.js', 'const f = (a, b, c) => (a && b) || (c ?? a) || !(b && c);'],
  ['logical assignments', 'a.js', 'function f(a) { a ||= 1; a &&= 2; a ??= 3; a += 4; }'],
  ['optional chains', 'a.js', 'const f = (a) => a?.b?.[c]?.(d).e?.f();'],
  ['optional chains in types', 'a.ts', 'const f = (a?: { b?: string }): string | undefined => a?.b!.trim();'],
  [
    'defaults of parameters',
    'a.js',
    'function f(a = 1, { b = 2, c: { d = 3 } = {} } = {}, [e = 4, ...g] = []) { return a; }',
  ],
  [
    'defaults in declarations',
    'a.js',
    'function f(x) { const { a = 1, b: [c = 2] = [] } = x; return a + c; }',
  ],
  [
    'defaults in assignments',
    'a.js',
    'function f(x) { let a, b, c, d; [a = 1, b] = x; ({ a = 2, b: c = 3, d: [d = 4] = [] } = x); }',
  ],
  [
    'assignments that are no defaults',
    'a.js',
    'function f(x) { let a; g([a = 1], { b: a = 2 }); return [a = 3]; }',
  ],
  [
    'defaults in loop heads',
    'a.js',
    'function f(x) { let a, b; for ([a = 1] of x) { b(); } for ({ b = 2 } of x) { a(); } }',
  ],
  ['defaults in a catch', 'a.js', 'function f() { try { g(); } catch ({ message = "x" }) { h(message); } }'],
  [
    'functions in functions',
    'a.js',
    'function f(a) { if (a) { return () => (a ? 1 : 2); } function g(b) { return b || a; } return g; }',
  ],
  ['functions as defaults', 'a.js', 'function f(a = (b) => b && 1) { return a ?? (() => a || 2); }'],
  [
    'classes',
    'a.js',
    'class A { constructor(a) { if (a) { b(); } } get c() { return this.d || 1; } set c(v) { v && 1; } static s(a, b) { return a ?? b; } #p(a) { return a ? 1 : 2; } async *g(a) { for (const x of a) yield x; } }',
  ],
  [
    'class fields',
    'a.js',
    'function f(a) { return class { x = a && b; y = (c) => (c ? 1 : 2); static z = a ?? b; #w = function () { return a || b; }; }; }',
  ],
  [
    'static blocks',
    'a.js',
    'function f(a) { return class { static { if (a) { for (;;) { b(); } } const g = (c) => c && d; } }; }',
  ],
  [
    'auto accessors',
    'a.ts',
    'function f(a) { return class { accessor x = a && b; accessor y = (c) => c || d; }; }',
  ],
  [
    'computed names',
    'a.js',
    'function f(a) { return class { [a || "b"](c) { return c && 1; } get [a ?? "d"]() { return 1; } [a && "e"] = 1; }; }',
  ],
  [
    'computed names of objects',
    'a.js',
    'const f = (a) => ({ [a || "b"]() { return a ? 1 : 2; }, [a && "c"]: (d) => d ?? 1, get e() { return a || 1; } });',
  ],
  [
    'decorators',
    'a.ts',
    'function f(a) { class B { @d(a || 1) m(@p(a && 2) x = a ?? 3) { return x; } @d(a ? 1 : 2) y = a || 4; } return B; }',
  ],
  [
    'parameter properties',
    'a.ts',
    'class A { constructor(private readonly a: string, public b = 1, c?: number) { if (c) { this.b = c; } } }',
  ],
  [
    'overloads and abstract members',
    'a.ts',
    'abstract class A { abstract x(a: string): void; m(a: string): void; m(a: string, b?: number): void { if (b) { this.x(a); } } }\nfunction o(a: string): void;\nfunction o(a: string, b = 1): void { a && b; }\ndeclare function q(a: string, b: number): void;',
  ],
  [
    'parameters called this',
    'a.ts',
    'function f(this: void, a: string, b: string) {}\nfunction g(this: Window, a: string) {}\nfunction h(this, a) {}',
  ],
  [
    'namespaces and enums',
    'a.ts',
    'namespace N { export function f(a: boolean) { return a ? 1 : 2; } export enum E { A = 1 || 2 } }',
  ],
  [
    'conditional types',
    'a.ts',
    'function f<T>(a: T extends string ? 1 : 2): a is never { type X<U> = U extends T ? U : never; return (a as X<T>) satisfies unknown ? true : false; }',
  ],
  [
    'markup',
    'a.jsx',
    'const Page = ({ user = {}, items }) => <ul title={user?.name ?? "x"}>{items.map((i) => i.ok && <li key={i.id}>{i.a ? <b /> : null}</li>)}</ul>;',
  ],
  [
    'functions called on the spot',
    'a.js',
    '(function () {\n  if (a) {\n    b();\n  }\n})();\n(() => {\n  c();\n})();\n!function () {\n  d();\n}();\n(function () {\n  e();\n}).call(this);',
  ],
  [
    'exports over several lines',
    'a.js',
    'export default\nasync function f(\n  a,\n) {\n  return a;\n}\nexport\n  function g() {\n}\n',
  ],
  [
    'methods with decorators and comments',
    'a.ts',
    'class A {\n  // why\n  @d()\n  @e({\n    a: 1,\n  })\n  public async m(\n    a: string,\n  ): Promise<void> {\n    await a;\n\n    // done\n  }\n}\n',
  ],
  ['Windows line ends', 'a.ts', 'function f() {\r\n  a();\r\n\r\n  b();\r\n}\r\n'],
  ['rare line ends', 'a.js', 'function f() {\n  a();\u2028  b();\u2029  c();\r  d();\n}'],
  ['an empty file', 'a.js', ''],
  ['a file of blank lines', 'a.js', '\n\n\n'],
  [
    'old exports',
    'a.cjs',
    'exports.a = function (x) { with (x) { if (y) { z(); } } };\nmodule.exports = function (a, b) { return a || b; };',
  ],
  [
    'a chain of else ifs in a loop',
    'a.js',
    'function f(a) { for (const x of a) { if (x === 1) { b(); } else if (x === 2) { if (c) { d(); } } else { if (e) { g(); } } } }',
  ],
  [
    'labels',
    'a.js',
    'function f(a) { outer: for (const x of a) { for (const y of x) { if (y) continue outer; else break outer; } } }',
  ],
  [
    'sequences and templates',
    'a.js',
    'const f = (a) => (a && b, `x${a || 1}${`y${a ? 1 : 2}`}`, tag`z${a ?? 3}`);',
  ],
  ['generators', 'a.js', 'function* f(a) { const x = yield a || b; yield* a?.c; return x; }'],
  ['arrows that return arrows', 'a.js', 'const f = (a) => (b = 1) => (c) => a && b && c;'],
];

describe("numbers that agree with ESLint's", () => {
  it.each(SNIPPETS)('for %s', (_, path, text) => {
    expect(listDifferences(path, text)).toEqual([]);
  });

  it('for every function of this project', { timeout: 120_000 }, () => {
    const root = join(import.meta.dirname, '../../../../src');
    const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) =>
      path.endsWith('.ts'),
    );
    expect(files.length).toBeGreaterThan(100);
    expect(files.flatMap((path) => listDifferences(path, readFileSync(join(root, path), 'utf8')))).toEqual(
      [],
    );
  });
});

/** Also of the two ways to measure a function, alone and with its file. */
function listDifferences(path: string, text: string): string[] {
  const theirs = measureWithEslint(path, text);
  const file = parseSource(ts, path, text, true);
  const ours = measureSource(ts, file);
  const named = listFunctions(ts, file);
  const differences = named.flatMap(({ name, node }, index) => {
    const { cognitive, ...alone } = measureFunction(ts, node);
    const { start: _start, end: _end, ...withFile } = ours.functions[index] ?? {};
    return [
      ...listUnequal(`${path} ${name}`, alone, theirs.functions.get(findBody(node.body))),
      ...listUnequal(`${path} ${name}`, { name, cognitive, ...alone }, withFile),
    ];
  });
  const counts = { lines: ours.lines, functions: named.length };
  return [
    ...differences,
    ...listUnequal(path, counts, { lines: theirs.lines, functions: theirs.functions.size }),
  ];
}

function listUnequal(what: string, ours: object, theirs: object | undefined): string[] {
  const expected = new Map(Object.entries(theirs ?? {}));
  return Object.entries(ours).flatMap(([key, value]) =>
    value === expected.get(key)
      ? []
      : `${what}: ${key} is ${String(value)}, not ${String(expected.get(key))}`,
  );
}

/** ESLint does not see parentheses around an arrow's expression. */
function findBody(body: ts.Node | undefined): string {
  let inner = body;
  while (inner !== undefined && ts.isParenthesizedExpression(inner)) inner = inner.expression;
  return inner === undefined ? '' : `${inner.getStart()}:${inner.end}`;
}
