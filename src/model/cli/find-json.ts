// The one JSON object that a program printed among warnings.
import type { z } from 'zod';
import { parseJson } from '../../platform/index.js';

/** Objects begin with a line of their own; the last one of the wanted shape counts, on one line or on many. */
export function findJson<T>(text: string, shape: z.ZodType<T>): T | undefined {
  const lines = text.split('\n');
  const end = lines.findLastIndex((line) => line.startsWith('}')) + 1;
  const starts = lines.flatMap((line, index) => (line.startsWith('{') ? [index] : [])).slice(-MAX_STARTS);
  for (const start of starts.reverse()) {
    for (const piece of [lines[start], lines.slice(start, end).join('\n')]) {
      const parsed = shape.safeParse(parseJson(piece));
      if (parsed.success) return parsed.data;
    }
  }
  return undefined;
}

/** Each start may cost the whole text. */
const MAX_STARTS = 20;
