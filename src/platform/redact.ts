// Replaces secrets by numbered placeholders before text leaves for a prompt, journal, log or span, and puts them back on the way to a file.
import { createHmac } from 'node:crypto';
import { createKnownValues, MIN_KNOWN_LENGTH } from './known-values.js';
import { findSecrets, SECRET_NAME, type Span } from './secret-patterns.js';

export interface RedactorOptions {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Journaled fingerprints in the order of their numbers, so that numbers outlive a restart. */
  readonly known: readonly string[];
  /** Keys the fingerprints, so that a journal cannot be searched for a guessed secret. */
  readonly key: string;
}

export interface Redactor {
  /**
   * With a `source`, the text is the raw content of that file: a literal placeholder in it is user text and gets a number
   * of its own, so that it survives the way back. Without, placeholders with a number already given are taken for ours and
   * kept, which makes redacting twice the same as redacting once.
   */
  redact(text: string, source?: string): string;
  /** Puts back every value seen in this process; other placeholders stay as they are. */
  restore(text: string): string;
  /** Numbers the secrets of a text without printing it; after a restart this makes them restorable again. */
  learn(text: string, source?: string): void;
  /** Numbers in a text that `restore` could not put back: given before a restart and not seen since. */
  missing(text: string): number[];
  /** Fingerprints numbered since the last call, to be journaled. */
  fresh(): string[];
}

export function createRedactor(options: RedactorOptions): Redactor {
  const book = createNumberBook(options.known, options.key);
  const searched = createKnownValues();
  for (const spelling of listSecretSpellings(options.environment)) {
    searched.add(spelling);
    book.recall(spelling);
  }

  function replaceOnce(text: string, source: string | undefined): string {
    const isOurs = (number: number): boolean => source === undefined && book.isGiven(number);
    const pieces = splitAtPlaceholders(text, isOurs);
    const shown = pieces.map((piece) => (piece.isPlaceholder ? [] : findSecrets(piece.text, source)));
    pieces.forEach((piece, index) =>
      shown[index]?.forEach((span) => learnValue(piece.text.slice(span.start, span.end))),
    );
    const replaced = pieces.map(({ text: raw, isPlaceholder }, index) => {
      if (isPlaceholder) return raw;
      const spans = mergeSpans([...(shown[index] ?? []), ...searched.find(raw), ...findLiterals(raw)]);
      return replaceSpans(raw, spans, (value) => toPlaceholder(book.number(value)));
    });
    return replaced.join('');
  }

  /** From now on the value is found wherever it appears. A very long one is left to its shape: comparing it is slow. */
  function learnValue(value: string): void {
    if (value.length <= MAX_LEARNED_LENGTH) searched.add(detach(value));
  }

  function redact(text: string, source?: string): string {
    let current = replaceOnce(text, source);
    // What stood next to a secret can look like one once that is gone; the bound only guards against text made for it.
    for (let pass = 0, before = text; pass < MAX_PASSES && current !== before; pass++) {
      before = current;
      current = replaceOnce(current, undefined);
    }
    return current;
  }

  return {
    redact,
    restore: (text) =>
      text.replace(PLACEHOLDER, (literal, digits: string) => book.valueOf(Number(digits)) ?? literal),
    learn: (text, source) => void redact(text, source),
    missing: (text) =>
      listNumbers(text).filter((number) => book.isGiven(number) && book.valueOf(number) === undefined),
    fresh: () => book.takeFresh(),
  };
}

/** Values of the environment that are searched for from the start, in every way they may be written. */
function listSecretSpellings(environment: RedactorOptions['environment']): string[] {
  return Object.entries(environment).flatMap(([name, value = '']) =>
    value.length >= MIN_KNOWN_LENGTH && isSecretName(name) ? [...toSpellings(value)] : [],
  );
}

/** `API_KEY` holds a secret, `API_KEY_FILE` says where it lies. */
function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name) && !/_(?:FILE|PATH|DIR|DIRECTORY|FOLDER|HOME|SOCK)$/i.test(name);
}

const MAX_LEARNED_LENGTH = 8_192;
const MAX_PASSES = 5;
const PLACEHOLDER = /‹secret:([1-9]\d{0,8})›/g;

/** A value also appears as a JSON string, a part of a URL or XML would write it. */
function toSpellings(value: string): Set<string> {
  const inUrl = /\p{Surrogate}/u.test(value) ? value : encodeURIComponent(value);
  const inXml = value.replace(/[&<>"']/g, (character) => XML_ENTITIES[character] ?? character);
  return new Set([value, JSON.stringify(value).slice(1, -1), inUrl, inXml, inXml.replaceAll('&apos;', "'")]);
}

const XML_ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

function toPlaceholder(number: number): string {
  return `‹secret:${number}›`;
}

/** Of the placeholders in a text, each once. */
function listNumbers(text: string): number[] {
  return [...new Set(Array.from(text.matchAll(PLACEHOLDER), (match) => Number(match[1])))];
}

interface NumberBook {
  /** The number of a value, a new one when it has none; from now on the value can be put back. */
  number(value: string): number;
  /** Makes a value restorable if it was numbered before. */
  recall(value: string): void;
  isGiven(number: number): boolean;
  valueOf(number: number): string | undefined;
  takeFresh(): string[];
}

function createNumberBook(known: readonly string[], key: string): NumberBook {
  const fingerprints = [...known];
  const numbers = new Map(
    fingerprints.map((fingerprint, index) => [fingerprint, index + 1] as const).reverse(),
  );
  const numberOfValue = new Map<string, number>();
  const values = new Map<number, string>();
  let journaled = fingerprints.length;

  function recall(value: string): number | undefined {
    const given = numberOfValue.get(value);
    const number = given ?? numbers.get(toFingerprint(key, value));
    if (given !== undefined || number === undefined) return number;
    const copy = detach(value);
    numberOfValue.set(copy, number);
    values.set(number, copy);
    return number;
  }

  function give(value: string): number {
    const fingerprint = toFingerprint(key, value);
    numbers.set(fingerprint, fingerprints.push(fingerprint));
    return recall(value) ?? fingerprints.length;
  }

  return {
    number: (value) => recall(value) ?? give(value),
    recall: (value) => void recall(value),
    isGiven: (number) => number <= fingerprints.length,
    valueOf: (number) => values.get(number),
    takeFresh() {
      const fresh = fingerprints.slice(journaled);
      journaled = fingerprints.length;
      return fresh;
    },
  };
}

/** A copy of its own: a part of a text keeps the whole of it in memory. */
function detach(value: string): string {
  return Buffer.from(value, 'utf16le').toString('utf16le');
}

function toFingerprint(key: string, value: string): string {
  return createHmac('sha256', key).update(value).digest('hex').slice(0, 16);
}

interface Piece {
  readonly text: string;
  readonly isPlaceholder: boolean;
}

function splitAtPlaceholders(text: string, isOurs: (number: number) => boolean): Piece[] {
  const pieces: Piece[] = [];
  let position = 0;
  for (const match of text.matchAll(PLACEHOLDER)) {
    if (!isOurs(Number(match[1]))) continue;
    pieces.push({ text: text.slice(position, match.index), isPlaceholder: false });
    pieces.push({ text: match[0], isPlaceholder: true });
    position = match.index + match[0].length;
  }
  return [...pieces, { text: text.slice(position), isPlaceholder: false }];
}

function findLiterals(text: string): Span[] {
  return Array.from(text.matchAll(PLACEHOLDER), (match) => ({
    start: match.index,
    end: match.index + match[0].length,
  }));
}

/** Overlapping secrets become one, so that no part of either is left; secrets that merely touch stay apart. */
function mergeSpans(spans: readonly Span[]): Span[] {
  const merged: Span[] = [];
  for (const span of [...spans].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = merged.at(-1);
    if (last === undefined || span.start >= last.end) merged.push(span);
    else if (span.end > last.end) merged[merged.length - 1] = { start: last.start, end: span.end };
  }
  return merged;
}

function replaceSpans(
  text: string,
  spans: readonly Span[],
  toReplacement: (value: string) => string,
): string {
  let result = '';
  let position = 0;
  for (const { start, end } of spans) {
    result += text.slice(position, start) + toReplacement(text.slice(start, end));
    position = end;
  }
  return result + text.slice(position);
}
