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

/** Beyond this, beginning and end tell outputs apart well enough, and the middle would cost memory and time. */
const MAX_DIGESTED_CHARS = 200_000;

function removeVolatile(text: string): string {
  const half = MAX_DIGESTED_CHARS / 2;
  const bounded = text.length > MAX_DIGESTED_CHARS ? text.slice(0, half) + text.slice(-half) : text;
  return volatileParts.reduce((rest, [pattern, name]) => rest.replace(pattern, name), bounded);
}
