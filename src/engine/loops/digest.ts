// Short digests of parameters and outputs, blind to what differs between two runs of the same thing.
import { createHash } from 'node:crypto';

/** The first 16 hex digits of sha256: short enough for a journal, long enough never to collide in a task. */
export function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** Digest of an outcome: any two outputs that differ only in numbers are the same outcome. */
export function digestResult(text: string): string {
  return digest(
    removeVolatile(text)
      .replace(/\d+(?:[.,]\d+)*/g, '#')
      .replace(/\s+/g, ' ')
      .trim(),
  );
}

/** Digest of content: numbers count (two failures are not one), what a clock or an allocator made does not. */
export function digestContent(text: string): string {
  return digest(removeVolatile(text).trimEnd());
}

/** JSON with sorted keys, so that two spellings of the same parameters are one. */
export function toCanonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => sortKeys(part)) ?? 'null';
}

const volatileParts: readonly (readonly [RegExp, string])[] = [
  // Terminal colours: escape, bracket, numbers, letter.
  [new RegExp(`${String.fromCharCode(27)}\\[[0-9;?]*[A-Za-z]`, 'g'), ''],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, '<uuid>'],
  [/\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d:?\d\d)?/g, '<time>'],
  [/\b\d\d:\d\d:\d\d(?:[.,]\d+)?\b/g, '<time>'],
  [/\b0x[0-9a-f]+\b/gi, '<address>'],
  [/\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{12,64}\b/g, '<hash>'],
  [/(?:\/private)?\/(?:tmp|var\/folders|var\/tmp)\/[^\s'":,)]+/g, '<temp>'],
  [/\b\d+(?:\.\d+)?\s?(?:ms|µs|us|ns|s|sec|secs|seconds|minutes|min)\b/g, '<duration>'],
];

function removeVolatile(text: string): string {
  return volatileParts.reduce((rest, [pattern, name]) => rest.replace(pattern, name), text);
}

function sortKeys(part: unknown): unknown {
  if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
  return Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)));
}
