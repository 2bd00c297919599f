// The actions as native tools: one list for a task type, as small as a schema can be said.
import type { ActionSchema } from './contract.js';
import { countTokens } from './token-count.js';

export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

/** How a model with native calls is told to answer; part of the constant system message. */
export const CALL_FORMAT =
  'Reply with exactly one tool call; it is your action. Reasoning before it is recorded, never shown again.';

/** Limits of lengths and ranges are left out: every call is checked against the whole schema anyway, and each step pays for the list. */
export function listTools(actions: readonly ActionSchema[]): Tool[] {
  return actions.map(({ name, description, parameters }) => ({
    name,
    description,
    inputSchema: { type: 'object', properties: {}, ...slim(parameters) },
  }));
}

export function countTools(actions: readonly ActionSchema[]): number {
  return countTokens(JSON.stringify(listTools(actions)));
}

type Schema = Readonly<Record<string, unknown>>;

const KEPT = ['type', 'enum', 'const', 'description', 'required'] as const;

function slim(schema: Schema): Schema {
  const variants = [schema['oneOf'] ?? schema['anyOf']].flat().filter(isSchema);
  if (variants.length > 0)
    return variants.every(isObject) ? mergeVariants(variants) : { anyOf: variants.map(slim) };
  const kept = KEPT.flatMap((key) => (schema[key] === undefined ? [] : [[key, schema[key]] as const]));
  const { properties, items } = schema;
  return {
    ...Object.fromEntries(kept),
    ...(isSchema(properties) ? { properties: slimEach(properties) } : {}),
    ...(isSchema(items) ? { items: slim(items) } : {}),
  };
}

/** Names of properties are not keywords, whatever they are. */
function slimEach(properties: Schema): Schema {
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, isSchema(schema) ? slim(schema) : schema]),
  );
}

/** One object with the properties of all of them: which ones go together is for the check to say. */
function mergeVariants(variants: readonly Schema[]): Schema {
  const merged: Record<string, Schema> = {};
  for (const { properties } of variants)
    for (const [name, schema] of Object.entries(isSchema(properties) ? properties : {}))
      if (isSchema(schema)) merged[name] = joinConstants(merged[name], slim(schema));
  const required = variants.map((variant) => [variant['required'] ?? []].flat());
  const always = required[0]?.filter((name) => required.every((names) => names.includes(name))) ?? [];
  return { type: 'object', properties: merged, required: always };
}

function joinConstants(known: Schema | undefined, schema: Schema): Schema {
  if (schema['const'] === undefined) return known ?? schema;
  const values = [...[known?.['enum'] ?? []].flat(), schema['const']];
  return { type: 'string', enum: values };
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isObject(schema: Schema): boolean {
  return schema['type'] === 'object';
}
