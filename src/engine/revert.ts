// Taking changes back: recorded first, carried out by the next stage, so that a crash in between changes nothing.
import { failpoint, invertEdits, present } from '../platform/index.js';
import type { Act } from '../schema/index.js';
import { allowanceOf } from './allowance.js';
import { CAPS, clip } from './caps.js';
import { mergeEdits, toInverseEdits } from './file-changes.js';
import { hasStepsOut } from './phases.js';
import type { TaskSession } from './session.js';
import { findWorse } from './worse.js';

/** One step goes back. */
export async function startRevert(
  session: TaskSession,
  act: Act,
  why: string,
  output?: string,
): Promise<void> {
  await recordRevert(session, { ...act, kind: 'revert', edits: invertEdits(act.edits) }, why, output);
}

/** The whole change set goes back, with the edits of this step. */
export async function startUnwind(
  session: TaskSession,
  act: Act,
  why: string,
  output?: string,
): Promise<void> {
  const files = mergeEdits(session.state.changeSet?.files ?? {}, act.edits);
  await recordRevert(session, { ...act, kind: 'unwind', edits: toInverseEdits(files) }, why, output);
}

/** A phase that ends on a step without a change must not leave its change set open. */
export async function closeOverdueSet(session: TaskSession): Promise<void> {
  const { state, spec, type, step } = session;
  const { changeSet, verification } = state;
  if (!changeSet || !verification || state.open || state.status !== 'running') return;
  if (!hasStepsOut(type, { state, spec })) return;
  const why = findWorse(changeSet.origin, verification, allowanceOf(session, []));
  const kept = {
    type: 'change-set-closed' as const,
    step,
    outcome: 'kept' as const,
    why: 'no worse than where it began',
  };
  if (why === undefined) return session.append([kept], { durable: true });
  const act: Act = {
    kind: 'unwind',
    action: 'end_phase',
    summary: `phase ${state.phase.name} ended`,
    edits: [],
  };
  await startUnwind(session, act, `phase ${state.phase.name} ended and ${why}`);
}

async function recordRevert(session: TaskSession, act: Act, why: string, printed?: string): Promise<void> {
  const output = printed === undefined ? undefined : await session.putText(printed);
  const { step } = session;
  await session.append(
    [{ type: 'reverted', step, why: clip(why, CAPS.errorChars), act, ...present({ output }) }],
    { durable: true },
  );
  failpoint('reverted');
}
