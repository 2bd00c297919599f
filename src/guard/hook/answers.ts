// The forms of an answer that several CLIs share.
import type { HookAnswer, HookOutcome } from './call.js';

export const NO_OPINION: HookAnswer = { exitCode: 0, stdout: '', stderr: '' };

/** Blocks in all of them: exit 2, a reason on stderr, nothing on stdout. */
export function block(reason: string): HookAnswer {
  return { exitCode: 2, stdout: '', stderr: `${reason.trim() || 'Blocked by AgentForge.'}\n` };
}

export function sayJson(value: unknown): HookAnswer {
  return { exitCode: 0, stdout: `${JSON.stringify(value)}\n`, stderr: '' };
}

type Objecting = Exclude<HookOutcome, { decision: 'allow' } | { decision: 'tell' }>;

/** One sentence that says what and why, and one that says what to do. */
export function describe({ guard, reason, hint }: Objecting): string {
  return `AgentForge (${guard}): ${reason.trim().replace(/[.]?$/, '.')} ${hint}`.trim();
}

/** Where a CLI cannot ask. */
export function denyInsteadOfAsking(outcome: Objecting): HookAnswer {
  return block(`${describe(outcome)} A person has to allow this: ask them to do it themselves.`);
}
