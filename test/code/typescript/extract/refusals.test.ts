import { describe, expect, it } from 'vitest';
import { move, moveExpression, reasonOf } from './marked-source.js';

describe('every reason to refuse an extraction', () => {
  it('not_found: no whole statement is in the range', () => {
    expect(reasonOf(move('function f(a) { a(«b»); }'))).toBe('not_found');
  });

  it('partial_statement: the range cuts a statement in two', () => {
    expect(reasonOf(move('function f(a) { «a(); if (a) {» a(); } }'))).toBe('partial_statement');
    expect(reasonOf(move('function f(a) { if («a) { a();» } }'))).toBe('partial_statement');
  });

  it('name_taken: the file uses the name already', () => {
    expect(reasonOf(move('function moved() {} function f(a) { «a();» }'))).toBe('name_taken');
    expect(reasonOf(move('function f(a) { «a();» console.log(moved); }'))).toBe('name_taken');
  });

  it('bad_name: the name is none', () => {
    expect(reasonOf(move('function f(a) { «a();» }', 'two words'))).toBe('bad_name');
    expect(reasonOf(move('function f(a) { «a();» }', 'class'))).toBe('bad_name');
  });

  it('jump_out: control leaves in more ways than a call can express', () => {
    const outcome = move(
      'function f(a) { x: for (;;) { for (;;) { «if (a) break; if (a.b) continue; if (a.c) break x;» a(); } } }',
    );
    expect(reasonOf(outcome)).toBe('jump_out');
  });

  it('captured_variable: a function that stays changes what the range reads', () => {
    const outcome = move(
      'function f(xs, g) { for (const x of xs) { let n = x; const add = () => { n += 1; }; «g(add); g(n);» } }',
    );
    expect(reasonOf(outcome)).toBe('captured_variable');
  });

  it('captured_variable: a function made in the range sees later changes', () => {
    expect(reasonOf(move('function f(g) { let n = 0; «g(() => n);» n = 2; }'))).toBe('captured_variable');
  });

  it('hoisted_variable: a function declared in the range is called outside of it', () => {
    expect(reasonOf(move('function f(g) { «g(); function h() {}» h(); }'))).toBe('hoisted_variable');
  });

  it('hoisted_variable: the range uses what is declared after it', () => {
    expect(reasonOf(move('function f(g) { «g(() => n);» const n = 1; }'))).toBe('hoisted_variable');
  });

  it('hoisted_variable: what the range declares still holds the value of an earlier round', () => {
    const outcome = move(
      'function f(xs, g) { for (var i = 0; i < xs.length; i++) { «var last; if (xs[i]) { last = xs[i]; } g(last);» } }',
    );
    expect(reasonOf(outcome)).toBe('hoisted_variable');
  });

  it('hoisted_variable: not when every round sets it before it is read', () => {
    const outcome = move(
      'function f(xs, g) { for (var i = 0; i < xs.length; i++) { «var last; if (xs[i]) { last = 1; } else { last = 2; } g(last);» } }',
    );
    expect(outcome).toContain('function moved(xs, g, i) {');
    expect(reasonOf(outcome).match(/var last/g)).toHaveLength(1);
  });

  it('lost_on_throw: a catch outside reads what the range assigns', () => {
    const outcome = move('function f(g) { let n = 0; try { «n = 1; g();» } catch { g(n); } }');
    expect(reasonOf(outcome)).toBe('lost_on_throw');
  });

  it('lost_on_throw: a finally block in the range assigns it on the way out to a catch outside', () => {
    const outcome = move(
      "function f(g) { let t = ''; try { «g(1); try { g(2); } finally { t += 'x'; }» } catch { g(3); } return t; }",
    );
    expect(reasonOf(outcome)).toBe('lost_on_throw');
  });

  it('lost_on_throw: not when nothing can throw after the assignment', () => {
    const outcome = move('function f(g) { let n = 0; try { «n = g();» } catch { g(n); } g(n); }');
    expect(outcome).toContain('n = moved(g)');
  });

  it('this_binding: an arrow function at the top of a file has no this to hand over', () => {
    expect(reasonOf(move('const f = () => { «this.a();» };'))).toBe('this_binding');
  });

  it('arguments_object: the range uses the arguments of the function', () => {
    expect(reasonOf(move('function f() { «console.log(arguments.length);» }'))).toBe('arguments_object');
    expect(reasonOf(move('function f(a) { «a = 1; g(a);» g(arguments); }'))).toBe('arguments_object');
    expect(move("'use strict'; function f(a) { «a = 1; g(a);» g(arguments); }")).toContain('moved()');
  });

  it('generator: the range yields', () => {
    expect(reasonOf(move('function* f(a) { «yield a;» }'))).toBe('generator');
  });

  it('super_call: the range uses super or new.target', () => {
    expect(reasonOf(move('class B extends A { f() { «super.f();» } }'))).toBe('super_call');
    expect(reasonOf(move('function F(a) { «a(new.target);» }'))).toBe('super_call');
  });

  it('too_many_outputs: four variables come out', () => {
    const outcome = move(
      'function f() { «let a = 1; let b = 2; let c = 3; let d = 4;» return a + b + c + d; }',
    );
    expect(reasonOf(outcome)).toBe('too_many_outputs');
  });

  it('too_many_outputs: an expression assigns', () => {
    expect(reasonOf(moveExpression('function f(a) { let m; if («(m = a())») a(m); }'))).toBe(
      'too_many_outputs',
    );
  });

  it('type_not_nameable: a type of the function itself', () => {
    const outcome = move(
      'function f(n: number) { interface Local { n: number } const x: Local = { n }; «console.log(x.n);» }',
      'moved',
      'a.ts',
    );
    expect(reasonOf(outcome)).toBe('type_not_nameable');
  });

  it('unsupported: names cannot be known with eval, and a resource must be released in its block', () => {
    expect(reasonOf(move('function f(a) { «eval(a);» }'))).toBe('unsupported');
    expect(reasonOf(move('function f(a) { «using x = a();» }', 'moved', 'a.ts'))).toBe('unsupported');
    expect(reasonOf(move("function f(a) { «'use strict'; a();» }"))).toBe('unsupported');
  });

  it('partial_statement: parts of an expression that are no values', () => {
    expect(reasonOf(moveExpression('function f(a) { «a.b»(); }'))).toBe('partial_statement');
    expect(reasonOf(moveExpression('function f(a) { «a?.b».c; }'))).toBe('partial_statement');
    expect(reasonOf(moveExpression('function f(a) { «a.b» = 1; }'))).toBe('partial_statement');
    expect(reasonOf(moveExpression('function f(a) { typeof «a.b»; }'))).toBe('partial_statement');
    expect(reasonOf(moveExpression('function f(a) { a(«...a»); }'))).toBe('partial_statement');
  });
});
