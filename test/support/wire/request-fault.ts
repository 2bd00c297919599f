// The first thing wrong with a request body, as plain data that each provider puts into its own words.
import type { z } from 'zod';

export interface RequestFault {
  readonly kind: 'unknown' | 'missing' | 'type' | 'value';
  readonly path: readonly (string | number)[];
  /** The type or the values that would have been right. */
  readonly expected: readonly string[];
  readonly got: unknown;
}

type Issue = z.core.$ZodIssue;

export function readBody<Schema extends z.ZodType>(
  schema: Schema,
  body: unknown,
): { readonly value: z.infer<Schema> } | { readonly fault: RequestFault } {
  const parsed = schema.safeParse(body);
  if (parsed.success) return { value: parsed.data };
  return { fault: toFault(findDeepest(parsed.error.issues), body) };
}

/** In a union the branch that got furthest is the one that was meant. */
function findDeepest(issues: readonly Issue[]): Issue {
  const [first] = issues.map(descend).sort((a, b) => b.path.length - a.path.length);
  if (first === undefined) throw new Error('A failed parse names no issue.');
  return first;
}

function descend(issue: Issue): Issue {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return issue;
  const inner = findDeepest(issue.errors.flat());
  return { ...inner, path: [...issue.path, ...inner.path] };
}

function toFault(issue: Issue, body: unknown): RequestFault {
  const path = issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part));
  if (issue.code === 'unrecognized_keys')
    return { kind: 'unknown', path: [...path, issue.keys[0] ?? ''], expected: [], got: undefined };
  const got = valueAt(body, path);
  if (got === undefined) return { kind: 'missing', path, expected: [], got };
  if (issue.code === 'invalid_type') return { kind: 'type', path, expected: [issue.expected], got };
  const expected = issue.code === 'invalid_value' ? issue.values.map(String) : [issue.message];
  return { kind: 'value', path, expected, got };
}

function valueAt(body: unknown, path: readonly (string | number)[]): unknown {
  let value = body;
  for (const part of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = Reflect.get(value, part);
  }
  return value;
}
