// A new function that ends with a question returns the answer itself.
import { describe, expect, it } from 'vitest';
import { move, unindent } from './marked-source.js';

const movedBody = (source: string, path = 'a.js', name = 'moved'): string => {
  const text = move(unindent(source), name, path);
  if (typeof text !== 'string') throw new Error(text.message);
  return text;
};

const CALLED = `
  function isReady(x) {
    if (x > 3) return true;
    return x === 1;
  }
`;

describe('the end of a function that tells its caller whether to leave', () => {
  it('is the answer of a function that only knows true and false', () => {
    const text = movedBody(
      `${CALLED}\nfunction run(x) {\n  «prepare(x);\n  if (isReady(x)) return;»\n  work(x);\n}\n`,
    );
    expect(text).toContain('  prepare(x);\n  return isReady(x);\n}');
    expect(text).toContain('  if (moved(x)) return;\n');
  });

  it('is the opposite where a check says when to go on', () => {
    const text = movedBody(
      `${CALLED}\nfunction run(x) {\n  «prepare(x);\n  if (!isReady(x)) return false;»\n  work(x);\n}\n`,
    );
    expect(text).toContain('  prepare(x);\n  return isReady(x);\n}');
    expect(text).toContain('  if (!moved(x)) return false;\n');
  });

  it('takes a call through `call` for one', () => {
    const text = movedBody(
      `${CALLED}\nfunction run(x) {\n  «prepare(x);\n  if (isReady.call(x, 1)) return;»\n  work(x);\n}\n`,
    );
    expect(text).toContain('  return isReady.call(x, 1);\n');
  });

  it.each([
    ['the answer may be anything', 'function isReady(x) {\n  return x.ready;\n}'],
    ['there may be no answer', 'function isReady(x) {\n  if (x) return true;\n}'],
    ['the function may be another one', `${CALLED}\nisReady = other;`],
    ['the answer is a promise', 'async function isReady(x) {\n  return true;\n}'],
  ])('stays as it is when %s', (_, called) => {
    const text = movedBody(
      `${called}\nfunction run(x) {\n  «prepare(x);\n  if (isReady(x)) return;»\n  work(x);\n}\n`,
    );
    expect(text).toContain('if (isReady(x)) return true;\n  return false;\n');
  });

  it('stays as it is beside other guards, and where a comment would be lost', () => {
    const guards = movedBody('function run(x) {\n  «if (!x) return;\n  if (x > 3) return;»\n  work(x);\n}\n');
    expect(guards).toContain('  if (x > 3) return true;\n  return false;\n');
    const commented = movedBody(
      `${CALLED}\nfunction run(x) {\n  «prepare(x);\n  if (isReady(x)) return; // enough»\n  work(x);\n}\n`,
    );
    expect(commented).toContain('// enough');
  });

  it('believes types where they are checked', () => {
    const text = movedBody(
      'declare function ask(x: number): boolean;\nfunction run(x: number): void {\n  «console.log(x);\n  if (ask(x)) return;»\n  console.log(x);\n}\n',
      'a.ts',
    );
    expect(text).toContain('  return ask(x);\n');
  });
});

describe('what true means', () => {
  it('is that nothing is left to do, unless the function is a check', () => {
    const source = 'function run(x) {\n  «if (!x) return;\n  use(x);»\n  work(x);\n}\n';
    expect(movedBody(source, 'a.js', 'handleX')).toContain('if (handleX(x)) return;');
    expect(movedBody(source, 'a.js', 'checkX')).toContain('if (!checkX(x)) return;');
  });

  it('is that it worked out where nothing is returned otherwise', () => {
    const source = 'function run(x) {\n  «if (!x) return null;\n  use(x);»\n  return work(x);\n}\n';
    expect(movedBody(source)).toContain('if (!moved(x)) return null;');
  });
});
