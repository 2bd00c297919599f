// Finds all of many values in a text, in time that grows with the text and not with the number of values.
import type { Span } from './secret-patterns.js';

/** Shorter values are plain words too often to be looked for everywhere. */
export const MIN_KNOWN_LENGTH = 12;

export interface KnownValues {
  /** Values that are too short are left out. */
  add(value: string): void;
  /** Every occurrence, those that overlap included: of `aXaXa` and the value `aXa` nothing may remain. */
  find(text: string): Span[];
}

/**
 * Values are filed under their last characters, because keys of one issuer begin alike. One that repeats itself, and so
 * could occur at every second place, is searched for on its own.
 */
export function createKnownValues(): KnownValues {
  const known = new Set<string>();
  const byEnding = new Map<string, string[]>();
  const periods = new Map<string, number>();
  const filter = new Uint8Array(FILTER_SIZE);
  return {
    add(value) {
      if (value.length < MIN_KNOWN_LENGTH || known.has(value)) return;
      known.add(value);
      const period = measurePeriod(value);
      if (period <= value.length / 2) {
        periods.set(value, period);
        return;
      }
      const ending = value.slice(-MIN_KNOWN_LENGTH);
      const alike = byEnding.get(ending);
      if (alike) alike.push(value);
      else byEnding.set(ending, [value]);
      filter[toFilterIndex(value, value.length - 1)] = 1;
    },
    find(text) {
      const repeating = [...periods].flatMap(([value, period]) => findRuns(text, value, period));
      return byEnding.size === 0 ? repeating : [...repeating, ...findByEnding(text, byEnding, filter)];
    },
  };
}

const FILTER_SIZE = 1 << 20;

/** Mixes the four characters that end at a place; most places of a text are ruled out by this alone. */
function toFilterIndex(text: string, last: number): number {
  const first = Math.imul(text.charCodeAt(last - 3), 31) + text.charCodeAt(last - 2);
  const second = Math.imul(text.charCodeAt(last - 1), 31) + text.charCodeAt(last);
  return (Math.imul(first, 7_919) + second) & (FILTER_SIZE - 1);
}

function findByEnding(text: string, byEnding: ReadonlyMap<string, string[]>, filter: Uint8Array): Span[] {
  const spans: Span[] = [];
  for (let last = MIN_KNOWN_LENGTH - 1; last < text.length; last++) {
    if (filter[toFilterIndex(text, last)] === 0) continue;
    const end = last + 1;
    const candidates = byEnding.get(text.slice(end - MIN_KNOWN_LENGTH, end)) ?? [];
    const found = candidates.filter(
      (value) => value.length <= end && text.startsWith(value, end - value.length),
    );
    for (const value of found) spans.push({ start: end - value.length, end });
  }
  return spans;
}

/** A run of a repeating value is walked once by its period; after it, the next occurrence lies at least half a value on. */
function findRuns(text: string, value: string, period: number): Span[] {
  const spans: Span[] = [];
  for (let start = text.indexOf(value); start !== -1;) {
    let end = start + value.length;
    while (end < text.length && text.charCodeAt(end) === text.charCodeAt(end - period)) end++;
    const lastStart = end - value.length - ((end - value.length - start) % period);
    spans.push({ start, end: lastStart + value.length });
    start = text.indexOf(value, lastStart + 1);
  }
  return spans;
}

/** The smallest shift at which a value matches itself; its length when it never does. */
function measurePeriod(value: string): number {
  const borders = new Int32Array(value.length + 1);
  borders[0] = -1;
  for (let index = 0, border = -1; index < value.length; borders[++index] = ++border) {
    while (border >= 0 && value[border] !== value[index]) border = borders[border] ?? -1;
  }
  return value.length - (borders[value.length] ?? 0);
}
