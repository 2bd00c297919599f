// The end of every hook: a call comes in as text, an answer goes out, and whatever goes wrong in between lets nothing pass that writes.
import path from 'node:path';
import { present } from '../../platform/index.js';
import type { GuardedAction } from '../contract.js';
import { block, NO_OPINION } from './answers.js';
import type { HookAnswer, HookCall, HookDialect } from './call.js';
import { DIALECTS } from './dialects/index.js';
import { toFields } from './fields.js';
import { handleCall, type Handled } from './handle-call.js';
import type { HookSurroundings } from './surroundings.js';
import { addRecord } from './spool.js';

export const MAX_INPUT_BYTES = 10_000_000;
const DEADLINE_MS = 5_000;

export async function runHook(text: string, surroundings: HookSurroundings): Promise<HookAnswer> {
  const started = process.hrtime.bigint();
  const call = readCall(text, surroundings.dialect);
  if (typeof call === 'string') return failClosed(surroundings.dialect, call);
  const rules = DIALECTS[call.dialect];
  try {
    const handled = await beforeDeadline(
      handleCall(call, surroundings),
      surroundings.deadlineMs ?? DEADLINE_MS,
    );
    tryRecord(call, handled, { surroundings, took: Number(process.hrtime.bigint() - started) / 1e6 });
    const answer = rules.answer(call, handled.outcome);
    return handled.note === undefined ? answer : { ...answer, stderr: `${answer.stderr}${handled.note}\n` };
  } catch (error) {
    return answerFailure(call, error instanceof Error ? error.message : String(error));
  }
}

/** A call, or why there is none. */
function readCall(text: string, dialect: HookDialect): HookCall | string {
  if (text.length > MAX_INPUT_BYTES) return 'the call is larger than 10 MB';
  try {
    const payload: unknown = JSON.parse(text);
    const call = DIALECTS[dialect].parse(toFields(payload));
    if (call.eventName === '') return 'the call names no event';
    // Whatever a tool call is called, it is judged as one.
    const asked: HookCall = call.event === 'other' && call.tool ? { ...call, event: 'pre-tool' } : call;
    return asked.event === 'pre-tool' && !asked.tool ? 'the call names no tool' : asked;
  } catch {
    return 'the call is not JSON';
  }
}

async function beforeDeadline<T>(work: Promise<T>, deadlineMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`it took longer than ${deadlineMs} ms`)), deadlineMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** A failure of ours is no verdict: it stops what writes, lets pass what reads, and never keeps an agent from stopping. */
function answerFailure(call: HookCall, why: string): HookAnswer {
  const isWriting = call.event === 'pre-tool' && call.tool?.mutates === true;
  return isWriting
    ? failClosed(call.dialect, why)
    : { ...NO_OPINION, stderr: `${describeFailure(call.dialect, why)}\n` };
}

export function failClosed(dialect: HookDialect, why: string): HookAnswer {
  return block(describeFailure(dialect, why));
}

function describeFailure(dialect: HookDialect, why: string): string {
  const reason = why.replace(/[\p{Cc}\s]+/gu, ' ').slice(0, 300);
  return `AgentForge's hook failed (${reason}): this is a failure of the hook, not a verdict; \`agentforge uninstall ${dialect}\` removes it.`;
}

const MAX_COMMAND_CHARS = 600;

/** A full disk is no reason to judge otherwise. */
function tryRecord(...what: Parameters<typeof record>): void {
  try {
    record(...what);
  } catch {
    return;
  }
}

function record(
  call: HookCall,
  { outcome, place, stateFolder, action, verdict, role }: Handled,
  { surroundings, took }: { surroundings: HookSurroundings; took: number },
): void {
  if (stateFolder === undefined || place === undefined) return;
  const objection = 'guard' in outcome ? outcome : undefined;
  addRecord(path.join(stateFolder, 'spool'), {
    at: new Date(surroundings.now()).toISOString(),
    dialect: call.dialect,
    event: call.event,
    session: call.session.slice(0, 80),
    paths: listPaths(action),
    verdict: verdict ?? (outcome.decision === 'tell' ? 'allow' : outcome.decision),
    ...present({ role, ...nameAction(call, action), guard: objection?.guard, reason: objection?.reason }),
    took: Math.round(took * 10) / 10,
  });
}

function nameAction(
  { tool }: HookCall,
  action: GuardedAction | undefined,
): Partial<Record<'tool' | 'name' | 'command', string | undefined>> {
  return {
    tool: action?.tool ?? tool?.kind,
    name: tool?.name,
    command: action?.shell?.command.slice(0, MAX_COMMAND_CHARS),
  };
}

function listPaths(action: GuardedAction | undefined): string[] {
  const written = action?.files.map((file) => file.path) ?? [];
  return [...new Set([...written, ...(action?.reads ?? [])])];
}
