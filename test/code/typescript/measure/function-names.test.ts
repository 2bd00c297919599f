import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { parseSource } from '../../../../src/code/javascript/load-typescript.js';
import { listFunctions } from '../../../../src/code/typescript/measure/list-functions.js';

const listNames = (text: string, path = 'a.tsx'): string[] =>
  listFunctions(ts, parseSource(ts, path, text, true)).map(({ name }) => name);

describe('names of functions', () => {
  it.each<[string, string, string[]]>([
    ['declarations', 'function total() { function inner() {} }', ['total', 'total.inner']],
    ['variables', 'const a = () => 1, b = function () {};', ['a', 'b']],
    ['their own name when nothing else holds them', 'use(function named() {});', ['named']],
    ['what they are assigned to', 'a.b.c = () => 1; this.d = function e() {};', ['b.c', 'd']],
    [
      'old exports',
      'exports.a = function () {}; module.exports.b = () => 1; module.exports = function () {};',
      ['a', 'b', 'module.exports'],
    ],
    [
      'named old exports',
      'module.exports = function parse() { function inner() {} };',
      ['parse', 'parse.inner'],
    ],
    ['chained assignments', 'proto.get = proto.fetch = function () {};', ['proto.fetch']],
    [
      'prototypes',
      'Cart.prototype.total = function () { return () => 1; };',
      ['Cart.total', 'Cart.total.returned function'],
    ],
    ['default exports', 'export default () => { const x = () => 1; };', ['default', 'default.x']],
    ['nameless default exports', 'export default function () {}', ['default']],
    [
      'class members',
      'class Cart { constructor() {} total() {} get size() { return 1; } set size(v) {} static of() {} #add() {} handle = () => 1; [Symbol.iterator]() {} "a b"() {} }',
      [
        'Cart.constructor',
        'Cart.total',
        'Cart.get size',
        'Cart.set size',
        'Cart.of',
        'Cart.#add',
        'Cart.handle',
        'Cart.[Symbol.iterator]',
        'Cart.a b',
      ],
    ],
    ['classes in classes', 'const A = class { b = class C { d() {} } };', ['A.b.d']],
    ['nameless classes', 'export default class { a() {} }\nuse(class { b() {} });', ['default.a', 'class.b']],
    [
      'object members',
      'const api = { get() {}, post: () => 1, deep: { put: function () {} }, get size() { return 1; } };',
      ['api.get', 'api.post', 'api.deep.put', 'api.get size'],
    ],
    [
      'members of exported objects',
      'module.exports = { meta: {}, create(context) { return { Program(node) {} }; } };',
      ['create', 'create.Program'],
    ],
    ['namespaces', 'namespace N { export function f() {} }', ['N.f']],
    [
      'callbacks',
      'function load() { items.map((x) => x); items.map((y) => y); return new Promise((resolve) => resolve()); }',
      ['load', 'load.map callback', 'load.map callback#2', 'load.Promise callback'],
    ],
    [
      'callbacks that are told apart by a text',
      "app.get('/users/:id', () => 1); app.get('/users', () => 2); it(`says \"it's\\n fine\"`, () => 3);",
      ['get /users/:id', 'get /users', 'it says it s fine'],
    ],
    [
      'callbacks behind a variable',
      'const Button = forwardRef((props, ref) => 1);',
      ['Button.forwardRef callback'],
    ],
    [
      'callbacks inside callbacks, without their prefix',
      "describe('cart', () => { it('adds', () => { const add = () => 1; }); });",
      ['describe cart', 'it adds', 'add'],
    ],
    [
      'functions called on the spot, without their prefix',
      '(function () { function inner() {} })(); (() => 1)();',
      ['iife', 'inner', 'iife#2'],
    ],
    [
      'values seen through operators',
      'const a = b || (c ? (() => 1) : <T,>(x: T) => x) ; d ??= (function () {})!;',
      ['a', 'a#2', 'd'],
    ],
    ['defaults', 'function f(a = () => 1, { b = () => 2 } = {}) {}', ['f', 'f.a', 'f.b']],
    [
      'markup',
      'const Page = () => <Form onSubmit={() => 1}>{() => 2}</Form>;',
      ['Page', 'Page.onSubmit', 'Page.function'],
    ],
    ['lists', 'const steps = [() => 1, () => 2];', ['steps.item', 'steps.item#2']],
    [
      'overloads once',
      'function f(a: string): void;\nfunction f(a: unknown) {}\ndeclare function g(): void;\ninterface I { h(): void }',
      ['f'],
    ],
    ['mixins', 'class A extends mixin(() => 1) {}', ['A.mixin callback']],
    ['decorator arguments', 'class A { @on(() => 1) m() {} }', ['A.m', 'A.m.on callback']],
  ])('follow %s', (_, text, names) => {
    expect(listNames(text)).toEqual(names);
  });

  it('stay the same when other lines, functions and comments come and go', () => {
    const code = "class A { m() { return xs.map((x) => x); } }\nbus.on('end', () => 1);";
    const edited = `// new\n\nimport x from 'y';\nfunction other() { return xs.map((x) => x); }\n\n${code}\nbus.on('start', () => 2);`;
    expect(listNames(edited)).toEqual(expect.arrayContaining(listNames(code)));
  });

  it('are unique, short and on one line, whatever the code', () => {
    const long = 'x'.repeat(300);
    const names = listNames(
      `const ${long} = { "${long}\\n'\\"": { "${long}2": () => { const ${long} = () => 1; } } }; on("#2", () => 1); on("", () => 2); ({ "": () => 3, "🎉": () => 4 });`,
    );
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) {
      expect(name).toMatch(/^[^\n\r'"`]+$/);
      expect(name.length).toBeLessThanOrEqual(103);
    }
  });
});
