import { describe, expect, it } from 'vitest';
import { move, unindent } from './marked-source.js';

function expectMove(before: string, after: string, path = 'a.js'): void {
  expect(move(unindent(before), 'moved', path)).toBe(unindent(after));
}

describe('values that go in and come out', () => {
  it('hands over what the range reads, in the order of declaration', () => {
    expectMove(
      `
      function show(items, title) {
        const count = items.length;
        «console.log(count, title);
        console.log(items);»
        return count;
      }
      `,
      `
      function show(items, title) {
        const count = items.length;
        moved(items, title, count);
        return count;
      }

      function moved(items, title, count) {
        console.log(count, title);
        console.log(items);
      }
      `,
    );
  });

  it('returns the one variable that is used afterwards', () => {
    expectMove(
      `
      function sum(items) {
        «let total = 0;
        for (const item of items) total += item;»
        return total;
      }
      `,
      `
      function sum(items) {
        const total = moved(items);
        return total;
      }

      function moved(items) {
        let total = 0;
        for (const item of items) total += item;
        return total;
      }
      `,
    );
  });

  it('keeps let for a variable that changes afterwards, and returns a last assignment as it is', () => {
    expectMove(
      `
      function next(value) {
        «const base = value * 2;
        let result = base + 1;»
        result += 1;
        return result;
      }
      `,
      `
      function next(value) {
        let result = moved(value);
        result += 1;
        return result;
      }

      function moved(value) {
        const base = value * 2;
        return base + 1;
      }
      `,
    );
  });

  it('assigns a variable that was declared before', () => {
    expectMove(
      `
      function limit(value) {
        let result = value;
        «if (result > 10) {
          result = 10;
        }»
        return result;
      }
      `,
      `
      function limit(value) {
        let result = value;
        result = moved(result);
        return result;
      }

      function moved(result) {
        if (result > 10) {
          return 10;
        }
        return result;
      }
      `,
    );
  });

  it('hands back several variables as an object', () => {
    expectMove(
      `
      function split(text) {
        «const at = text.indexOf(':');
        const key = text.slice(0, at);
        const value = text.slice(at + 1);»
        return [key, value];
      }
      `,
      `
      function split(text) {
        const { key, value } = moved(text);
        return [key, value];
      }

      function moved(text) {
        const at = text.indexOf(':');
        const key = text.slice(0, at);
        const value = text.slice(at + 1);
        return { key, value };
      }
      `,
    );
  });

  it('declares its own copy of a variable that nobody else needs', () => {
    expectMove(
      `
      function run(list) {
        let i;
        «for (i = 0; i < list.length; i++) list[i]();»
        for (i = 0; i < 3; i++) list.pop();
      }
      `,
      `
      function run(list) {
        let i;
        moved(list);
        for (i = 0; i < 3; i++) list.pop();
      }

      function moved(list) {
        for (let i = 0; i < list.length; i++) list[i]();
      }
      `,
    );
  });

  it('leaves the declaration of a var behind that is assigned again later', () => {
    expectMove(
      `
      function run(list) {
        «for (var i = 0; i < list.length; i++) list[i]();»
        for (i = 0; i < 3; i++) list.pop();
        const last = list.pop();
        return last;
      }
      `,
      `
      function run(list) {
        var i;
        moved(list);
        for (i = 0; i < 3; i++) list.pop();
        const last = list.pop();
        return last;
      }

      function moved(list) {
        for (var i = 0; i < list.length; i++) list[i]();
      }
      `,
    );
  });

  it('carries a variable from one round of a loop to the next', () => {
    expectMove(
      `
      function count(lines) {
        let depth = 0;
        for (const line of lines) {
          «if (line === '{') depth += 1;
          if (line === '}') depth -= 1;
          console.log(depth);»
        }
      }
      `,
      `
      function count(lines) {
        let depth = 0;
        for (const line of lines) {
          depth = moved(depth, line);
        }
      }

      function moved(depth, line) {
        if (line === '{') depth += 1;
        if (line === '}') depth -= 1;
        console.log(depth);
        return depth;
      }
      `,
    );
  });

  it('awaits a range that awaits', () => {
    expectMove(
      `
      async function load(urls) {
        «const pages = [];
        for (const url of urls) pages.push(await fetch(url));»
        return pages.length;
      }
      `,
      `
      async function load(urls) {
        const pages = await moved(urls);
        return pages.length;
      }

      async function moved(urls) {
        const pages = [];
        for (const url of urls) pages.push(await fetch(url));
        return pages;
      }
      `,
    );
  });
});

describe('ways out of the range', () => {
  it('returns the call when every way leaves the function', () => {
    expectMove(
      `
      function sign(value) {
        «if (value > 0) return 1;
        return value < 0 ? -1 : 0;»
      }
      `,
      `
      function sign(value) {
        return moved(value);
      }

      function moved(value) {
        if (value > 0) return 1;
        return value < 0 ? -1 : 0;
      }
      `,
    );
  });

  it('asks whether to go on when the range may return nothing', () => {
    expectMove(
      `
      function save(user) {
        «if (!user) return;
        if (!user.name) return;»
        write(user);
      }
      `,
      `
      function save(user) {
        if (moved(user)) return;
        write(user);
      }

      function moved(user) {
        if (!user) return true;
        if (!user.name) return true;
        return false;
      }
      `,
    );
  });

  it('says the value itself when it is always the same', () => {
    expectMove(
      `
      function isGood(user) {
        «if (!user) return false;
        if (user.banned) return false;»
        return user.points > 3;
      }
      `,
      `
      function isGood(user) {
        if (!moved(user)) return false;
        return user.points > 3;
      }

      function moved(user) {
        if (!user) return false;
        if (user.banned) return false;
        return true;
      }
      `,
    );
  });

  it('returns a value early when it can be told apart from undefined', () => {
    expectMove(
      `
      function label(kind) {
        «if (kind === 1) {
          return 'one';
        }
        if (kind === 2) {
          return 'two';
        }»
        return find(kind);
      }
      `,
      `
      function label(kind) {
        const result = moved(kind);
        if (result !== undefined) {
          return result;
        }
        return find(kind);
      }

      function moved(kind) {
        if (kind === 1) {
          return 'one';
        }
        if (kind === 2) {
          return 'two';
        }
        return undefined;
      }
      `,
    );
  });

  it('wraps a value that may be undefined in a record', () => {
    expectMove(
      `
      function pick(map, key) {
        «if (map.has(key)) return map.get(key);»
        return load(key);
      }
      `,
      `
      function pick(map, key) {
        const outcome = moved(map, key);
        if (outcome.done) return outcome.value;
        return load(key);
      }

      function moved(map, key) {
        if (map.has(key)) return { done: true, value: map.get(key) };
        return { done: false };
      }
      `,
    );
  });

  it('turns continue at the end of a loop body into return', () => {
    expectMove(
      `
      function each(items) {
        for (const item of items) {
          «if (!item) continue;
          use(item);»
        }
      }
      `,
      `
      function each(items) {
        for (const item of items) {
          moved(item);
        }
      }

      function moved(item) {
        if (!item) return;
        use(item);
      }
      `,
    );
  });

  it('leaves a loop through a flag', () => {
    expectMove(
      `
      function each(items) {
        for (const item of items) {
          «if (item.last) break;
          use(item);»
        }
      }
      `,
      `
      function each(items) {
        for (const item of items) {
          if (moved(item)) break;
        }
      }

      function moved(item) {
        if (item.last) return true;
        use(item);
        return false;
      }
      `,
    );
  });

  it('names two different ways out', () => {
    expectMove(
      `
      function each(items) {
        for (const item of items) {
          «if (item.skip) continue;
          if (item.last) break;»
          use(item);
        }
      }
      `,
      `
      function each(items) {
        for (const item of items) {
          const next = moved(item);
          if (next === 'continue') continue;
          if (next === 'break') break;
          use(item);
        }
      }

      function moved(item) {
        if (item.skip) return 'continue';
        if (item.last) return 'break';
        return undefined;
      }
      `,
    );
  });

  it('jumps to a label from the caller', () => {
    expectMove(
      `
      function search(rows) {
        rows: for (const row of rows) {
          for (const cell of row) {
            «if (cell === 0) continue rows;
            use(cell);»
          }
        }
      }
      `,
      `
      function search(rows) {
        rows: for (const row of rows) {
          for (const cell of row) {
            if (moved(cell)) continue rows;
          }
        }
      }

      function moved(cell) {
        if (cell === 0) return true;
        use(cell);
        return false;
      }
      `,
    );
  });

  it('leaves the break of a case outside', () => {
    expectMove(
      `
      function act(kind, list) {
        switch (kind) {
          case 'add':
            «list.push(1);
            list.sort();
            break;»
          default:
            list.pop();
        }
      }
      `,
      `
      function act(kind, list) {
        switch (kind) {
          case 'add':
            moved(list);
            break;
          default:
            list.pop();
        }
      }

      function moved(list) {
        list.push(1);
        list.sort();
      }
      `,
    );
  });

  it('awaits inside try what it returns', () => {
    expectMove(
      `
      async function load(url) {
        try {
          «const page = await fetch(url);
          return page.text;»
        } catch {
          return '';
        }
      }
      `,
      `
      async function load(url) {
        try {
          return await moved(url);
        } catch {
          return '';
        }
      }

      async function moved(url) {
        const page = await fetch(url);
        return page.text;
      }
      `,
    );
  });
});

describe('where the new function goes', () => {
  it('stands beside a closure whose variables change', () => {
    expectMove(
      `
      function createCounter() {
        let count = 0;
        return function add(step) {
          «if (step > 0) {
            count += step;
          }»
          return count;
        };
      }
      `,
      `
      function createCounter() {
        let count = 0;

        function moved(step) {
          if (step > 0) {
            count += step;
          }
        }

        return function add(step) {
          moved(step);
          return count;
        };
      }
      `,
    );
  });

  it('gets what an outer function never changes as a parameter', () => {
    expectMove(
      `
      function create(options) {
        return function run(step) {
          «if (options.loud) {
            console.log(step);
          }»
          return step;
        };
      }
      `,
      `
      function create(options) {
        return function run(step) {
          moved(options, step);
          return step;
        };
      }

      function moved(options, step) {
        if (options.loud) {
          console.log(step);
        }
      }
      `,
    );
  });

  it('breaks what would be too long for a line, as the call of it', () => {
    expectMove(
      `
      function run(firstArgument, secondArgument, thirdArgument, fourthArgument, fifth) {
        let answer = one();
        «answer += firstArgument + secondArgument;
        answer += thirdArgument + fourthArgument + fifth;»
        return answer;
      }
      `,
      `
      function run(firstArgument, secondArgument, thirdArgument, fourthArgument, fifth) {
        let answer = one();
        answer = moved(
          firstArgument,
          secondArgument,
          thirdArgument,
          fourthArgument,
          fifth,
          answer
        );
        return answer;
      }

      function moved(
        firstArgument,
        secondArgument,
        thirdArgument,
        fourthArgument,
        fifth,
        answer
      ) {
        answer += firstArgument + secondArgument;
        answer += thirdArgument + fourthArgument + fifth;
        return answer;
      }
      `,
    );
  });

  it('is written as the file writes its functions, above those that call it', () => {
    expectMove(
      `
      'use strict';
      var isList = function isList(value) {
        return Array.isArray(value);
      };

      var run = function run(list) {
        «list.sort();
        list.pop();»
      };
      `,
      `
      'use strict';
      var isList = function isList(value) {
        return Array.isArray(value);
      };

      var moved = function moved(list) {
        list.sort();
        list.pop();
      };

      var run = function run(list) {
        moved(list);
      };
      `,
    );
    expectMove(
      `
      const size = (list) => list.length

      const run = async (list) => {
        «await list.sort()
        list.pop()»
      }
      `,
      `
      const size = (list) => list.length

      const moved = async (list) => {
        await list.sort()
        list.pop()
      }

      const run = async (list) => {
        await moved(list)
      }
      `,
    );
  });

  it('leaves no declaration behind that nobody needs', () => {
    expectMove(
      `
      function run(list) {
        var total = 0, step,
            rest;

        let last;
        «step = list.length;
        for (rest = step; rest > 0; rest--) {
          last = list[rest];
          log(last);
        }»
        return total;
      }
      `,
      `
      function run(list) {
        var total = 0;

        moved(list);
        return total;
      }

      function moved(list) {
        const step = list.length;
        for (let rest = step; rest > 0; rest--) {
          const last = list[rest];
          log(last);
        }
      }
      `,
    );
  });

  it('stays inside the function that wraps a file', () => {
    expectMove(
      `
      (function () {
        'use strict';
        function run(list) {
          «list.sort();
          list.pop();»
        }
        window.run = run;
      })();
      `,
      `
      (function () {
        'use strict';

        function moved(list) {
          list.sort();
          list.pop();
        }

        function run(list) {
          moved(list);
        }
        window.run = run;
      })();
      `,
    );
  });

  it('stands above its caller in a file that is written bottom up', () => {
    expectMove(
      `
      function one() {
        return 1;
      }

      /** Two. */
      function two(list) {
        «list.push(one());
        list.sort();»
      }
      `,
      `
      function one() {
        return 1;
      }

      function moved(list) {
        list.push(one());
        list.sort();
      }

      /** Two. */
      function two(list) {
        moved(list);
      }
      `,
    );
  });
});

describe('the look of the file', () => {
  it('moves the comments of the statements with them', () => {
    expectMove(
      `
      function run(list) {
        // This one stays.

        // First sort.
        «list.sort(); // in place
        /* then cut */
        list.pop();» // the end
        return list;
      }
      `,
      `
      function run(list) {
        // This one stays.

        moved(list);
        return list;
      }

      function moved(list) {
        // First sort.
        list.sort(); // in place
        /* then cut */
        list.pop(); // the end
      }
      `,
    );
  });

  it('uses tabs and CRLF where the file does', () => {
    const before =
      'function run(list) {\r\n\t«list.sort();\r\n\tif (list) {\r\n\t\tlist.pop();\r\n\t}»\r\n}\r\n';
    expect(move(before)).toBe(
      'function run(list) {\r\n\tmoved(list);\r\n}\r\n\r\nfunction moved(list) {\r\n\tlist.sort();\r\n\tif (list) {\r\n\t\tlist.pop();\r\n\t}\r\n}\r\n',
    );
  });

  it('does not touch the inside of templates', () => {
    expectMove(
      [
        'function run(a) {',
        '  if (a) {',
        '    «const text = `one',
        '    two ${a}',
        'three`;',
        '    console.log(text);»',
        '  }',
        '}',
      ].join('\n'),
      [
        'function run(a) {',
        '  if (a) {',
        '    moved(a);',
        '  }',
        '}',
        '',
        'function moved(a) {',
        '  const text = `one',
        '    two ${a}',
        'three`;',
        '  console.log(text);',
        '}',
      ].join('\n'),
    );
  });

  it('adds braces where one statement becomes several', () => {
    expectMove(
      `
      function run(map, key) {
        if (key) «for (const x of map) if (x === key) return map.get(x);»
        return 1;
      }
      `,
      `
      function run(map, key) {
        if (key) {
          const outcome = moved(map, key);
          if (outcome.done) return outcome.value;
        }
        return 1;
      }

      function moved(map, key) {
        for (const x of map) if (x === key) return { done: true, value: map.get(x) };
        return { done: false };
      }
      `,
    );
  });

  it('keeps emoji, JSX and a missing last line break', () => {
    expectMove(
      `
      function View({ items }) {
        «const label = '👍🏽 ' + items.length;
        const list = items.map((item) => <li key={item}>{item} 🎉</li>);»
        return <ul title={label}>{list}</ul>;
      }`,
      `
      function View({ items }) {
        const { label, list } = moved(items);
        return <ul title={label}>{list}</ul>;
      }

      function moved(items) {
        const label = '👍🏽 ' + items.length;
        const list = items.map((item) => <li key={item}>{item} 🎉</li>);
        return { label, list };
      }`,
      'a.jsx',
    );
  });
});

describe('TypeScript', () => {
  it('annotates parameters with the words of the file and keeps narrowed types', () => {
    expectMove(
      `
      interface Cart { items: string[] }
      function check(cart: Cart | undefined, limit?: number): number {
        if (cart === undefined) return 0;
        «const count = cart.items.length;
        console.log(count, limit);»
        return count;
      }
      `,
      `
      interface Cart { items: string[] }
      function check(cart: Cart | undefined, limit?: number): number {
        if (cart === undefined) return 0;
        const count = moved(cart, limit);
        return count;
      }

      function moved(cart: Cart, limit: number | undefined): number {
        const count = cart.items.length;
        console.log(count, limit);
        return count;
      }
      `,
      'a.ts',
    );
  });

  it('repeats type parameters with their constraints', () => {
    expectMove(
      `
      export function first<T extends object, U>(list: T[], other: U) {
        «const found = list[0];
        Object.freeze(found);»
        return [found, other];
      }
      `,
      `
      export function first<T extends object, U>(list: T[], other: U) {
        const found = moved(list);
        return [found, other];
      }

      function moved<T extends object>(list: T[]) {
        const found = list[0];
        Object.freeze(found);
        return found;
      }
      `,
      'a.ts',
    );
  });

  it('writes the type of a record, so that the caller knows what is in it', () => {
    expectMove(
      `
      function find(map: Map<string, number>, key: string): number | undefined {
        «if (key === '') return undefined;
        const found = map.get(key);»
        return found === undefined ? 0 : found;
      }
      `,
      `
      function find(map: Map<string, number>, key: string): number | undefined {
        const outcome = moved(map, key);
        if (outcome.done) return outcome.value;
        const found = outcome.found;
        return found === undefined ? 0 : found;
      }

      function moved(
        map: Map<string, number>,
        key: string
      ): { done: true; value: number | undefined } | { done: false; found: number | undefined } {
        if (key === '') return { done: true, value: undefined };
        const found = map.get(key);
        return { done: false, found };
      }
      `,
      'a.ts',
    );
  });

  it('becomes a private method where it needs this', () => {
    expectMove(
      `
      class Cart {
        private items: string[] = [];
        add(item: string): void {
          «if (item !== '') {
            this.items.push(item);
          }»
          this.items.sort();
        }
      }
      `,
      `
      class Cart {
        private items: string[] = [];
        add(item: string): void {
          this.moved(item);
          this.items.sort();
        }

        private moved(item: string): void {
          if (item !== '') {
            this.items.push(item);
          }
        }
      }
      `,
      'a.ts',
    );
  });
});
