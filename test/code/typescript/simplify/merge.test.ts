import { describe, expect, test } from 'vitest';
import { code } from './open-input.js';
import { simplify } from './simplify.js';

describe('conditions inside each other', () => {
  test('become one, however deep', () => {
    const text = code`
      function f(a, b, c) {
        if (a) {
          if (b || c) {
            if (c > 1) go(c);
          }
        }
        done();
      }
    `;
    expect(simplify(text)).toBe(code`
      function f(a, b, c) {
        if (a && (b || c) && c > 1) {
          go(c);
        }
        done();
      }
    `);
  });

  test('become one when both have the same else', () => {
    const text = code`
      function f(a, b) {
        if (a) {
          if (b) {
            go();
          } else {
            stop(a);
          }
        } else {
          stop(a);
        }
        done();
      }
    `;
    expect(simplify(text)).toBe(code`
      function f(a, b) {
        if (a && b) {
          go();
        } else {
          stop(a);
        }
        done();
      }
    `);
  });

  test('stay when only one has an else', () => {
    const text = code`
      function f(a, b) {
        if (a) {
          if (b) go();
        } else {
          stop();
        }
        done();
      }
    `;
    expect(simplify(text)).toBe('nothing_to_simplify');
  });

  test('are broken over lines when they get too long', () => {
    const long = 'configuration.allowsSomethingVeryParticular';
    const text = `function f(configuration) {\n  if (${long}) {\n    if (${long}Too) {\n      go();\n    }\n  }\n  done();\n}`;
    expect(simplify(text)).toBe(
      `function f(configuration) {\n  if (\n    ${long} &&\n    ${long}Too\n  ) {\n    go();\n  }\n  done();\n}`,
    );
  });

  test('become else if when the inner one is alone in an else', () => {
    const text = code`
      function f(a, b) {
        if (a) {
          go();
        } else {
          // b is second best
          if (b) {
            stop();
          } else {
            wait();
          }
        }
        done();
      }
    `;
    expect(simplify(text)).toBe(code`
      function f(a, b) {
        if (a) {
          go();
        } else if (b) {
          // b is second best
          stop();
        } else {
          wait();
        }
        done();
      }
    `);
  });
});

test('an if alone in an else stays where it would take the else of another condition', () => {
  const text = code`
    function f(a, b, c) {
      if (a) if (b) go(); else { if (c) stop(); } else wait();
      done();
    }
  `;
  expect(simplify(text)).toBe('nothing_to_simplify');
});

describe('guards with the same way out', () => {
  test('become one', () => {
    const text = code`
      function f(a, b, c) {
        if (!a) return null;
        if (b < c) return null;
        // never empty
        if (c === '') {
          return null;
        }
        return a.value;
      }
    `;
    expect(simplify(text)).toBe(code`
      function f(a, b, c) {
        // never empty
        if (!a || b < c || c === '') {
          return null;
        }
        return a.value;
      }
    `);
  });

  test('keep comments that begin alike', () => {
    const text = code`
      function f(a, b, c) {
        if (a) return 1; // x
        if (b) return 1; // x y
        if (c) return 1; // x y z
        return 2;
      }
    `;
    expect(simplify(text)).toBe(code`
      function f(a, b, c) {
        // x
        // x y
        if (a || b || c) return 1; // x y z
        return 2;
      }
    `);
  });

  test('stay when another statement stands between them', () => {
    const text = code`
      function f(a, b, c) {
        if (a) return 1;
        log(a);
        if (b) return 1;
        if (c) return 2;
        return 3;
      }
    `;
    expect(simplify(text)).toBe('nothing_to_simplify');
  });
});

describe('branches that do the same', () => {
  test('share a condition', () => {
    const text = code`
      function f(a, b, c) {
        if (a === 1) {
          go(c);
        } else if (b) {
          go(c);
        } else if (c) {
          go(c);
        } else {
          stop();
        }
        done();
      }
    `;
    expect(simplify(text)).toBe(code`
      function f(a, b, c) {
        if (a === 1 || b || c) {
          go(c);
        } else {
          stop();
        }
        done();
      }
    `);
  });

  test('are not the same when a line break ends a statement', () => {
    const text = 'function f(a, b) {\n  if (a) {\n    return\n    b\n  } else {\n    return b\n  }\n}';
    expect(simplify(text)).not.toContain('function f(a, b) {\n  return');
  });

  test('need no condition when asking does nothing', () => {
    const text = 'function f(a, b) {\n  if (a === 1) {\n    go(b);\n  } else {\n    go(b);\n  }\n}';
    expect(simplify(text)).toBe('function f(a, b) {\n  go(b);\n}');
  });

  test('stay when the condition itself may do something', () => {
    const text = 'function f(a, b) {\n  if (a()) {\n    go(b);\n  } else {\n    go(b);\n  }\n}';
    expect(simplify(text)).toBe('order_of_effects');
  });
});

describe('statements that both branches share', () => {
  test('follow the condition when they end with them', () => {
    const text = code`
      function f(a, list) {
        if (a) {
          go();
          for (const each of list) if (each) log(each);
        } else {
          stop();
          for (const each of list) if (each) log(each);
        }
      }
    `;
    expect(simplify(text)).toBe(code`
      function f(a, list) {
        if (a) {
          go();
        } else {
          stop();
        }
        for (const each of list) if (each) log(each);
      }
    `);
  });

  test('precede the condition when they cannot change it', () => {
    const text = code`
      function f(a, list) {
        if (a === 1) {
          for (const each of list) if (each) log(each);
          go();
        } else {
          for (const each of list) if (each) log(each);
        }
      }
    `;
    expect(simplify(text)).toBe(code`
      function f(a, list) {
        for (const each of list) if (each) log(each);
        if (a === 1) {
          go();
        }
      }
    `);
  });

  test('stay when they may change the condition', () => {
    const text = code`
      function f(a, list) {
        if (list.length > 0) {
          for (const each of list) if (each) log(each);
          go();
        } else {
          for (const each of list) if (each) log(each);
          stop();
        }
      }
    `;
    expect(simplify(text)).toBe('order_of_effects');
  });

  test('stay when they use what their branch declares', () => {
    const text = code`
      function f(a, list) {
        if (a) {
          const log = list.log;
          for (const each of list) if (each) log(each);
        } else {
          const log = list.warn;
          for (const each of list) if (each) log(each);
        }
      }
    `;
    expect(simplify(text)).toBe('nothing_to_simplify');
  });
});
