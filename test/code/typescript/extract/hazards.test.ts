// The ways in which extractions are known to go wrong; each must be refused or done right.
import { describe, expect, it } from 'vitest';
import { move, reasonOf, unindent } from './marked-source.js';

function lines(text: string): string {
  return unindent(text).trim();
}

describe('hazards', () => {
  it('1. a return inside a loop or switch is not taken for unconditional', () => {
    const outcome = move(
      'function f(xs) {\n  «for (const x of xs) {\n    if (x) return x;\n  }»\n  return 0;\n}',
    );
    expect(outcome).toBe(
      lines(`
        function f(xs) {
          const outcome = moved(xs);
          if (outcome.done) return outcome.value;
          return 0;
        }

        function moved(xs) {
          for (const x of xs) {
            if (x) return { done: true, value: x };
          }
          return { done: false };
        }
      `),
    );
    const inSwitch = move("function f(x) {\n  «switch (x) {\n    case 1: return 'a';\n  }»\n  return x;\n}");
    expect(inSwitch).toContain("if (moved(x)) {\n    return 'a';\n  }");
  });

  it('2. this and await inside a return are seen, arguments are refused', () => {
    expect(move('async function f(a) {\n  «a();\n  return await a.b;»\n}')).toContain(
      'async function moved(a)',
    );
    expect(move('function F() {\n  «this.a();\n  return this.b;»\n}')).toContain('return moved.call(this);');
    expect(reasonOf(move('function f() { «return arguments[0];» }'))).toBe('arguments_object');
  });

  it('3. plain JavaScript gets no this parameter', () => {
    const outcome = move('class A {\n  f(a) {\n    «this.x = a;\n    this.y = a;»\n  }\n}');
    expect(outcome).toContain('moved.call(this, a);');
    expect(outcome).toContain('function moved(a) {');
  });

  it('4. variables that closures change are not copied', () => {
    const loop = (body: string): string => `function f(xs, g) { for (const x of xs) { let n = x; ${body} } }`;
    expect(reasonOf(move(loop('g(() => n++); «g(n); g(n + 1);»')))).toBe('captured_variable');
    expect(reasonOf(move(loop('g(() => n); «n = 1; g();» g(n);')))).toBe('captured_variable');
    expect(move('function f(g) { let n = 0; g(() => n++); «g(n); g(n + 1);» }')).toContain('\nmoved(); }');
  });

  it('5. a var of the range that a closure outside reads is refused', () => {
    const outcome = move('function f(g) { const get = () => n; «var n = g(); g(get);» return get(); }');
    expect(reasonOf(outcome)).toBe('captured_variable');
  });

  it('5. a var that all rounds of a loop share is refused when a closure keeps it', () => {
    const outcome = move('function f(xs, g) { for (const x of xs) { «var y = x; g(() => y);» } }');
    expect(reasonOf(outcome)).toBe('captured_variable');
  });

  it('6. a write is not lost when the moved code throws', () => {
    const outcome = move('function f(g) { let n = 0; try { «n = 1; g();» } finally { g(n); } }');
    expect(reasonOf(outcome)).toBe('lost_on_throw');
  });

  it('6. code without semicolons is not joined to the line before', () => {
    const outcome = move(
      'function f(g) {\n  let a = g(1)\n  let b = g(2)\n  g()\n  «if (g) {\n    a = 2\n    b = 3\n  }»\n  ;[a, b].forEach(g)\n}\n',
    );
    expect(outcome).toBe(
      lines(`
        function f(g) {
          let a = g(1)
          let b = g(2)
          g()
          const result = moved(g, a, b)
          a = result.a
          b = result.b
          ;[a, b].forEach(g)
        }

        function moved(g, a, b) {
          if (g) {
            a = 2
            b = 3
          }
          return { a, b }
        }
      `) + '\n',
    );
  });

  it('6. a semicolon that guards the next line stays with it', () => {
    const outcome = move('function f(g) {\n  g(1)\n  «g(2)\n  g(3)»\n  ;[1].forEach(g)\n}\n');
    expect(outcome).toContain('  moved(g)\n  ;[1].forEach(g)\n');
  });

  it('7. old code gains nothing that is newer than itself', () => {
    const outcome = move('function f(xs) {\n  «var a = xs[0];\n  var b = xs[1];»\n  return a + b;\n}');
    expect(outcome).toBe(
      lines(`
        function f(xs) {
          var result = moved(xs);
          var a = result.a;
          var b = result.b;
          return a + b;
        }

        function moved(xs) {
          var a = xs[0];
          var b = xs[1];
          return { a: a, b: b };
        }
      `),
    );
  });

  it('7. comments are kept', () => {
    const outcome = move('function f(g) {\n  // why\n  «g(); // here\n  return /* this */ g.x;» // there\n}');
    for (const comment of ['// why', '// here', '/* this */', '// there']) expect(outcome).toContain(comment);
  });

  it('8. a class in plain JavaScript gains no public method', () => {
    const plain = move('class A {\n  f(a) {\n    «this.x = a;\n    this.y = a;»\n  }\n}');
    expect(plain).toContain('}\n\nfunction moved(a) {');
    const sharp = move('class A {\n  #x;\n  f(a) {\n    «this.#x = a;\n    this.y = a;»\n  }\n}');
    expect(sharp).toContain('this.#moved(a);');
    expect(sharp).toContain('  #moved(a) {');
  });

  it('9. a function that a block declares is handed over, since it is not there outside while the block runs', () => {
    const source = `
      function f(g) {
        var c = 1;
        if (g) {
          g(() => {
            «c = inner() || c;»
          });
          function inner() {
            return c;
          }
        }
        return c;
      }
    `;
    expect(move(source)).not.toContain('function moved() {');
  });

  it('6. a line that begins with a parenthesis does not continue the one before it', () => {
    const outcome = move(
      'function f(c, g) {\n  let d\n  if (c) «[c, d] = g(c, d = 1)»\n  return c\n}\nconst a = f(1)\na.f()\n',
    );
    expect(outcome).toMatch(/let d\n\s*;\[c, d\] = g\(c, d = 1\)/);
  });

  it('an empty line stands before the return at the end where the file has it so', () => {
    const habit = 'function a(x) {\n  if (x) {\n    y()\n  }\n\n  return x\n}\n\n';
    const outcome = move(
      `${habit}${habit.replace(' a', ' b')}function f(x) {\n  let z = x\n  «if (x) {\n    z = 1\n    y()\n  }»\n  return z\n}\n`,
    );
    expect(outcome).toMatch(/y\(\)\n {2}\}\n\n {2}return z\n\}/);
  });
});
