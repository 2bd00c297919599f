// Outputs as they arrive in practice: cut, spliced, coloured, interleaved, repeated, with other line ends.
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { readFixture } from './fixture.js';

const TEXTS = readdirSync(fileURLToPath(new URL('fixtures/', import.meta.url))).map(readFixture);
const COLOURS = [
  '\x1b[31m',
  '\x1b[0m',
  '\x1b[1;38;5;208m',
  '\x1b[2K',
  '\x1b[3A',
  '\x1b[',
  '\r',
  '\x1b]8;;http://x\x07',
];

/** Numbers between 0 and 1 that say where and how much. */
interface Step {
  readonly kind: number;
  readonly at: number;
  readonly size: number;
  readonly other: number;
}

const KINDS: readonly ((text: string, step: Step) => string)[] = [
  (text, { at, size }) => text.slice(Math.floor(at * text.length), Math.floor((at + size) * text.length)),
  (text, { at, size, other }) => insert(text, at, takePart(pickText(other), size)),
  (text, { at, other }) => insert(text, at, pick(COLOURS, other)),
  (text, { size }) => colourEach(text, 1 + Math.floor(size * 20)),
  (text, { other }) => interleave(text, pickText(other)),
  (text, { at, size }) => insert(text, at, takePart(text, size / 4).repeat(1 + Math.floor(size * 5))),
  (text) => text.replaceAll('\n', '\r\n'),
  (text, { at }) => insert(text, at, '\n… 120 lines omitted\n'),
  (text, { at }) => dropLines(text, 2 + Math.floor(at * 6)),
  (text, { other }) => text.replace(/^/gm, `${pick(['web:test: ', '[1] ', 'api-1  | ', '  '], other)}`),
];

const share = fc.nat({ max: 9_999 }).map((number) => number / 10_000);
const step = fc.record({ kind: share, at: share, size: share, other: share });

export const mutated: fc.Arbitrary<string> = fc
  .tuple(share, fc.array(step, { minLength: 1, maxLength: 4 }))
  .map(([first, steps]) =>
    steps.reduce((text, one) => pick(KINDS, one.kind)(text, one).slice(0, 60_000), pickText(first)),
  );

function pick<Value>(items: readonly Value[], at: number): Value {
  const item = items[Math.min(items.length - 1, Math.floor(at * items.length))];
  if (item === undefined) throw new Error('there is nothing to pick from');
  return item;
}

function pickText(at: number): string {
  return pick(TEXTS, at);
}

function insert(text: string, at: number, part: string): string {
  const index = Math.floor(at * text.length);
  return text.slice(0, index) + part + text.slice(index);
}

function takePart(text: string, size: number): string {
  return text.slice(0, Math.ceil(size * text.length));
}

function colourEach(text: string, every: number): string {
  return text
    .split('\n')
    .map((line, index) => (index % every === 0 ? `\x1b[32m${line}\x1b[39m` : line))
    .join('\n');
}

function dropLines(text: string, every: number): string {
  return text
    .split('\n')
    .filter((_, index) => index % every !== 0)
    .join('\n');
}

function interleave(left: string, right: string): string {
  const [a, b] = [left.split('\n'), right.split('\n')];
  return Array.from({ length: Math.max(a.length, b.length) }, (_, index) => [a[index], b[index]])
    .flat()
    .filter((line) => line !== undefined)
    .join('\n');
}
