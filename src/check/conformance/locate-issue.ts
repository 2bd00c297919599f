// YAML that people write: parsed, checked against its shape, and when it is wrong the sentence says in which line.
import { isCollection, isPair, isScalar, LineCounter, parseDocument } from 'yaml';
import type { z } from 'zod';
import { parseShape, readYaml } from '../../platform/index.js';

/** `name` is where the text came from; the line joins it: `checks/own.yaml:12`. */
export function parseLocatedYaml<T>(text: string, shape: z.ZodType<T>, name: string): T {
  const value = readYaml(text, name, 'bad_config') ?? {};
  const parsed = shape.safeParse(value);
  if (parsed.success) return parsed.data;
  const { issues } = parsed.error;
  // The issue that parseShape will speak of.
  const issue = issues.find(({ code }) => code === 'unrecognized_keys') ?? issues[0];
  const keys = issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
  const line = findLine(text, [...(issue?.path ?? []), ...keys]);
  return parseShape(value, shape, line === undefined ? name : `${name}:${line}`, 'bad_config');
}

/** The line of a value, or of the nearest thing around it that is there. */
export function findLine(text: string, path: readonly PropertyKey[]): number | undefined {
  const lines = new LineCounter();
  const { contents } = parseDocument(text, { lineCounter: lines });
  let node: unknown = contents;
  let offset: number | undefined;
  for (const key of path) {
    if (!isCollection(node)) break;
    const item = findItem(node.items, key);
    if (item === undefined) break;
    offset = startOf(isPair(item) ? item.key : item) ?? offset;
    node = isPair(item) ? item.value : item;
  }
  offset ??= startOf(contents);
  return offset === undefined ? undefined : lines.linePos(offset).line;
}

function findItem(items: readonly unknown[], key: PropertyKey): unknown {
  if (typeof key === 'number') return items[key];
  return items.find((item) => isPair(item) && isScalar(item.key) && item.key.value === key);
}

function startOf(node: unknown): number | undefined {
  if (typeof node !== 'object' || node === null || !('range' in node)) return undefined;
  const { range } = node;
  return Array.isArray(range) && typeof range[0] === 'number' ? range[0] : undefined;
}
