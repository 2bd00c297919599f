// Stage 6 of a step: read the reply strictly, plan the action purely, guard the plan, and hand it on.
import type { z } from 'zod';
import type { GuardedAction, Objection } from '../guard/index.js';
import type { ParsedReply } from '../model/index.js';
import { AgentForgeError, type Decision } from '../schema/index.js';
import { createActionView } from './action-view.js';
import type { Action, Intent } from './actions/index.js';
import { describeAvailability } from './context/index.js';
import { execute, type Decided } from './execute.js';
import { finishStep } from './finish.js';
import { judge } from './judge.js';
import { actionSignature } from './loops/index.js';
import { readReply } from './read-reply.js';
import type { TaskSession } from './session.js';

export async function decide(session: TaskSession): Promise<void> {
  const examined = await examine(session, await readReply(session));
  if ('error' in examined) return reject(session, examined.error);
  if ('objection' in examined) return block(session, examined);
  return execute(session, examined);
}

/** Not usable, refused, or planned and allowed. */
export type Examined = { readonly error: string } | Blocked | Decided;

interface Blocked {
  readonly decision: Decision;
  readonly objection: Objection;
  readonly judged?: GuardedAction;
}

/** What is to become of a reply; nothing happens yet. */
export async function examine(session: TaskSession, parsed: ParsedReply): Promise<Examined> {
  if (!parsed.ok) return parsed;
  const { decision } = parsed;
  const valid = validate(session, decision);
  if (!valid.ok) return valid;
  if (session.state.loop.blocked.includes(actionSignature(decision.action, decision.parameters)))
    return { decision, objection: LOOP_OBJECTION };
  const intent = await plan(session, valid.action, decision);
  const judged = toGuarded(session, decision, intent);
  const objection = judge(session, session.state, judged);
  return objection ? { decision, objection, judged } : { decision, action: valid.action, intent };
}

/** A planner that breaks fails its step: the reply is on record, so that throwing on would stop every resume as well. */
async function plan(session: TaskSession, action: Action, { parameters }: Decision): Promise<Intent> {
  try {
    return await action.plan(parameters, createActionView(session));
  } catch (error) {
    if (error instanceof AgentForgeError) throw error;
    const why = error instanceof Error ? error.message : String(error);
    return { kind: 'fail', message: `${action.name} could not be planned: ${why.slice(0, 200)}` };
  }
}

type Valid = { readonly ok: true; readonly action: Action } | { readonly ok: false; readonly error: string };

function validate(session: TaskSession, { action: name, parameters }: Decision): Valid {
  const { allowed, blocked } = describeAvailability(session);
  const action = session.runtime.actions.find((one) => one.name === name);
  if (!action || !(allowed.includes(name) || isEarlyCompletion(session, name))) {
    const why = blocked.find((one) => one.action === name)?.why ?? explainAbsence(session, name);
    return {
      ok: false,
      error: `${JSON.stringify(name)} is not ${action ? `allowed: ${why}` : 'an action'}. Allowed now: ${allowed.join(', ')}.`,
    };
  }
  const checked = action.parameters.safeParse(parameters);
  if (checked.success) return { ok: true, action };
  const issues = checked.error.issues.slice(0, 3).map(describeIssue);
  return { ok: false, error: `The parameters of ${name} are wrong: ${issues.join('; ')}.` };
}

function describeIssue(issue: z.core.$ZodIssue): string {
  const name = issue.path.join('.') || 'parameters';
  if (issue.code === 'unrecognized_keys') return `there is no ${issue.keys.join(', ')}`;
  return issue.message.endsWith('received undefined') ? `${name} is missing` : `${name}: ${issue.message}`;
}

/** The phase would allow it, but the task has no tests, checks or commands for it. */
function explainAbsence({ type, state: { phase } }: TaskSession, name: string): string {
  return type.phases[phase.name]?.actions.includes(name)
    ? 'this task has nothing for it to run'
    : `not in phase ${phase.name}`;
}

/** Asking to complete too early is an answer that deserves its evidence, not a malformed reply. */
function isEarlyCompletion({ type, state }: TaskSession, name: string): boolean {
  return name === 'complete' && type.phases[state.phase.name]?.actions.includes(name) === true;
}

/** The first wrong reply gets one retry that shows the error; the second ends the step. */
async function reject(session: TaskSession, error: string): Promise<void> {
  const { step = session.state.step, attempt = 0 } = session.state.open ?? {};
  const rejected = { type: 'reply-rejected' as const, step, attempt, error: error.slice(0, 1_000) };
  if (attempt === 0) return session.append([rejected], { durable: true });
  return finishStep(session, {
    before: [rejected],
    action: 'reply',
    parameters: {},
    result: 'rejected',
    summary: error,
  });
}

const LOOP_OBJECTION: Objection = {
  decision: 'deny',
  guard: 'loop',
  reason:
    'this action with these parameters was repeated without effect and is refused until there is progress',
  hint: 'Do something different; see the suggestions.',
};

async function block(session: TaskSession, { decision, objection, judged }: Blocked): Promise<void> {
  const { action, parameters } = decision;
  const { guard, reason, hint } = objection;
  const step = session.state.open?.step ?? session.state.step;
  const question = `The agent wants to ${action}: ${reason.replace(/\.$/, '')}. Allow it? (yes / no)`;
  await finishStep(session, {
    before: [{ type: 'action-blocked', step, action, guard, reason, hint }],
    action,
    parameters,
    result: 'blocked',
    judged,
    summary: `${guard}: ${reason.replace(/\.$/, '')}. ${hint}`,
    ...(objection.decision === 'ask' ? { ends: { reason: 'approval', text: question } } : {}),
  });
}

function toGuarded({ runtime }: TaskSession, { action }: Decision, intent: Intent): GuardedAction {
  if (intent.kind === 'edit') return { tool: 'edit', name: action, files: intent.edits };
  if (intent.kind === 'command')
    return {
      tool: 'command',
      name: action,
      files: [],
      argv: runtime.config.commands[intent.name]?.command ?? [],
    };
  return { tool: intent.kind === 'look' ? 'read' : 'note', name: action, files: [] };
}
