// Coverage as node itself writes it: ranges of each script with a count, one file a process.
import { readdirSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { parseJson } from '../../../platform/index.js';
import type { Coverage, LineCoverage } from './coverage.js';

const Range = z.object({ startOffset: z.number(), endOffset: z.number(), count: z.number() });
const Script = z.object({
  url: z.string(),
  functions: z.array(z.object({ ranges: z.array(Range) })),
});
const Mapped = z.object({
  lineLengths: z.array(z.number()),
  data: z
    .object({ version: z.number(), sources: z.array(z.string()), mappings: z.string() })
    .loose()
    .nullable(),
});
const Written = z.object({
  result: z.array(Script),
  'source-map-cache': z.record(z.string(), z.unknown()).optional(),
});
type Range = z.infer<typeof Range>;

/** What was executed of a file in any process, one cell for each offset, or each line where a source map leads back. */
interface FileRecord {
  readonly executed: Uint8Array;
  readonly isByLine: boolean;
}

export function readV8(folder: string, root: string, wanted: ReadonlySet<string>): Coverage {
  const records = new Map<string, FileRecord>();
  let isSeen = false;
  for (const { script, map } of listScripts(folder)) {
    if (findOwn(script.url, root) === undefined) continue;
    isSeen = true;
    for (const [named, read] of listFiles(script, map, root))
      if (wanted.has(named)) records.set(named, merge(records.get(named), read()));
  }
  if (!isSeen)
    return {
      unknown: 'Which lines the tests execute is not known: no file of the project was seen running.',
    };
  return {
    of: (named) => {
      const record = records.get(named);
      return record && (record.isByLine ? readLines(record) : readOffsets(record, path.join(root, named)));
    },
  };
}

interface WrittenScript {
  readonly script: z.infer<typeof Script>;
  readonly map: unknown;
}

function listScripts(folder: string): WrittenScript[] {
  return readdirSync(folder).flatMap((name) => {
    const written = Written.safeParse(parseJson(readFileSync(path.join(folder, name), 'utf8')));
    const maps = written.data?.['source-map-cache'] ?? {};
    return (written.data?.result ?? []).map((script) => ({ script, map: maps[script.url] }));
  });
}

function findOwn(url: string, root: string): string | undefined {
  if (!url.startsWith('file://')) return undefined;
  const named = path.relative(root, fileURLToPath(url));
  return named.startsWith('..') || named.includes('node_modules/') ? undefined : named;
}

function merge(one: FileRecord | undefined, other: FileRecord): FileRecord {
  if (one?.isByLine !== other.isByLine) return other;
  const [longer, shorter] =
    one.executed.length > other.executed.length
      ? [one.executed, other.executed]
      : [other.executed, one.executed];
  return { ...other, executed: longer.map((cell, index) => cell | (shorter[index] ?? 0)) };
}

/** The script itself, or the files it was built from; read only where it is wanted. */
function listFiles(
  { url, functions }: z.infer<typeof Script>,
  map: unknown,
  root: string,
): (readonly [named: string, read: () => FileRecord])[] {
  const count = (): Uint8Array => countOffsets(functions.flatMap(({ ranges }) => ranges));
  const mapped = Mapped.safeParse(map);
  if (!mapped.success || mapped.data.data === null)
    return [[findOwn(url, root) ?? '', () => ({ isByLine: false, executed: count() })]];
  return mapped.data.data.sources.map((source) => [
    findOwn(source, root) ?? '',
    () => ({ isByLine: true, executed: toLines(count(), mapped.data, source) }),
  ]);
}

/** Ranges are nested: the innermost one says how often an offset was reached. */
function countOffsets(ranges: readonly Range[]): Uint8Array {
  const length = Math.max(0, ...ranges.map(({ endOffset }) => endOffset));
  const counts = new Uint8Array(length);
  const outerFirst = [...ranges].sort((a, b) => a.startOffset - b.startOffset || b.endOffset - a.endOffset);
  for (const { startOffset, endOffset, count } of outerFirst)
    counts.fill(count > 0 ? 1 : 0, startOffset, endOffset);
  return counts;
}

/** One cell for each line of that source. */
function toLines(
  counts: Uint8Array,
  { lineLengths, data }: z.infer<typeof Mapped>,
  source: string,
): Uint8Array {
  const lines = new Set<number>();
  const map = new SourceMap({
    ...{ file: '', names: [], sources: [], sourcesContent: [], sourceRoot: '', version: 3, mappings: '' },
    ...data,
  });
  let start = 0;
  lineLengths.forEach((length, line) => {
    for (let column = 0; column < length; column++) {
      const place: Place = counts[start + column] ? map.findEntry(line, column) : {};
      if (place.originalSource === source && typeof place.originalLine === 'number')
        lines.add(place.originalLine + 1);
    }
    start += length + 1;
  });
  const cells = new Uint8Array(Math.max(0, ...lines) + 1);
  for (const line of lines) cells[line] = 1;
  return cells;
}

/** Where a place in the script comes from; nothing where nothing is known. */
interface Place {
  readonly originalSource?: unknown;
  readonly originalLine?: unknown;
}

function readLines({ executed }: FileRecord): LineCoverage {
  return (line) => executed[line] === 1;
}

/** A line counts as executed when anything on it was. */
function readOffsets({ executed }: FileRecord, file: string): LineCoverage {
  const lines = readFileSync(file, 'utf8')
    .replace(/^\uFEFF/, '')
    .split('\n');
  const starts = [0];
  for (const line of lines) starts.push((starts.at(-1) ?? 0) + line.length + 1);
  return (line) => {
    const begin = starts[line - 1] ?? 0;
    const text = lines[line - 1] ?? '';
    return text.split('').some((character, index) => /\S/.test(character) && executed[begin + index] === 1);
  };
}
