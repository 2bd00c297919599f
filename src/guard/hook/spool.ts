// One line a call, added at the end of the day's file, without ever reading it.
import { closeSync, constants, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import { findSecrets } from '../../platform/index.js';

export interface SpoolRecord {
  readonly at: string;
  readonly dialect: string;
  readonly event: string;
  readonly session: string;
  readonly role?: string;
  readonly tool?: string;
  readonly name?: string;
  readonly paths: readonly string[];
  readonly command?: string;
  /** `caught`: after the fact; `failed`: the hook itself. */
  readonly verdict: 'allow' | 'deny' | 'ask' | 'warn' | 'caught' | 'bypassed' | 'failed';
  readonly guard?: string;
  readonly reason?: string;
  /** Milliseconds. */
  readonly took: number;
}

const MAX_LINE_BYTES = 4_000;
const MAX_TEXT_CHARS = 600;
const MAX_PATHS = 20;

export function addRecord(folder: string, record: SpoolRecord): void {
  prepareFolder(folder);
  const file = path.join(folder, `${record.at.slice(0, 10)}.jsonl`);
  const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW;
  const handle = openSync(file, flags, 0o600);
  try {
    // In one write, so that lines of calls at the same time do not mix.
    writeSync(handle, toLine(record));
  } finally {
    closeSync(handle);
  }
}

/** Git need not see what is kept there. */
export function prepareFolder(folder: string): void {
  if (mkdirSync(folder, { recursive: true, mode: 0o700 }) === undefined) return;
  writeFileSync(path.join(folder, '.gitignore'), '*\n', { flag: 'a' });
}

function toLine(record: SpoolRecord): string {
  const short = mapTexts(record, MAX_TEXT_CHARS);
  const line = `${JSON.stringify({ ...short, paths: short.paths.slice(0, MAX_PATHS) })}\n`;
  if (Buffer.byteLength(line) <= MAX_LINE_BYTES) return line;
  const { at, dialect, event, session, verdict, guard, took } = mapTexts(record, 60);
  return `${JSON.stringify({ at, dialect, event, session, verdict, guard, took, paths: [], cut: true })}\n`;
}

function mapTexts(record: SpoolRecord, maxChars: number): SpoolRecord {
  const clean = (value: unknown): unknown =>
    typeof value === 'string' ? withoutSecrets(value).slice(0, maxChars) : value;
  const entries = Object.entries(record).map(([key, value]: [string, unknown]) => [
    key,
    Array.isArray(value) ? value.map(clean) : clean(value),
  ]);
  return Object.fromEntries(entries) as SpoolRecord;
}

const MAX_SEARCHED_CHARS = 8_000;

function withoutSecrets(text: string): string {
  const start = text.slice(0, MAX_SEARCHED_CHARS);
  const spans = findSecrets(start, undefined).sort((a, b) => b.start - a.start);
  return spans.reduce(
    (rest, { start: from, end }) => `${rest.slice(0, from)}‹secret›${rest.slice(end)}`,
    start,
  );
}
