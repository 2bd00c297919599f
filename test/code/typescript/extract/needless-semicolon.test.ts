// A new function stands behind the semicolon that somebody wrote after the function it comes from.
import { describe, expect, it } from 'vitest';
import { move, moveExpression, unindent } from './marked-source.js';

describe('a needless semicolon behind a function', () => {
  it.each([';', ' ;', ';;', '; // end of show', ' /* end */;'])('stays with it: }%s', (end) => {
    const text = move(`function show(a) {\n  «log(a);\n  log(2);»\n  return a;\n}${end}\n\nshow(1);\n`);
    expect(text).toBe(
      `function show(a) {\n  moved(a);\n  return a;\n}${end}\n\nfunction moved(a) {\n  log(a);\n  log(2);\n}\n\nshow(1);\n`,
    );
  });

  it('stays with the function that a condition is taken out of', () => {
    const text = moveExpression('function show(a) {\n  return «a > 1 && a < 5» ? 1 : 2;\n};\n');
    expect(text).toContain('\n};\n\nfunction moved(a) {\n');
  });

  it('stays with a method', () => {
    const text = move(
      unindent(`
      class Cart {
        show(a: number) {
          «this.log(a);
          this.log(2);»
          return a;
        };

        log(a: number) {}
      }
      `),
      'moved',
      'a.ts',
    );
    expect(text).toContain('  };\n\n  private moved(a: number)');
  });

  it('is not one where it begins the next line of code without semicolons', () => {
    const text = move('function show(a) {\n  «log(a)\n  log(2)»\n  return a\n}\n;[1].forEach(show)\n');
    expect(text).toMatch(/\n\}\n\nfunction moved\(a\) \{\n {2}log\(a\)\n {2}log\(2\)\n\}\n+;\[1\]/);
  });
});
