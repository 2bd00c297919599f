// The text form of a reply: a block between marker lines that carry the task's nonce, so that nothing in a file or in tool
// output can be taken for an action.
import { Decision } from '../schema/index.js';

export interface ScriptedDecision {
  readonly action: string;
  readonly parameters?: Readonly<Record<string, unknown>> | undefined;
  readonly reasoning?: string | undefined;
  readonly notes?: readonly unknown[] | undefined;
}

export type ParsedReply =
  { readonly ok: true; readonly decision: Decision } | { readonly ok: false; readonly error: string };

/** How a text model is told to answer; part of the constant system message. */
export function describeFence(fence: string): string {
  return [
    'Reply with exactly one action, in a block of this form (marker lines stand alone, with exactly this code):',
    `@@action ${fence}`,
    '{"action": "NAME", "parameters": {…}}',
    `@@body ${fence} PARAMETER`,
    'raw text of that parameter, unescaped; as many bodies as needed, none if the JSON holds everything',
    `@@end ${fence}`,
    'Nested parameters are named with dots (edits.0.new). Reasoning before the block is recorded, never shown again. Optional in the JSON: "notes": [{"kind": "knowledge"|"decision", "text": "…"}] to remember for later steps.',
  ].join('\n');
}

export function renderReply(fence: string, decision: ScriptedDecision): string {
  const { reasoning, ...head } = decision;
  return `${reasoning ? `${reasoning}\n` : ''}@@action ${fence}\n${JSON.stringify({ parameters: {}, ...head })}\n@@end ${fence}\n`;
}

/** Strict: one block, known shape. The error says what to send instead. */
export function parseReply(text: string, fence: string): ParsedReply {
  const lines = text.split('\n').map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
  const starts = lines.flatMap((line, index) => (isMarker(line, 'action', fence) ? [index] : []));
  if (starts.length !== 1)
    return refuse(
      starts.length === 0
        ? `there is no line "@@action ${fence}"`
        : `there are ${starts.length} action blocks; send exactly one`,
    );
  const start = starts[0] ?? 0;
  const end = lines.findIndex((line, index) => index > start && isMarker(line, 'end', fence));
  if (end === -1) return refuse(`the block is not closed by a line "@@end ${fence}"`);
  const { head, bodies } = splitBlock(lines.slice(start + 1, end), fence);
  const parsed = parseJson(head);
  if (!parsed.ok) return refuse(`the JSON after "@@action ${fence}" does not parse (${parsed.error})`);
  const reasoning = lines.slice(0, start).join('\n').trim().slice(0, 20_000);
  return parseDecision(withBodies(parsed.value, bodies), reasoning);
}

/** A decision that came as data: a native tool call, or JSON handed to `step --reply`. */
export function parseDecision(value: unknown, reasoning = ''): ParsedReply {
  const decision = Decision.safeParse(value);
  if (!decision.success) {
    const issue = decision.error.issues[0];
    return refuse(`${issue?.path.join('.') || 'the JSON'}: ${issue?.message ?? 'has the wrong shape'}`);
  }
  return {
    ok: true,
    decision: reasoning && !decision.data.reasoning ? { ...decision.data, reasoning } : decision.data,
  };
}

function refuse(error: string): ParsedReply {
  return { ok: false, error: `The reply was not usable: ${error}.` };
}

function isMarker(line: string, kind: string, fence: string): boolean {
  return line.trimEnd() === `@@${kind} ${fence}`;
}

function splitBlock(lines: readonly string[], fence: string): { head: string; bodies: Map<string, string> } {
  const prefix = `@@body ${fence} `;
  const head: string[] = [];
  const bodies = new Map<string, string[]>();
  let current = head;
  for (const line of lines) {
    if (line.startsWith(prefix)) {
      current = [];
      bodies.set(line.slice(prefix.length).trim(), current);
    } else current.push(line);
  }
  return {
    head: head.join('\n'),
    bodies: new Map([...bodies].map(([name, body]) => [name, body.join('\n')])),
  };
}

function parseJson(text: string): { ok: true; value: unknown } | { ok: false; error: string } {
  try {
    return { ok: true, value: JSON.parse(text) as unknown };
  } catch (error) {
    return { ok: false, error: error instanceof Error ? error.message.slice(0, 120) : 'unknown' };
  }
}

function withBodies(value: unknown, bodies: ReadonlyMap<string, string>): unknown {
  if (bodies.size === 0 || !isRecord(value)) return value;
  const parameters = structuredClone(isRecord(value['parameters']) ? value['parameters'] : {});
  for (const [name, body] of bodies) setPath(parameters, name.split('.'), body);
  return { ...value, parameters };
}

/** Only own properties of plain data are followed, so that `__proto__` is a parameter name like any other. */
function setPath(target: Record<string, unknown>, keys: readonly string[], value: string): void {
  const [key, ...rest] = keys;
  if (key === undefined || key === '__proto__') return;
  if (rest.length === 0) {
    Object.defineProperty(target, key, { value, enumerable: true, writable: true, configurable: true });
    return;
  }
  const next = Object.hasOwn(target, key) ? target[key] : undefined;
  if (isRecord(next)) setPath(next, rest, value);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
