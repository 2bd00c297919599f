// Variables that begin with a constant just before the moved code.
import { describe, expect, it } from 'vitest';
import { move, unindent } from './marked-source.js';

const after = (code: string, path = 'a.js'): string => {
  const outcome = move(unindent(code), 'moved', path);
  return typeof outcome === 'string' ? outcome : outcome.message;
};

describe('a variable that begins with a constant before the moved code', () => {
  it('begins in the new function, and the call declares it', () => {
    const text = after(`
      const limit = (n) => n;
      function sum(lines) {
        let total = 0;
        const most = limit(lines.length);
        «for (const line of lines) {
          if (line.price > 0) total += line.price;
        }»
        return total + most;
      }`);
    expect(text).toContain('const total = moved(lines);');
    expect(text).toContain('function moved(lines) {\n  let total = 0;\n  for');
    expect(text.match(/let total/g)).toHaveLength(1);
  });

  it('is the result when the moved code fills it', () => {
    const text = after(
      `
      export function list(lines: string[], most: number): string[] {
        const rows: string[] = [];
        const limit = most * 2;
        «for (const line of lines) {
          if (line.length < limit) rows.push(line);
        }»
        return rows.concat(String(limit));
      }`,
      'a.ts',
    );
    expect(text).toContain('const rows = moved(lines, limit);');
    expect(text).toContain('string[] {\n  const rows: string[] = [];\n');
    expect(text).toContain('  return rows;\n}');
  });

  it('gives its constant where the value is returned otherwise', () => {
    const text = after(`
      const one = 1;
      function rate(order) {
        let rate = 0;
        const tier = order.tier;
        «if (tier === 'gold') {
          rate = 5;
        } else if (tier === 'silver') {
          rate = 3;
        }»
        return rate + tier;
      }`);
    expect(text).toContain('const rate = moved(tier);');
    expect(text).toContain('return 0;\n}');
    expect(text).not.toContain('let rate');
  });

  it('moves away when only the moved code uses it', () => {
    const text = after(`
      const one = 1;
      function show(lines, print) {
        const most = 3;
        print('x');
        «for (const line of lines) {
          if (line.length > most) print(line);
        }»
      }`);
    expect(text).toContain('  moved(lines, print);');
    expect(text).toContain('function moved(lines, print) {\n  const most = 3;');
  });

  it('is said again where nothing has been set yet', () => {
    const text = after(
      `
      function one(a: number): number {
        return a;
      }

      export function assess(open: boolean, days: number, paid: number): { refund: number; reason: string } {
        let refund = 0;
        let reason: string;
        if (open) {
          refund = one(paid);
          reason = 'open';
        } else if (days < 9) {
          «if (days < 2) {
            refund = paid;
            reason = 'early';
          } else {
            reason = 'late';
          }»
        } else {
          reason = 'too late';
        }
        return { refund, reason };
      }`,
      'a.ts',
    );
    expect(text).toContain('({ refund, reason } = moved(days, paid));');
    expect(text.match(/let refund = 0;\n *let reason: string;\n/g)).toHaveLength(2);
  });

  it('stays where it is used before, or around a loop', () => {
    const used = after(`
      const one = 1;
      function sum(lines, print) {
        let total = 0;
        total = print(total);
        «for (const line of lines) {
          if (line.price > 0) total += line.price;
        }»
        return total;
      }`);
    expect(used).toContain('total = moved(lines, total);');
    const around = after(`
      const one = 1;
      function sum(groups) {
        let total = 0;
        for (const lines of groups) {
          «for (const line of lines) {
            if (line.price > 0) total += line.price;
          }»
        }
        return total;
      }`);
    expect(around).toContain('total = moved(total, lines);');
  });

  it('stays where a function keeps it', () => {
    const text = after(`
      const one = 1;
      function watch(lines, on) {
        let total = 0;
        on('x');
        «for (const line of lines) {
          if (line.price > 0) on(() => total + line.price);
        }»
        return total;
      }`);
    expect(text).toContain('moved(lines, on, total);');
  });

  it('stays when leaving has to be told as well', () => {
    const text = after(`
      const one = 1;
      function sum(lines) {
        let total = 0;
        one();
        «for (const line of lines) {
          if (line.price < 0) return 'wrong';
          total += line.price;
        }»
        return total;
      }`);
    expect(text).toContain('let total = 0;\n  one();');
  });
});

describe('a new function that stands among the statements it comes from', () => {
  it('stands behind all of them, and none is left', () => {
    const text = after(`
      function run(given, later) {
        let count = 0;
        later(() => count++);
        «if (given.a) count++;
        if (given.b) count++;»
        later(count);
        tell();
      }

      function tell() {
        return 1;
      }`);
    expect(text.match(/given\.b/g)).toHaveLength(1);
  });
});
