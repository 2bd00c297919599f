// Stages 7 and 8 of a step: apply the recorded edit set, measure, and keep it, take it back, or hold it open.
import { admitLoads } from './admit-loads.js';
import { allowanceOf } from './allowance.js';
import { applyEditSet, failpoint, fileHash } from '../platform/index.js';
import {
  AgentForgeError,
  type Act,
  type EventBody,
  type Fact,
  type PlannedEdit,
  type RecordedEdit,
  type Verification,
} from '../schema/index.js';
import { CAPS, clip, MAX_MUTATIONS_OPEN } from './caps.js';
import { mergeEdits, toInverseEdits } from './file-changes.js';
import { foldAhead } from './fold.js';
import { followEdits, showEdits } from './memory/index.js';
import { finishStep, type Finish } from './finish.js';
import { hasStepsOut } from './phases.js';
import { readChanges } from './read-changes.js';
import { readReply } from './read-reply.js';
import { startRevert, startUnwind } from './revert.js';
import type { TaskSession } from './session.js';
import { climbLadder, type Measured } from './verify.js';
import { findWorse, type Allowance } from './worse.js';

const MAX_SHOWN = 3;
/** Marks the one fact that a step leaves when it is taken back. */
export const REVERT_SOURCE = 'harness:revert';

/** Rolls the recorded act forward from wherever it stands: fresh, half applied before a crash, or already done. */
export async function carryOutAct(session: TaskSession, act: Act): Promise<void> {
  const images = await loadImages(session, act.edits);
  const outcome = applyEditSet({
    disk: session.runtime.workspace.disk,
    root: session.runtime.workspace.root,
    edits: act.edits,
    image: (hash) => images.get(hash) ?? missingImage(hash),
    assertHeld: () => session.assertHeld(),
  });
  failpoint('applied');
  if (!outcome.ok) return stopAtConflict(session, act, outcome.message);
  return act.kind === 'apply' ? judgeAct(session, act, images) : finishRevert(session, act);
}

async function loadImages(
  { runtime, task }: TaskSession,
  edits: readonly RecordedEdit[],
): Promise<Map<string, Uint8Array>> {
  const images = new Map<string, Uint8Array>();
  for (const hash of edits.flatMap(({ before, after }) => [before, after])) {
    if (hash !== null && !images.has(hash)) images.set(hash, await runtime.store.getBlob(task, hash));
  }
  return images;
}

function missingImage(hash: string): never {
  throw new AgentForgeError('journal_damaged', `The image ${hash.slice(0, 12)} of an edit is missing.`);
}

/** Someone else changed a file: nothing of theirs is overwritten, and a person decides. */
async function stopAtConflict(session: TaskSession, act: Act, message: string): Promise<void> {
  const { disk, root } = session.runtime.workspace;
  const inEffect =
    act.kind === 'apply' ? act.edits.filter(({ path, after }) => fileHash(disk, root, path) === after) : [];
  await finishStep(session, {
    ...(await describe(session, act)),
    result: 'failure',
    summary: message,
    edited: inEffect,
    mutates: true,
    workspace: await session.runtime.workspace.hash(Object.keys(mergeEdits(session.state.files, inEffect))),
    ends: { reason: 'file_changed', text: `${message} Should the task go on from what is there now?` },
  });
}

async function judgeAct(
  session: TaskSession,
  act: Act,
  images: ReadonlyMap<string, Uint8Array>,
): Promise<void> {
  const { state } = session;
  const before = state.verification;
  const allowance = allowanceOf(session, act.edits);
  const measured = await climbLadder(session, {
    touched: act.edits.filter(({ after }) => after !== null).map(({ path }) => path),
    changes: await readChanges(session, act.edits),
    full: false,
    before,
    allowance,
  });
  const why = before ? findWorse(before, measured.verification, allowance) : undefined;
  const mode = session.spec.worse ?? session.type.worse;
  if (why !== undefined && mode === 'revert') return startRevert(session, act, why, measured.errorOutput);
  if (mode === 'defer' && mustUnwind(session, measured.verification, allowance))
    return startUnwind(
      session,
      act,
      describeOverdue(session, why ?? 'the change set is worse than where it began'),
      measured.errorOutput,
    );
  return keep(
    session,
    act,
    measured,
    changeSetEvents(session, measured.verification, why, allowance),
    images,
  );
}

async function keep(
  session: TaskSession,
  act: Act,
  measured: Measured,
  after: readonly EventBody[],
  images: ReadonlyMap<string, Uint8Array>,
): Promise<void> {
  const planned = act.edits.map((edit): PlannedEdit => ({
    path: edit.path,
    before: textOf(images, edit.before),
    after: textOf(images, edit.after),
  }));
  const { verification, facts, retire, testOutput, errorOutput } = measured;
  await finishStep(session, {
    ...(await describe(session, act)),
    before: [...after.filter(({ type }) => type === 'change-set-opened'), ...showChanged(session, planned)],
    after: after.filter(({ type }) => type !== 'change-set-opened'),
    result: 'success',
    summary: act.summary,
    output: errorOutput ?? testOutput,
    observed: errorOutput === undefined || errorOutput === testOutput ? 'tests' : 'error',
    facts,
    retire,
    changed: Object.fromEntries(act.edits.map(({ path, after: hash }) => [path, hash ?? ''])),
    edited: act.edits,
    verification,
    workspace: verification.workspace,
    mutates: true,
  });
}

/** Windows follow the lines they are on, and the lines that changed get one; what showed them for a while need not any more. */
function showChanged(session: TaskSession, planned: readonly PlannedEdit[]): EventBody[] {
  const { state, step } = session;
  const followed = followEdits(state.memory, planned, step);
  const { memory } = foldAhead(state, followed);
  const loads = showEdits(memory, planned).slice(0, MAX_SHOWN);
  const doubled = memory.filter(
    ({ path, until, pinned }) => !pinned && until !== undefined && loads.some((load) => load.path === path),
  );
  return [
    ...followed,
    ...doubled.map(({ key }): EventBody => ({ type: 'context-cleared', step, key })),
    ...admitLoads(
      session,
      loads,
      memory.filter((item) => !doubled.includes(item)),
    ),
  ];
}

/** The first red action opens a change set; one that ends no worse than it began is closed. */
function changeSetEvents(
  { state, step }: TaskSession,
  now: Verification,
  why: string | undefined,
  allowance: Allowance,
): EventBody[] {
  const { changeSet } = state;
  if (!changeSet)
    return why === undefined || !state.verification
      ? []
      : [{ type: 'change-set-opened', step, origin: state.verification }];
  const open = findWorse(changeSet.origin, now, allowance);
  return open === undefined
    ? [{ type: 'change-set-closed', step, outcome: 'kept', why: 'no worse than where it began' }]
    : [];
}

/** At the end of the phase, or after eight changes, a set that is still worse than where it began is undone as a whole. */
function mustUnwind({ state, spec, type }: TaskSession, now: Verification, allowance: Allowance): boolean {
  const origin = state.changeSet?.origin ?? state.verification;
  if (!origin || findWorse(origin, now, allowance) === undefined) return false;
  const mutations = (state.changeSet?.mutations ?? 0) + 1;
  return mutations >= MAX_MUTATIONS_OPEN || hasStepsOut(type, { state, spec }, 1);
}

function describeOverdue({ state }: TaskSession, why: string): string {
  const mutations = (state.changeSet?.mutations ?? 0) + 1;
  return mutations >= MAX_MUTATIONS_OPEN
    ? `${why}, after ${mutations} changes since step ${state.changeSet?.openedAt ?? state.step}`
    : why;
}

/** The facts of a reverted step are gone with it; one is left, so that it is not tried again. */
async function finishRevert(session: TaskSession, act: Act): Promise<void> {
  const { state, runtime, step } = session;
  const { worse: why = 'it was worse', output } = state.open ?? {};
  const undone =
    act.kind === 'unwind'
      ? closeUndone(session, why)
      : { summary: `it was undone because ${why}`, edited: [] };
  await finishStep(session, {
    ...(await describe(session, act)),
    ...undone,
    result: 'reverted',
    output: output === undefined ? undefined : await session.readBlob(output),
    observed: 'error',
    facts: [triedFact(act, why, step)],
    mutates: true,
    // Of the files that are still changed afterwards: whoever looks next looks at those.
    workspace: await runtime.workspace.hash(Object.keys(mergeEdits(state.files, undone.edited))),
  });
}

/** After an unwound change set everything stands where the set began. */
function closeUndone(
  { state, step }: TaskSession,
  why: string,
): Pick<Finish, 'summary' | 'after' | 'verification'> & { readonly edited: RecordedEdit[] } {
  const summary = `the whole change set was undone because ${why}`;
  if (!state.changeSet) return { summary, edited: [] };
  return {
    summary,
    edited: toInverseEdits(state.changeSet.files),
    after: [{ type: 'change-set-closed', step, outcome: 'undone', why: clip(why, CAPS.summaryChars) }],
    verification: state.changeSet.origin,
  };
}

function triedFact(act: Act, why: string, step: number): Fact {
  const subject = act.target ?? act.action;
  return {
    id: `tried-${step}`,
    category: 'pattern',
    subject,
    statement: `Tried ${act.action} (${act.summary}), undone because ${why}`.slice(0, 400),
    confidence: 1,
    source: REVERT_SOURCE,
    scope: `tried:${step}`,
    step,
    data: { message: why.slice(0, 300) },
  };
}

async function describe(
  session: TaskSession,
  act: Act,
): Promise<Pick<Finish, 'action' | 'parameters' | 'target' | 'notes'>> {
  const parsed = await readReply(session);
  const { parameters, notes } = parsed.ok ? parsed.decision : { parameters: {}, notes: undefined };
  return { action: act.action, parameters, target: act.target, notes };
}

function textOf(images: ReadonlyMap<string, Uint8Array>, hash: string | null): string | null {
  const image = hash === null ? undefined : images.get(hash);
  return image ? Buffer.from(image).toString('utf8') : null;
}
