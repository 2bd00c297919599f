import { describe, expect, test } from 'vitest';
import { code } from './open-input.js';
import { simplify } from './simplify.js';

describe('a condition around the rest of a function', () => {
  test('becomes a guard clause with the rest behind it', () => {
    const text = code`
      function send(order) {
        if (order.paid && !order.sent) {
          for (const item of order.items) {
            if (item.count > 0) pack(item);
          }
          close(order);
        }
      }
    `;
    expect(simplify(text)).toBe(code`
      function send(order) {
        if (!order.paid || order.sent) return;
        for (const item of order.items) {
          if (item.count > 0) pack(item);
        }
        close(order);
      }
    `);
  });

  test('gets braces where the file writes them', () => {
    const text = code`
      function send(order) {
        if (order.paid) {
          for (const item of order.items) {
            pack(item);
          }
        }
      }
    `;
    expect(simplify(text)).toBe(code`
      function send(order) {
        if (!order.paid) {
          return;
        }
        for (const item of order.items) {
          pack(item);
        }
      }
    `);
  });

  test('returns early what is returned at the end', () => {
    const text = code`
      function collect(list) {
        const found = [];
        if (list) {
          for (const each of list) if (each.ok) found.push(each);
        }
        return found;
      }
    `;
    expect(simplify(text, 3)).toBe(code`
      function collect(list) {
        const found = [];
        if (!list) return found;
        for (const each of list) if (each.ok) found.push(each);
        return found;
      }
    `);
  });

  test('goes behind the short way out that followed it', () => {
    const text = code`
      function find(list, key) {
        if (list.length > 0) {
          for (const each of list) if (each.key === key) return each;
          return list[0];
        }
        // nothing to look through
        throw new Error('empty'); // by contract
      }
    `;
    expect(simplify(text)).toBe(code`
      function find(list, key) {
        if (!(list.length > 0)) {
          // nothing to look through
          throw new Error('empty'); // by contract
        }
        for (const each of list) if (each.key === key) return each;
        return list[0];
      }
    `);
  });

  test('says undefined where the function returns values elsewhere', () => {
    const text = code`
      function first(list) {
        if (list) {
          for (const each of list) if (each) return each;
        }
      }
    `;
    expect(simplify(text)).toContain('if (!list) return undefined;');
  });

  test('stays when a name it declares means something else outside', () => {
    const text = code`
      const name = 'outer';
      function greet(user) {
        log(name);
        if (user) {
          const name = user.name;
          if (name) log(name);
        }
      }
    `;
    expect(simplify(text, 4)).toBe('name_taken');
  });

  test('stays when nothing in it is nested', () => {
    expect(simplify('function f(a) {\n  if (a) {\n    go();\n    stop();\n  }\n}')).toBe(
      'nothing_to_simplify',
    );
  });
});

describe('a condition around the rest of a loop', () => {
  test('becomes a guard that goes on with the next round', () => {
    const text = code`
      function sum(rows) {
        let total = 0;
        for (const row of rows) {
          if (row.active) {
            for (const cell of row.cells) total += cell;
          }
        }
        return total;
      }
    `;
    const simple = code`
      function sum(rows) {
        let total = 0;
        for (const row of rows) {
          if (!row.active) {
            continue;
          }
          for (const cell of row.cells) total += cell;
        }
        return total;
      }
    `;
    expect(simplify(text, 4)).toBe(simple);
    // The loop itself may be named as well.
    expect(simplify(text, 3)).toBe(simple);
  });

  test('makes braces for a loop that had none', () => {
    const text = code`
      function sum(rows) {
        for (const row of rows)
          if (row.active) { // only those
            for (const cell of row.cells) add(cell);
          }
      }
    `;
    expect(simplify(text)).toBe(code`
      function sum(rows) {
        for (const row of rows) {
          if (!row.active) {
            continue;
          }
          // only those
          for (const cell of row.cells) add(cell);
        }
      }
    `);
  });

  test('leaves a case with break', () => {
    const text = code`
      function step(state, rows) {
        switch (state) {
          case 'open':
            if (rows) {
              for (const row of rows) if (row) add(row);
            }
            break;
          default:
            reset();
        }
      }
    `;
    expect(simplify(text, 4)).toBe(code`
      function step(state, rows) {
        switch (state) {
          case 'open':
            if (!rows) break;
            for (const row of rows) if (row) add(row);
            break;
          default:
            reset();
        }
      }
    `);
  });

  test('stays in a case that falls into the next one', () => {
    const text = code`
      function step(state, rows) {
        switch (state) {
          case 'open':
            if (rows) {
              for (const row of rows) if (row) add(row);
            }
          default:
            reset();
        }
      }
    `;
    expect(simplify(text, 4)).toBe('nothing_to_simplify');
  });

  test('stays inside try, where leaving is something else', () => {
    const text = code`
      function load(rows) {
        try {
          if (rows) {
            for (const row of rows) if (row) add(row);
          }
        } finally {
          close();
        }
        done();
      }
    `;
    expect(simplify(text, 3)).toBe('nothing_to_simplify');
  });
});

describe('the layout of a file', () => {
  test('stays: CRLF, tabs, BOM, no semicolons, literals over several lines', () => {
    const text =
      '\uFEFFfunction f(a, b) {\r\n\tif (a) {\r\n\t\tif (b) return\r\n\t\t;[1].forEach(log)\r\n\t\tlog(`x\r\n\t\ty`)\r\n\t}\r\n}\r\n';
    expect(simplify(text)).toBe(
      '\uFEFFfunction f(a, b) {\r\n\tif (!a) return\r\n\tif (b) return\r\n\t;[1].forEach(log)\r\n\tlog(`x\r\n\t\ty`)\r\n}\r\n',
    );
  });

  test('gets a semicolon where a line would join the one before it', () => {
    const text = code`
      function f(a, b) {
        if (a) {
          if (b) log(1)
          log(2)
        }
        else {
          throw b
        }
        (log)(3)
      }
    `;
    expect(simplify(text)).toBe(code`
      function f(a, b) {
        if (!a) {
          throw b
        }
        if (b) log(1)
        log(2);
        (log)(3)
      }
    `);
  });

  test('keeps every comment, next to what it is about', () => {
    const text = code`
      function f(a, b) {
        // about a
        if (/* truthy */ a) { // why
          // about b
          if (b) log(b); // said b
          // the end
        } // closed
      }
    `;
    expect(simplify(text, 3)).toBe(code`
      function f(a, b) {
        // about a
        /* truthy */
        // why
        // about b
        if (a && b) {
          log(b); // said b
          // the end
        } // closed
      }
    `);
  });
});
