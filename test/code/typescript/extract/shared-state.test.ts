import { describe, expect, it } from 'vitest';
import { move, moveExpression, reasonOf, unindent } from './marked-source.js';

const READER = `
  function read(text) {
    let index = 0;
    let depth = 0;
    const advance = () => text[index++];
    const items = [advance()];
    const isInside = () => depth > 0;
    while (index < text.length) {
      const first = advance();
      «if (first === '(') {
        depth += 1;
        items.push(advance());
      }»
    }
    return { items, depth };
  }`;

describe('code that shares variables with functions beside it', () => {
  it('becomes one of them, which names the variables itself and is given only what it cannot see', () => {
    expect(move(unindent(READER), 'open')).toBe(
      unindent(`
        function read(text) {
          let index = 0;
          let depth = 0;
          const advance = () => text[index++];
          const items = [advance()];
          const isInside = () => depth > 0;

          function open(first) {
            if (first === '(') {
              depth += 1;
              items.push(advance());
            }
          }

          while (index < text.length) {
            const first = advance();
            open(first);
          }
          return { items, depth };
        }`),
    );
  });

  it('may be a condition', () => {
    const text = READER.replace('«', '')
      .replace('»', '')
      .replace('index < text.length', '«index < text.length && depth >= 0»');
    const outcome = moveExpression(unindent(text), 'goesOn');
    expect(outcome).toContain('while (goesOn()) {');
    expect(outcome).toContain('  function goesOn() {\n    return index < text.length && depth >= 0;\n  }');
  });

  it('leaves the function early as any other does', () => {
    const text = READER.replace('items.push(advance());', 'if (advance() === undefined) return null;');
    const outcome = move(unindent(text), 'open');
    expect(outcome).toMatch(/if \(!open\(first\)\) return null;|const early = open\(first\);/);
    expect(outcome).toContain('    depth += 1;');
  });

  it('stays where the variables belong to a block, or where a class must keep it', () => {
    const inLoop =
      'function f(xs, g) { for (const x of xs) { let n = x; g(() => n); «n += 1; g();» g(n); } }';
    expect(reasonOf(move(inLoop))).toBe('captured_variable');
    const inClass =
      'class A { private g(f?: unknown): void {} f(): void { let n = 0; const add = (): void => { n += 1; }; this.g(add); «this.g(); add(); n *= 2;» this.g(n); } }';
    expect(reasonOf(move(inClass, 'moved', 'a.ts'))).toBe('captured_variable');
  });

  it('is given a function that only a block declares', () => {
    const outcome = move(
      'function f(a) { let n = 0; a(() => n); if (a) { «n = add(); a(n);» function add() { return n; } } return n; }',
    );
    expect(outcome).toContain('moved(add);');
  });

  it('keeps the this of a plain function', () => {
    const outcome = move(
      'function F(g) { let n = 0; g(() => n); «n = this.start; g(n); if (n) this.stop();» return n; }',
    );
    expect(outcome).toContain('moved.call(this);');
  });
});

describe('code that calls functions beside the one it is in', () => {
  it('stands among them and is not handed them', () => {
    const outcome = move(
      unindent(`
      module.exports = function parse(args) {
        var found = {};
        function isKnown(key) {
          return args.indexOf(key) > -1;
        }
        function setKey(keys, value) {
          var last = keys[keys.length - 1];
          «if (found[last] === undefined || isKnown(last)) {
            found[last] = value;
          }»
        }
        setKey(['a'], 1);
        return found;
      };
      `),
    );
    expect(outcome).toContain('moved(value, last);');
    expect(outcome).toMatch(/\n {2}function moved\(value, last\) \{/);
  });
});
