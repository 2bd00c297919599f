// What a program does: its result or error and the log it leaves, for many inputs.
import { Script } from 'node:vm';

const VALUES: readonly unknown[] = [
  undefined,
  null,
  Number.NaN,
  0,
  -0,
  1,
  2,
  '',
  'a',
  'b',
  'c',
  '1',
  'toString',
  'string',
  true,
  false,
  ['a'],
  { valueOf: () => 1 },
];
const MOST_CALLS = 300;

type Run = (tools: Record<string, unknown>) => (...args: unknown[]) => unknown;

export type Compiled = { readonly ok: true; readonly run: Run } | { readonly ok: false };

/** Not ok for programs that are no programs, such as one that declares a name twice. */
export function compile(text: string): Compiled {
  try {
    const script = new Script(`(function ({ log, ask, boom, later, box }) {${text}\nreturn f; })`);
    return { ok: true, run: script.runInThisContext() as Run };
  } catch {
    return { ok: false };
  }
}

/** One line for each of some inputs; the same lines mean the same behaviour. */
export function observe(compiled: Compiled & { ok: true }, seed: number): string[] {
  return Array.from({ length: 14 }, (_, index) => {
    const args = [0, 1, 2].map(
      (place) => VALUES[(seed + index * (place * 5 + 7) + place * 3) % VALUES.length],
    );
    return observeOnce(compiled.run, args, seed + index);
  });
}

function observeOnce(run: Run, args: readonly unknown[], seed: number): string {
  const entries: string[] = [];
  const kept: (() => unknown)[] = [];
  let calls = 0;
  const note = (...parts: unknown[]): void => {
    if (++calls > MOST_CALLS) throw new Error('too many calls');
    entries.push(parts.map(describe).join(','));
  };
  const tools = {
    log: (...parts: unknown[]) => (note('log', parts[0]), parts[0]),
    ask: (number: number) => {
      const answer = VALUES[(seed + number * 7 + calls) % VALUES.length];
      note('ask', number, answer);
      return answer;
    },
    boom: (number: number) => {
      note('boom', number);
      if ((number + seed) % 3 === 0) throw new Error('boom');
    },
    later: (closure: () => unknown) => {
      note('later');
      kept.push(closure);
    },
    box: { v: 'empty' },
  };
  const outcome = attempt(() => run(tools)(...args));
  const afterwards = kept.map((closure) => attempt(closure));
  return [outcome, ...entries, ...afterwards, describe(tools.box.v)].join(' | ');
}

function attempt(action: () => unknown): string {
  try {
    return `gives ${describe(action())}`;
  } catch (error) {
    const { name, message } = error as Error;
    // The engine words its own errors in several ways.
    return `throws ${name} ${name === 'Error' ? message : ''}`;
  }
}

function describe(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(describe).join()}]`;
  if (typeof value === 'function') return 'function';
  if (typeof value === 'object' && value !== null) return 'object';
  return Object.is(value, -0) ? '-0' : `${typeof value}:${String(value)}`;
}
