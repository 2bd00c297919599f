import { describe, expect, it } from 'vitest';
import { move, unindent } from './marked-source.js';

function expectMove(before: string, after: string, path = 'a.js'): void {
  expect(move(unindent(before), 'moved', path)).toBe(unindent(after));
}

describe('an output that is set last', () => {
  it('is returned from every branch, without else and without a variable', () => {
    expectMove(
      `
      function rate(age, log) {
        let price;
        log(age);
        «if (age < 6) {
          price = 0;
        } else if (age < 18) {
          // half the price
          price = 5;
        } else {
          // all others
          log(age);
          price = 10;
        }»
        return price + 1;
      }
      `,
      `
      function rate(age, log) {
        log(age);
        const price = moved(age, log);
        return price + 1;
      }

      function moved(age, log) {
        if (age < 6) {
          return 0;
        }
        if (age < 18) {
          // half the price
          return 5;
        }
        // all others
        log(age);
        return 10;
      }
      `,
    );
  });

  it('is returned as it came where no branch sets it', () => {
    expectMove(
      `
      function rate(age, price) {
        «if (age < 6) price = 0;
        else if (age < 18) {
          if (price > 5) {
            price = 5;
          }
        }»
        return price + 1;
      }
      `,
      `
      function rate(age, price) {
        price = moved(age, price);
        return price + 1;
      }

      function moved(age, price) {
        if (age < 6) return 0;
        if (age < 18) {
          if (price > 5) {
            return 5;
          }
        }
        return price;
      }
      `,
    );
  });

  it('needs no declaration of its own when that moves too', () => {
    expectMove(
      `
      function rate(age) {
        «let price;

        if (age < 6) price = 0;
        else throw new Error('too old');»
        return price + 1;
      }
      `,
      `
      function rate(age) {
        const price = moved(age);
        return price + 1;
      }

      function moved(age) {
        if (age < 6) return 0;
        throw new Error('too old');
      }
      `,
    );
  });

  it('keeps the else whose names would get another scope', () => {
    expectMove(
      `
      function rate(age) {
        let price;
        «if (age < 6) {
          price = 0;
        } else {
          const rest = age - 6;
          price = rest * 2;
        }»
        return price + 1;
      }
      `,
      `
      function rate(age) {
        const price = moved(age);
        return price + 1;
      }

      function moved(age) {
        if (age < 6) {
          return 0;
        } else {
          const rest = age - 6;
          return rest * 2;
        }
      }
      `,
    );
  });

  it('stays a variable when it is also set before the end', () => {
    expectMove(
      `
      function rate(ages, price) {
        «for (const age of ages) price += age;
        if (price > 100) {
          price = 100;
        }»
        return price + 1;
      }
      `,
      `
      function rate(ages, price) {
        price = moved(ages, price);
        return price + 1;
      }

      function moved(ages, price) {
        for (const age of ages) price += age;
        if (price > 100) {
          price = 100;
        }
        return price;
      }
      `,
    );
  });

  it('stays a variable when its value is itself an assignment', () => {
    expectMove(
      `
      function rate(age, seen) {
        let price;
        «if (age < 6) price = seen.last = 0;
        else price = 1;»
        return price + 1;
      }
      `,
      `
      function rate(age, seen) {
        const price = moved(age, seen);
        return price + 1;
      }

      function moved(age, seen) {
        let price;
        if (age < 6) price = seen.last = 0;
        else price = 1;
        return price;
      }
      `,
    );
  });
});

describe('declarations', () => {
  it('stand where the variable gets its first value, in the new function', () => {
    expectMove(
      `
      function run(list, log) {
        let size, item;
        «size = list.length;
        while (size > 0) {
          item = list[size];
          log(item);
          size -= 1;
        }»
        return list;
      }
      `,
      `
      function run(list, log) {
        moved(list, log);
        return list;
      }

      function moved(list, log) {
        let size = list.length;
        while (size > 0) {
          const item = list[size];
          log(item);
          size -= 1;
        }
      }
      `,
    );
  });

  it('stand at the top when more than the loop uses the variable', () => {
    expectMove(
      `
      function run(list, log) {
        let index;
        «for (index = 0; list[index]; index++) log(list);
        log(index);»
        return list;
      }
      `,
      `
      function run(list, log) {
        moved(list, log);
        return list;
      }

      function moved(list, log) {
        let index;
        for (index = 0; list[index]; index++) log(list);
        log(index);
      }
      `,
    );
  });

  it('stand at the top when a closure sees the variable', () => {
    expectMove(
      `
      function run(list, log) {
        let item;
        «for (const each of list) {
          item = each;
          log(() => item);
        }»
        return list;
      }
      `,
      `
      function run(list, log) {
        moved(list, log);
        return list;
      }

      function moved(list, log) {
        let item;
        for (const each of list) {
          item = each;
          log(() => item);
        }
      }
      `,
    );
  });

  it('become the call when they only waited for its value', () => {
    expectMove(
      `
      function run(list) {
        let size, last;
        list.sort();
        «size = list.length;
        last = list[size - 1];
        list.pop();»
        last += 1;
        return [size, last];
      }
      `,
      `
      function run(list) {
        list.sort();
        const result = moved(list);
        const size = result.size;
        let last = result.last;
        last += 1;
        return [size, last];
      }

      function moved(list) {
        const size = list.length;
        const last = list[size - 1];
        list.pop();
        return { last, size };
      }
      `,
    );
  });

  it('stay when the call stands in another block', () => {
    expectMove(
      `
      function run(list) {
        let size;
        if (list) {
          «if (list.length > 3) size = 3;
          else size = list.length;»
        }
        return size;
      }
      `,
      `
      function run(list) {
        let size;
        if (list) {
          size = moved(list);
        }
        return size;
      }

      function moved(list) {
        if (list.length > 3) return 3;
        return list.length;
      }
      `,
    );
  });

  it('stay when something is said about them', () => {
    expectMove(
      `
      function run(list) {
        let size; // in pieces
        «if (list.length > 3) size = 3;
        else size = list.length;»
        return size;
      }
      `,
      `
      function run(list) {
        let size; // in pieces
        size = moved(list);
        return size;
      }

      function moved(list) {
        if (list.length > 3) return 3;
        return list.length;
      }
      `,
    );
  });

  it('go when the value that they give is never read', () => {
    expectMove(
      `
      function run(list) {
        let index = 0;
        const size = list.length;
        «for (index = 1; index < size; index++) list[index] = 0;»
        return list;
      }
      `,
      `
      function run(list) {
        const size = list.length;
        moved(list, size);
        return list;
      }

      function moved(list, size) {
        for (let index = 1; index < size; index++) list[index] = 0;
      }
      `,
    );
  });

  it('say const on the side where nothing is set any more', () => {
    expectMove(
      `
      function run(list) {
        let rest = list.length;
        const all = [];
        «while (rest > 0) all.push(rest--);»
        return all;
      }
      `,
      `
      function run(list) {
        const rest = list.length;
        const all = moved(rest);
        return all;
      }

      function moved(rest) {
        const all = [];
        while (rest > 0) all.push(rest--);
        return all;
      }
      `,
    );
    expectMove(
      `
      function run(list) {
        «let rest = list.length;
        const all = [rest];»
        rest += all.length;
        return rest;
      }
      `,
      `
      function run(list) {
        const result = moved(list);
        let rest = result.rest;
        const all = result.all;
        rest += all.length;
        return rest;
      }

      function moved(list) {
        const rest = list.length;
        const all = [rest];
        return { all, rest };
      }
      `,
    );
  });
});

describe('parameters that the moved code changes', () => {
  const others = 'function one(a) {\n  return a;\n}\n\nfunction two(a) {\n  return one(a);\n}\n\n';

  it('are copied first in a file that leaves parameters alone', () => {
    const before = `${others}function run(list) {\n  let rest = list.length;\n  «while (rest > 5) rest -= two(rest);»\n  return rest;\n}\n`;
    expect(move(before)).toContain(
      [
        'function moved(initialRest) {',
        '  let rest = initialRest;',
        '  while (rest > 5) rest -= two(rest);',
        '  return rest;',
        '}',
      ].join('\n'),
    );
  });

  it('are set as they are when there are many', () => {
    const before = `${others}function run(list) {\n  let rest = list.length;\n  let at = two(1);\n  let all = two(0);\n  «while (rest > 5) {\n    rest -= at++;\n    all += two(rest);\n  }»\n  return rest + all + at;\n}\n`;
    expect(move(before)).toContain('function moved(rest, at, all) {\n  while (rest > 5) {\n');
  });

  it('are set as they are in a file that does so', () => {
    const setting = 'function three(a) {\n  a = a || 1;\n  return two(a);\n}\n\n';
    const before = `${others}${setting}function run(list) {\n  let rest = list.length;\n  «while (rest > 5) rest -= two(rest);»\n  return rest;\n}\n`;
    expect(move(before)).toContain('function moved(rest) {\n  while (rest > 5) rest -= two(rest);\n');
  });
});

describe('room', () => {
  it('is left above the new function, as below it', () => {
    expect(
      move(
        'const one = 1\nconst two = 2\nfunction first (a) {\n  return one\n}\nfunction run (list) {\n  «if (list) first(two)»\n  return first(two)\n}\n',
      ),
    ).toBe(
      'const one = 1\nconst two = 2\nfunction first (a) {\n  return one\n}\n\nfunction moved (list) {\n  if (list) first(two)\n}\n\nfunction run (list) {\n  moved(list)\n  return first(two)\n}\n',
    );
  });
});

describe('what stands above the moved code', () => {
  it('is parted from its first comment, without a semicolon that nothing needs', () => {
    const outcome = move(
      unindent(`
      function cut (text, size) {
        return text.slice(size)
      }

      function join (left, right) {
        return left + right
      }

      function shorten (size, options) {
        log(size)
        let length = size
        log(length)
        «// what is left
        if (options.end) {
          length = options.end - length
        }
        if (length < 0) {
          length = 0
        }»
        return length
      }
      `),
    );
    expect(outcome).toContain(
      'function moved (options, initialLength) {\n  let length = initialLength\n\n  // what is left\n  if (',
    );
  });

  it('is a var where nearly everything is', () => {
    const outcome = move(
      unindent(`
      function f(list, g) {
        var i, size;
        var found = list.map((x) => x);
        var last = found.length;
        «for (i = 0; i < last; i++) {
          size = found[i].size;
          if (size > 2) g(size);
        }»
        g(list);
      }
      `),
    );
    expect(outcome).toContain('var size;');
    expect(outcome).not.toMatch(/\b(?:let|const)\b/);
  });
});

describe('an arrow function', () => {
  it('has its only parameter without parentheses where the others have', () => {
    const source = (first: string): string =>
      unindent(`
      const one = ${first} => x + 1;
      const two = ${first} => x + 2;
      const three = ${first} => {
        let y = 0;
        «if (x.a) {
          y = 1;
        }»
        return y;
      };
      `);
    expect(move(source('x'))).toContain('const moved = x => {\n');
    expect(move(source('(x)'))).toContain('const moved = (x) => {\n');
  });
});
