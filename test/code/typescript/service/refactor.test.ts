import { describe, expect, it } from 'vitest';
import { openProject, textOf } from './project.js';

const STRICT = JSON.stringify({
  compilerOptions: {
    strict: true,
    target: 'es2022',
    module: 'esnext',
    moduleResolution: 'bundler',
    types: [],
  },
});

const CART = `export function total(items, rate) {
  let sum = 0;
  for (const item of items) {
    if (item.skip) continue;
    sum += item.price * rate;
  }
  if (sum > 100 && rate > 1) {
    sum -= 5;
  }
  return sum;
}
`;

const extract = (path: string, name: string, start: number, end: number, created = 'moved') =>
  ({ action: 'extract_function', path, function: name, start, end, name: created }) as const;

describe('refactor', () => {
  it('extracts whole lines of a function and leaves the disk alone', async () => {
    const { service, files } = await openProject({ 'cart.js': CART });
    const outcome = service.refactor(extract('cart.js', 'total', 3, 6, 'addPrices'));
    expect(outcome).toMatchObject({
      ok: true,
      created: ['addPrices'],
      summary: 'moved 4 lines into addPrices',
    });
    expect(textOf(outcome)).toContain('let sum = addPrices(items, rate);');
    expect(files.get('cart.js')).toBe(CART);
  });

  it('extracts an expression by its text, layout aside', async () => {
    const { service } = await openProject({ 'cart.js': CART });
    const outcome = service.refactor({
      ...extract('cart.js', 'total', 7, 9, 'isBig'),
      expression: 'sum>100 && rate>1',
    });
    expect(textOf(outcome)).toContain('if (isBig(rate, sum)) {');
    const missing = service.refactor({ ...extract('cart.js', 'total', 1, 3), expression: 'sum > 7' });
    expect(textOf(missing)).toBe('not_found');
  });

  it('goes on from the result of the refactoring before', async () => {
    const { service } = await openProject({ 'cart.js': CART });
    const outcome = service.refactorAll([
      extract('cart.js', 'total', 3, 6, 'addPrices'),
      { ...extract('cart.js', 'total', 3, 5, 'isBig'), expression: 'sum > 100 && rate > 1' },
    ]);
    expect(outcome).toMatchObject({ ok: true, created: ['addPrices', 'isBig'] });
    expect(textOf(outcome)).toContain('if (isBig(rate, sum)) {');
    expect(textOf(outcome)).toContain('let sum = addPrices(items, rate);');
  });

  it('says which function, file or line is missing', async () => {
    const { service } = await openProject({ 'cart.js': CART });
    expect(textOf(service.refactor(extract('cart.js', 'nothing', 3, 6)))).toBe('not_found');
    expect(textOf(service.refactor(extract('other.js', 'total', 3, 6)))).toBe('not_found');
    expect(textOf(service.refactor(extract('cart.js', 'total', 3, 600)))).toBe('not_found');
  });

  it('hands a function inside the range to the one that moves functions out', async () => {
    const text =
      'function load(url) {\n  function clean(text) {\n    return text.trim();\n  }\n  return clean(url);\n}\n';
    const { service } = await openProject({ 'a.js': text });
    const outcome = service.refactor(extract('a.js', 'load', 2, 4, 'clean'));
    expect(outcome).toMatchObject({ ok: true, created: ['clean'] });
    expect(textOf(outcome)).toMatch(/^function clean/m);
  });

  it('simplifies conditions', async () => {
    const text =
      'function sign(value) {\n  if (value > 0) {\n    return true;\n  } else {\n    return false;\n  }\n}\n';
    const { service } = await openProject({ 'a.js': text });
    const outcome = service.refactor({
      action: 'simplify_conditional',
      path: 'a.js',
      function: 'sign',
      line: 2,
    });
    expect(textOf(outcome)).toContain('return value > 0;');
  });

  it('reads a file again after it changed', async () => {
    const { service, files } = await openProject({ 'cart.js': CART });
    service.refactor(extract('cart.js', 'total', 3, 6));
    files.set('cart.js', CART.replace('total', 'sumUp'));
    service.refresh(['cart.js']);
    expect(textOf(service.refactor(extract('cart.js', 'sumUp', 3, 6)))).toContain('function moved(');
  });
});

describe('validation', () => {
  it('does_not_parse: a file with syntax errors is left alone', async () => {
    const { service } = await openProject({ 'a.js': 'function f(a) {\n  a();\n  a(;\n}\n' });
    expect(textOf(service.refactor(extract('a.js', 'f', 2, 2)))).toBe('does_not_parse');
  });

  it('types_worse: a type that was narrowed before the range would be lost after it', async () => {
    const text = `export function size(text: string | undefined): number {
  if (text === undefined) {
    return 0;
  }
  console.log(text);
  return text.length;
}
declare const console: { log(text: unknown): void };
`;
    const { service } = await openProject({ 'tsconfig.json': STRICT, 'a.ts': text });
    expect(textOf(service.refactor(extract('a.ts', 'size', 2, 4)))).toBe('types_worse');
    expect(textOf(service.refactor(extract('a.ts', 'size', 5, 6)))).toContain(
      'function moved(text: string): number {',
    );
  });

  it('exports_changed: the type of what is exported must stay', async () => {
    const text = `export function make(a: number) {
  const list = [a, 'x'] as const;
  return list;
}
`;
    const { service } = await openProject({ 'tsconfig.json': STRICT, 'a.ts': text });
    expect(textOf(service.refactor(extract('a.ts', 'make', 2, 2)))).toMatch(/exports_changed|function moved/);
  });

  it('compares errors without their places, so that old errors do not count', async () => {
    const text = `export function f(a: number) {
  const b: string = a;
  const c = b + missing;
  return c;
}
`;
    const { service } = await openProject({ 'tsconfig.json': STRICT, 'a.ts': text });
    expect(textOf(service.refactor(extract('a.ts', 'f', 2, 3)))).toContain('function moved(a: number)');
  });

  it('lists the errors that changed files have and their old texts had not', async () => {
    const { service } = await openProject({
      'tsconfig.json': STRICT,
      'a.ts': "export const a: string = 1;\nexport const one = 'x';\n",
      'b.ts': "import { one } from './a.js';\nexport const two: string = one;\n",
      'c.js': 'export const c = 1;\n',
    });
    const old = "export const a: string = 1;\nexport const one = 'x';\n";
    const errors = service.findNewErrors([
      { path: 'a.ts', before: old, after: 'export const a: string = 1;\nexport const one = 2;\n' },
      {
        path: 'b.ts',
        before: "import { one } from './a.js';\nexport const two: string = one;\n",
        after: "import { one } from './a.js';\nexport const two: string = one;\nexport const three = 3;\n",
      },
      { path: 'c.js', before: 'export const c = 1;\n', after: 'export const c = ;\n' },
    ]);
    expect(errors).toEqual([
      {
        path: 'b.ts',
        message: "Type 'number' is not assignable to type 'string'.",
        source: 'export const two: string = one;',
      },
      { path: 'c.js', message: 'Expression expected.', source: 'export const c = ;' },
    ]);
    expect(service.findNewErrors([{ path: 'a.ts', before: old, after: `// Greets.\n${old}` }])).toEqual([]);
  });

  it("is as strict as the project's own compiler is unless it is told", async () => {
    const before = 'export const list: string[] = [];\n';
    const after = 'export const list: string[] = null;\n';
    const check = async (version: string): Promise<readonly unknown[]> => {
      const { service } = await openProject({
        'tsconfig.json': '{ "compilerOptions": { "types": [] } }',
        'package.json': `{ "devDependencies": { "typescript": "${version}" } }`,
        'a.ts': before,
      });
      return service.findNewErrors([{ path: 'a.ts', before, after }]);
    };
    expect(await check('~5.4.2')).toEqual([]);
    expect(await check('^6.0.0')).toHaveLength(1);
  });

  it('checks JavaScript where the project asks for it', async () => {
    const config = JSON.stringify({
      compilerOptions: { checkJs: true, strict: true, target: 'es2022', types: [] },
    });
    const { service } = await openProject({ 'jsconfig.json': config, 'a.js': 'export const a = 1;\n' });
    const after = '/** @type {string} */\nexport const a = 1;\n';
    expect(service.findNewErrors([{ path: 'a.js', before: 'export const a = 1;\n', after }])).toHaveLength(1);
  });

  it('names the class where a type is `this`', async () => {
    const text = `class Tree {
  /** @type {number} */
  size = 0;
  grow(/** @type {number} */ by) {
    const same = this.self();
    if (by > 1 && same.size > 1) {
      same.size += by;
    }
    return same;
  }
  self() {
    return this;
  }
}
new Tree().grow(1);
`;
    const config = JSON.stringify({
      compilerOptions: { checkJs: true, strict: true, target: 'es2022', types: [] },
    });
    const { service } = await openProject({ 'jsconfig.json': config, 'a.js': text });
    expect(textOf(service.refactor(extract('a.js', 'Tree.grow', 6, 8)))).toContain('@param {Tree} same');
  });

  it('gives a new function its types in a comment there', async () => {
    const config = JSON.stringify({
      compilerOptions: { checkJs: true, strict: true, target: 'es2022', types: [] },
    });
    const { service } = await openProject({
      'jsconfig.json': config,
      'types.d.ts': 'export interface Shop {\n  open: boolean;\n}\n',
      'a.js': [
        "/** @param {import('./types').Shop} shop @param {string[]} names */",
        'export function f (shop, names) {',
        '  if (shop.open) names.sort()',
        '  if (shop.open) names.pop()',
        '}',
        '',
      ].join('\n'),
    });
    expect(textOf(service.refactor(extract('a.js', 'f', 3, 4))).split('\n')).toEqual([
      "/** @param {import('./types').Shop} shop @param {string[]} names */",
      'export function f (shop, names) {',
      '  moved(shop, names)',
      '}',
      '',
      '/**',
      " * @param {import('./types').Shop} shop",
      ' * @param {string[]} names',
      ' * @returns {void}',
      ' */',
      'function moved (shop, names) {',
      '  if (shop.open) names.sort()',
      '  if (shop.open) names.pop()',
      '}',
      '',
    ]);
  });
});

describe('files of every kind', () => {
  const body = ['  list.sort();', '  list.pop();'];

  it.each([
    ['a byte order mark', '\uFEFFfunction f(list) {', '\n'],
    ['a shebang', '#!/usr/bin/env node\nfunction f(list) {', '\n'],
    ['a directive', "'use strict';\nfunction f(list) {", '\n'],
    ['emoji', "function f(list) {\n  log('🎉🎉👨‍👩‍👧');", '\n'],
    ['Windows line ends', 'function f(list) {', '\r\n'],
  ])('keeps %s', async (_name, head, newline) => {
    const text = [...head.split('\n'), ...body, '}'].join(newline);
    const start = head.split('\n').length + 1;
    const { service } = await openProject({ 'a.js': text });
    const outcome = service.refactor(extract('a.js', 'f', start, start + 1));
    const expected = [...head.split('\n'), '  moved(list);', '}', '', 'function moved(list) {', ...body, '}'];
    expect(textOf(outcome)).toBe(expected.join(newline));
  });

  it('understands decorators and TSX', async () => {
    const text = `declare const sealed: any;
declare namespace JSX { interface IntrinsicElements { b: { title: string } } }
@sealed
export class View {
  private readonly items: string[] = [];
  show(title: string) {
    const label = title + this.items.length;
    this.items.push(label);
    return <b title={label} />;
  }
}
`;
    const config = JSON.stringify({
      compilerOptions: {
        strict: true,
        jsx: 'preserve',
        target: 'es2022',
        types: [],
        experimentalDecorators: true,
      },
    });
    const { service } = await openProject({ 'tsconfig.json': config, 'a.tsx': text });
    const outcome = service.refactor(extract('a.tsx', 'View.show', 7, 8, 'addLabel'));
    expect(textOf(outcome)).toContain('const label = this.addLabel(title);');
    expect(textOf(outcome)).toContain('private addLabel(title: string) {');
  });

  const EXCUSED = (above: string, behind: string): string =>
    `${above}export function pick(a, b) { ${behind}
  if (a === 1 || a === 2 || a === 3 || a === 4) b++;
  if (b === 1 || b === 2 || b === 3 || b === 4) a++;
  if (a && b) return 1;
  if (a || b) return 2;
  return 3;
}
`;

  it.each([
    ['', '// eslint-disable-line complexity', 'export function pick(a, b) {\n'],
    ['// eslint-disable-next-line complexity -- later\n', '', 'export function pick(a, b) { \n'],
    [
      '',
      '// eslint-disable-line complexity, max-params',
      'export function pick(a, b) { // eslint-disable-line max-params\n',
    ],
  ])('takes %s%s away when the function is not complex any more', async (above, behind, head) => {
    const first = above === '' ? 3 : 4;
    const { service } = await openProject({ 'pick.js': EXCUSED(above, behind) });
    const outcome = service.refactor(extract('pick.js', 'pick', first, first + 2));
    expect(textOf(outcome)).toContain(head);
    expect(textOf(outcome)).not.toContain('complexity');
  });

  it('leaves the excuse of a function that is still complex', async () => {
    const text = EXCUSED('', '// eslint-disable-line complexity');
    const { service } = await openProject({ 'pick.js': text });
    const outcome = service.refactor(extract('pick.js', 'pick', 4, 4));
    expect(textOf(outcome)).toContain('export function pick(a, b) { // eslint-disable-line complexity\n');
  });
});
