// Stage 6 of a step: read the reply strictly, plan the action purely, guard the plan, and hand it on.
import { evaluate, type GuardedAction, type Objection } from '../guard/index.js';
import type { Decision } from '../schema/index.js';
import { createActionView } from './action-view.js';
import type { Action, Intent } from './actions/index.js';
import { describeAvailability } from './context/index.js';
import { execute } from './execute.js';
import { finishStep } from './finish.js';
import { createGuardView } from './guard-view.js';
import { actionSignature } from './loops/index.js';
import { readReply } from './read-reply.js';
import type { TaskSession } from './session.js';

export async function decide(session: TaskSession): Promise<void> {
  const parsed = await readReply(session);
  if (!parsed.ok) return reject(session, parsed.error);
  const { decision } = parsed;
  const valid = validate(session, decision);
  if (!valid.ok) return reject(session, valid.error);
  if (session.state.loop.blocked.includes(actionSignature(decision.action, decision.parameters)))
    return block(session, decision, LOOP_OBJECTION);
  const intent = await valid.action.plan(decision.parameters, createActionView(session));
  const judged = toGuarded(session, decision, intent);
  const objection = judge(session, judged);
  if (objection) return block(session, decision, objection, judged);
  return execute(session, { decision, action: valid.action, intent });
}

type Valid = { readonly ok: true; readonly action: Action } | { readonly ok: false; readonly error: string };

function validate(session: TaskSession, { action: name, parameters }: Decision): Valid {
  const { allowed, blocked } = describeAvailability(session, createActionView(session));
  const action = session.runtime.actions.find((one) => one.name === name);
  if (!action || !allowed.includes(name)) {
    const why = blocked.find((one) => one.action === name)?.why;
    // Asking to complete too early is an answer that deserves its evidence, not a malformed reply.
    if (
      action &&
      name === 'complete' &&
      session.type.phases[session.state.phase.name]?.actions.includes(name)
    )
      return { ok: true, action };
    return {
      ok: false,
      error: `${JSON.stringify(name)} ${why === undefined ? 'is not an action' : `is not allowed: ${why}`}. Allowed now: ${allowed.join(', ')}.`,
    };
  }
  const checked = action.parameters.safeParse(parameters);
  if (checked.success) return { ok: true, action };
  const issues = checked.error.issues
    .slice(0, 3)
    .map(({ path, message }) => `${path.join('.') || 'parameters'}: ${message}`);
  return { ok: false, error: `The parameters of ${name} are wrong: ${issues.join('; ')}.` };
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

async function block(
  session: TaskSession,
  { action, parameters }: Decision,
  objection: Objection,
  judged?: GuardedAction,
): Promise<void> {
  const { guard, reason, hint } = objection;
  const step = session.state.open?.step ?? session.state.step;
  const question = `The agent wants to ${action}: ${reason}. Allow it? (yes / no)`;
  await finishStep(session, {
    before: [{ type: 'action-blocked', step, action, guard, reason, hint }],
    action,
    parameters,
    result: 'blocked',
    judged,
    summary: `${guard}: ${reason}. ${hint}`,
    ...(objection.decision === 'ask' ? { ends: { reason: 'approval', text: question } } : {}),
  });
}

/** A guard judges the plan, with before and after known, not the request. */
function judge({ runtime, state, spec }: TaskSession, action: GuardedAction): Objection | undefined {
  const view = createGuardView({
    state,
    spec,
    commands: runtime.config.commands,
    refuseWrite: runtime.workspace.refuseWrite,
  });
  const { verdict } = evaluate(action, view, runtime.guards);
  return verdict.decision === 'allow' ? undefined : verdict;
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
