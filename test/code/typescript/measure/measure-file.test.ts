import { describe, expect, it } from 'vitest';
import { measureFile } from '../../../../src/code/index.js';
import type { FileMeasure } from '../../../../src/code/index.js';

async function measure(text: string, path = 'src/a.ts'): Promise<FileMeasure> {
  const measured = await measureFile(path, text);
  if ('problem' in measured) throw new Error(measured.problem);
  return measured;
}

async function findProblem(text: string, path = 'src/a.ts'): Promise<string | undefined> {
  const measured = await measureFile(path, text);
  return 'problem' in measured ? measured.problem : undefined;
}

describe('cognitive complexity', () => {
  it.each<[string, number, string]>([
    ['nothing for straight code', 0, 'a(); b(); return c;'],
    ['one for each structure', 3, 'if (a) b(); for (;;) c(); while (d) e();'],
    ['more the deeper a structure stands', 6, 'if (a) { for (;;) { while (b) c(); } }'],
    ['one for each else, however deep', 3, 'if (a) b(); else if (c) d(); else e();'],
    ['no more for an else if than for an else', 5, 'if (a) { b(); } else if (c) { if (d) e(); } else f();'],
    ['nothing for cases, one for the switch', 1, 'switch (a) { case 1: case 2: b(); break; default: c(); }'],
    ['one for a catch, nothing for try and finally', 1, 'try { a(); } catch { b(); } finally { c(); }'],
    ['more for a catch with something in it', 3, 'try { a(); } catch { if (b) c(); }'],
    ['conditional expressions like ifs', 3, 'return a ? b : c ? d : e;'],
    ['one for a run of the same operator', 1, 'return a && b && c && d;'],
    ['one for each change of operator', 3, 'return a && b || c && d;'],
    ['operators through parentheses', 2, 'return (a && b) || c;'],
    ['a negated part for itself', 2, 'return a && !(b && c);'],
    ['nothing for a default value', 0, 'const x = a || []; let y = b ?? 1; z = z || {};'],
    ['what stands before a default value', 1, "const x = a && b || 'c';"],
    ['a choice that is no default value', 1, 'const x = a || b;'],
    ['jumps to a label', 4, 'out: for (;;) { for (;;) { break out; } }'],
    ['nothing for other jumps', 1, 'for (;;) { break; }'],
    ['nothing for optional chains', 0, 'return a?.b?.();'],
    ['nothing for what is inside another function', 0, 'return () => { if (a) b(); };'],
  ])('is %s', async (_, expected, body) => {
    const { functions } = await measure(`function f() { ${body} }`);
    expect(functions[0]?.cognitive).toBe(expected);
  });

  it('starts anew in a function inside another, so that sums compare before and after an extraction', async () => {
    const { functions } = await measure('function f() { if (a) { return () => { if (b) c(); }; } }');
    expect(functions.map(({ cognitive }) => cognitive)).toEqual([1, 1]);
  });

  it('does not count what markup shows only sometimes', async () => {
    const { functions } = await measure(
      'const Page = () => <p>{a && b && <i />}{a && (b || c)}</p>;',
      'src/page.tsx',
    );
    expect(functions[0]?.cognitive).toBe(2);
  });
});

describe('the measure of a file', () => {
  it('lists functions in source order with their lines', async () => {
    const text =
      'export function a(x, y) {\n  return x;\n}\n\nclass B {\n  c = () => {\n    if (d) {\n      e();\n    }\n  };\n}\n';
    const { lines, functions } = await measure(text);
    expect(lines).toBe(11);
    expect(functions).toEqual([
      { name: 'a', start: 1, end: 3, cyclomatic: 1, cognitive: 0, lines: 3, nesting: 0, parameters: 2 },
      { name: 'B.c', start: 6, end: 10, cyclomatic: 2, cognitive: 1, lines: 5, nesting: 1, parameters: 0 },
    ]);
  });

  it('counts the members of classes, overloads once and properties of the constructor too', async () => {
    const text = `export abstract class Cart {
  #items = [];
  static count = 0;
  constructor(private readonly store: Store, tax: number) {}
  add(item: string): void;
  add(item: string, count: number): void;
  add(item: string, count = 1): void {}
  abstract total(): number;
  get size() { return 1; }
  [key: string]: unknown;;
}
const Other = class { a() {} };`;
    const { classes } = await measure(text);
    expect(classes).toEqual([
      { name: 'Cart', start: 1, end: 11, members: 8, lines: 11 },
      { name: 'Other', start: 12, end: 12, members: 1, lines: 1 },
    ]);
  });

  it('does not mind a byte order mark, tabs and Windows line ends', async () => {
    const { lines, functions } = await measure('\uFEFFfunction f() {\r\n\treturn "🎉";\r\n}\r\n');
    expect(lines).toBe(3);
    expect(functions[0]).toMatchObject({ name: 'f', start: 1, end: 3, lines: 3 });
  });

  it('counts no lines for a function that is called on the spot', async () => {
    const { functions } = await measure('(function () {\n  a();\n})();\n');
    expect(functions[0]).toMatchObject({ name: 'iife', start: 1, end: 3, lines: 0 });
  });

  it('says why a file cannot be measured', async () => {
    expect(await findProblem('function ( {')).toBe('does not parse: line 1: Identifier expected.');
    expect(await findProblem('const a = 1;\nconst b = ;\n')).toMatch(/^does not parse: line 2: /);
    expect(await findProblem('a;'.repeat(1_100_000))).toMatch(/too many to measure$/);
    expect(await findProblem('# Title', 'README.md')).toBe('is neither TypeScript nor JavaScript');
  });

  it.each([
    ['brackets', '('.repeat(100_000)],
    ['arrows', `const f = ${'a => '.repeat(100_000)}1;`],
    ['else ifs', `${'if (a) {} else '.repeat(100_000)}{}`],
    ['conditional expressions', `x = ${'a ? b : '.repeat(100_000)}c;`],
    ['negations', `x = ${'!'.repeat(100_000)}a;`],
    ['markup', `x = ${'<a>'.repeat(100_000)}`],
  ])('survives too many %s, and measures the next file right', async (_, text) => {
    expect(await findProblem(text, 'src/a.tsx')).toBe('nests too deeply to be measured');
    expect((await measure('function f(a) { return a && b; }')).functions[0]?.cyclomatic).toBe(2);
  });

  it.each([
    ['additions', `function f() { return ${'a + '.repeat(50_000)}b; }`, 1],
    ['alternatives', `function f() { return ${'a || '.repeat(50_000)}b; }`, 50_001],
    ['calls', `function f() { return a${'.b()'.repeat(20_000)}; }`, 1],
  ])('measures very long chains of %s', async (_, text, cyclomatic) => {
    expect((await measure(text)).functions[0]?.cyclomatic).toBe(cyclomatic);
  });
});
