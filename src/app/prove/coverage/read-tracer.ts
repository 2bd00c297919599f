// Coverage as our own tracer for Python writes it: executed lines and lines with code, one file a process.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { parseJson } from '../../../platform/index.js';
import type { Coverage } from './coverage.js';

const Lines = z.object({ executed: z.array(z.number()), code: z.array(z.number()) });
const Written = z.record(z.string(), Lines);

export function readTracer(folder: string, root: string): Coverage {
  const files = new Map<string, { executed: Set<number>; code: Set<number> }>();
  for (const name of readdirSync(folder)) {
    const written = Written.safeParse(parseJson(readFileSync(path.join(folder, name), 'utf8')));
    for (const [file, { executed, code }] of Object.entries(written.data ?? {})) {
      const named = path.relative(root, file);
      const known = files.get(named) ?? { executed: new Set(), code: new Set() };
      for (const line of executed) known.executed.add(line);
      for (const line of code) known.code.add(line);
      files.set(named, known);
    }
  }
  if (files.size === 0)
    return {
      unknown:
        'Which lines the tests execute is not known: the tracer recorded nothing (does `environment` set PYTHONPATH, or is it another interpreter?).',
    };
  return {
    of: (named) => {
      const file = files.get(named);
      return file && ((line) => (file.code.has(line) ? file.executed.has(line) : undefined));
    },
  };
}
