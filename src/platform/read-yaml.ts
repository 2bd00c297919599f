// Files that people write: parsed, checked against their shape, and explained in one sentence when they are wrong.
import { parse } from 'yaml';
import type { z } from 'zod';
import { AgentForgeError, type ErrorCode } from '../schema/index.js';

/** `name` is where the text came from, for messages. */
export function parseYaml<T>(text: string, shape: z.ZodType<T>, name: string, code: ErrorCode): T {
  return parseShape(readYaml(text, name, code) ?? {}, shape, name, code);
}

/** The same for data that is parsed already. */
export function parseShape<T>(value: unknown, shape: z.ZodType<T>, name: string, code: ErrorCode): T {
  const parsed = shape.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new AgentForgeError(code, `${name}: ${describeIssues(parsed.error.issues)}.`);
}

export function readYaml(text: string, name: string, code: ErrorCode): unknown {
  try {
    return parse(text);
  } catch (cause) {
    const why = cause instanceof Error ? (cause.message.split('\n', 1)[0] ?? '').replace(/:$/, '') : '';
    throw new AgentForgeError(code, `${name} is not valid YAML: ${why}.`, { cause });
  }
}

/** A key that does not exist is usually why another is missing, so it is named first. */
function describeIssues(issues: readonly z.core.$ZodIssue[]): string {
  const issue = issues.find(({ code }) => code === 'unrecognized_keys') ?? issues[0];
  if (!issue) return 'it has the wrong shape';
  const place = issue.path.join('.');
  if (issue.code === 'unrecognized_keys') {
    return `${issue.keys.map((key) => `\`${key}\``).join(', ')} ${place === '' ? 'is no key here' : `is no key of \`${place}\``}${describeMissing(issues)}`;
  }
  if (issue.code === 'invalid_type' && /received undefined/.test(issue.message))
    return `\`${place}\` is missing`;
  if (issue.code === 'invalid_type')
    return `${place === '' ? 'the file' : `\`${place}\``} must be ${article(issue.expected)}`;
  return `${place === '' ? 'it' : `\`${place}\``}: ${issue.message}`;
}

function describeMissing(issues: readonly z.core.$ZodIssue[]): string {
  const missing = issues.find(({ message }) => /received undefined/.test(message));
  return missing ? `, and \`${missing.path.join('.')}\` is missing` : '';
}

function article(expected: string): string {
  const names: Record<string, string> = {
    object: 'a mapping (key: value)',
    array: 'a list',
    string: 'a text',
    number: 'a number',
    boolean: 'true or false',
  };
  return names[expected] ?? expected;
}
