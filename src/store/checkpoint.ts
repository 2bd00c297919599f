// state.yaml: the folded state with its journal position and a checksum over both.
import { z } from 'zod';
import { sha256 } from '../platform/index.js';
import type { Checkpoint } from './contract.js';

const Position = z.object({
  seq: z.number().int(),
  hash: z.string(),
  epoch: z.number().int(),
  offset: z.number().int(),
  foldVersion: z.number().int(),
  checksum: z.string(),
});
type Position = z.infer<typeof Position>;

const HEADER = '# A view of actions.yaml, rebuilt when deleted; edits here have no effect.\n';

export function renderCheckpoint(position: Omit<Position, 'checksum'>, state: unknown): string {
  const body = renderState(state);
  const checksum = sha256(`${JSON.stringify(Object.values(position))}${body}`);
  return `${HEADER}checkpoint: ${JSON.stringify({ ...position, checksum })}\nstate: ${body}\n`;
}

/** A line a key: readable, and a fifth shorter than indented all through, since it is written and read at every step. */
function renderState(state: unknown): string {
  if (typeof state !== 'object' || state === null) return JSON.stringify(state);
  const lines = Object.entries(state)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `  ${JSON.stringify(key)}: ${JSON.stringify(value)}`);
  return `{\n${lines.join(',\n')}\n }`;
}

/** A checkpoint on disk also knows how long the journal was. */
export type FileCheckpoint = Checkpoint & { readonly offset: number };

/** Undefined for anything that is not exactly what was written: it is only a view. */
export function parseCheckpoint(text: string | undefined): FileCheckpoint | undefined {
  const match = text?.startsWith(HEADER)
    ? /^checkpoint: (\{.*\})\nstate: ([^]*)\n$/.exec(text.slice(HEADER.length))
    : null;
  if (!match) return undefined;
  try {
    const { checksum, ...position } = Position.parse(JSON.parse(match[1] ?? ''));
    const body = match[2] ?? '';
    if (sha256(`${JSON.stringify(Object.values(position))}${body}`) !== checksum) return undefined;
    return { ...position, state: JSON.parse(body) as unknown };
  } catch {
    return undefined;
  }
}
