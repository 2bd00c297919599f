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

/** How every complaint about the form of a reply begins. */
export const UNUSABLE = 'The reply was not usable:';

/** How a text model is told to answer; part of the constant system message. */
export function describeFence(fence: string): string {
  return [
    'Reply with exactly one action, in a block of this form (marker lines stand alone, with exactly this code):',
    `@@action ${fence}`,
    '{"action": "NAME", "parameters": {…}}',
    `@@body ${fence} PARAMETER`,
    'raw text of that parameter, unescaped, up to the line before the next marker (a `text` is whole lines, empty ones at its end too); as many bodies as needed, or none',
    `@@end ${fence}`,
    'Nested parameters are named with dots (edits.0.new). Reasoning before the block is recorded, never shown again. Optional beside "parameters": "notes": [{"kind": "knowledge"|"decision", "text": "…"}], shown in later steps.',
  ].join('\n');
}

export function renderReply(fence: string, decision: ScriptedDecision): string {
  const { action, parameters = {}, notes, reasoning } = decision;
  return `${reasoning ? `${reasoning}\n` : ''}@@action ${fence}\n${JSON.stringify({ action, parameters, notes })}\n@@end ${fence}\n`;
}

/** Strict: one block, known shape. The error says what to send instead. */
export function parseReply(text: string, fence: string): ParsedReply {
  const lines = text.split('\n').map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
  const starts = lines.flatMap((line, index) => (isMarker(line, 'action', fence) ? [index] : []));
  if (starts.length !== 1)
    return refuse(
      starts.length === 0
        ? explainMissing(text, fence)
        : `there are ${starts.length} action blocks; send exactly one`,
    );
  const start = starts[0] ?? 0;
  const end = lines.findIndex((line, index) => index > start && isMarker(line, 'end', fence));
  if (end === -1) return refuse(`the block is not closed by a line "@@end ${fence}"`);
  const { head, bodies } = splitBlock(lines.slice(start + 1, end), fence);
  const parsed = parseJson(head);
  if (!parsed.ok) return refuse(`the JSON after "@@action ${fence}" does not parse (${parsed.error})`);
  if (isTooDeep(parsed.value)) return refuse(TOO_DEEP);
  const misplaced = placeBodies(parsed.value, bodies);
  if (misplaced !== undefined) return refuse(misplaced);
  const reasoning = lines.slice(0, start).join('\n').trim().slice(0, 20_000);
  return parseDecision(parsed.value, reasoning);
}

/** Whoever sends JSON alone wants to hear about the JSON. */
function explainMissing(text: string, fence: string): string {
  const parsed = text.trimStart().startsWith('{') ? parseJson(text) : undefined;
  const faulty = parsed?.ok === false ? `it begins like JSON but does not parse (${parsed.error}), and ` : '';
  return `${faulty}there is no line "@@action ${fence}"`;
}

/** A decision that came as data: a native tool call, or JSON handed to `step --reply`. */
export function parseDecision(value: unknown, reasoning = ''): ParsedReply {
  if (isTooDeep(value)) return refuse(TOO_DEEP);
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
  return { ok: false, error: `${UNUSABLE} ${error}.` };
}

function isMarker(line: string, kind: string, fence: string): boolean {
  return line.trimEnd() === `@@${kind} ${fence}`;
}

interface Body {
  readonly name: string;
  readonly lines: string[];
}

function splitBlock(lines: readonly string[], fence: string): { head: string; bodies: Body[] } {
  const prefix = `@@body ${fence} `;
  const head: string[] = [];
  const bodies: Body[] = [];
  let current = head;
  for (const line of lines) {
    if (line.startsWith(prefix)) {
      current = [];
      bodies.push({ name: line.slice(prefix.length).trim(), lines: current });
    } else current.push(line);
  }
  return { head: head.join('\n'), bodies };
}

function parseJson(text: string): { ok: true; value: unknown } | { ok: false; error: string } {
  try {
    return { ok: true, value: JSON.parse(text) as unknown };
  } catch (error) {
    return { ok: false, error: error instanceof Error ? error.message.slice(0, 120) : 'unknown' };
  }
}

const MAX_DEPTH = 40;
const TOO_DEEP = `the JSON is nested more than ${MAX_DEPTH} levels deep`;

/** Level by level, because recursion is what data this deep would break. */
function isTooDeep(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return true;
    level = level.flatMap((item) => (isRecord(item) ? Object.values(item) : []));
  }
  return false;
}

/** Puts each body where its name says; otherwise says why it cannot. A head that is no object is left to the shape check. */
function placeBodies(head: unknown, bodies: readonly Body[]): string | undefined {
  if (bodies.length === 0 || !isRecord(head)) return undefined;
  if (!Object.hasOwn(head, 'parameters')) head['parameters'] = {};
  const seen = new Set<string>();
  for (const { name, lines } of bodies) {
    if (seen.has(name)) return `there are two bodies named ${JSON.stringify(name.slice(0, 60))}`;
    seen.add(name);
    const keys = name.split('.');
    if (!setPath(head['parameters'], keys, joinBody(lines, keys.at(-1))))
      return `the body ${JSON.stringify(name.slice(0, 60))} has no place in the parameters`;
  }
  return undefined;
}

/** A `text` is made of whole lines; anything else is a piece of text that may end inside a line. */
function joinBody(lines: readonly string[], parameter: string | undefined): string {
  return parameter === 'text' ? lines.map((line) => `${line}\n`).join('') : lines.join('\n');
}

/** Only own properties of plain data are followed; a body can add a parameter to an object, but no item to a list. */
function setPath(target: unknown, keys: readonly string[], value: string): boolean {
  const [key = '', ...rest] = keys;
  if (!isRecord(target) || key === '__proto__') return false;
  if (Array.isArray(target) && !(/^\d+$/.test(key) && Object.hasOwn(target, key))) return false;
  if (rest.length > 0) return Object.hasOwn(target, key) && setPath(target[key], rest, value);
  target[key] = value;
  return true;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
