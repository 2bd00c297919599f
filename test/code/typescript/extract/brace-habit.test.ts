// What stands in braces, as the file writes it.
import { describe, expect, it } from 'vitest';
import { move, unindent } from './marked-source.js';

const CUT = `
function run(list) {
  «let a = list[0];
  let b = list[1];
  let c = list[2];
  if (a > b) c = b;»
  return a + b + c;
}`;

const after = (head: string): string => {
  const outcome = move(unindent(head + CUT));
  return typeof outcome === 'string' ? outcome : outcome.message;
};

describe('braces', () => {
  it('have spaces inside where the file has them', () => {
    const text = after('const one = { a: 1, b: 2, c: 3 };');
    expect(text).toContain('const { a, b, c } = moved(list);');
    expect(text).toContain('return { a, b, c };');
  });

  it('have none where the file has none', () => {
    const text = after('const one = {a: 1, b: 2, c: 3};\nconst {a} = one;');
    expect(text).toContain('const {a, b, c} = moved(list);');
    expect(text).toContain('return {a, b, c};');
  });

  it('have a line for each of many parts where all others do', () => {
    const tall = (name: string): string => `const ${name} = {\n  a: 1,\n  b: 2,\n  c: 3,\n};\n`;
    const text = after(tall('one') + tall('two'));
    expect(text).toContain('  const {\n    a,\n    b,\n    c,\n  } = moved(list);');
    expect(text).toContain('  return {\n    a,\n    b,\n    c,\n  };\n}');
  });
});
