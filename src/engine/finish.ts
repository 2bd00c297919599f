// Stage 9 and 10 of a step: record the result with everything that follows from it, then refresh the views.
import type { GuardedAction } from '../guard/index.js';
import { failpoint } from '../platform/index.js';
import type {
  EventBody,
  Fact,
  Handover,
  Note,
  RecordedEdit,
  StepResult,
  Verification,
} from '../schema/index.js';
import { CAPS, clip } from './caps.js';
import { foldAhead } from './fold.js';
import { digestContent, toLoopRecord } from './loops/index.js';
import type { TaskSession } from './session.js';
import { settleAll } from './settle.js';
import { findWorse } from './worse.js';

export interface Finish {
  readonly action: string;
  readonly parameters: unknown;
  readonly target?: string | undefined;
  readonly result: StepResult;
  readonly summary: string;
  /** What came back, in full; stored as a blob. */
  readonly output?: string | undefined;
  readonly observed?: 'tests' | 'error' | undefined;
  /** Texts that were looked at, for telling new content from known. */
  readonly seen?: readonly string[] | undefined;
  readonly facts?: readonly Fact[] | undefined;
  readonly retire?: readonly string[] | undefined;
  readonly changed?: Readonly<Record<string, string>> | undefined;
  readonly edited?: readonly RecordedEdit[] | undefined;
  readonly verification?: Verification | undefined;
  readonly workspace?: string | undefined;
  readonly mutates?: boolean;
  readonly repeatable?: boolean;
  readonly measures?: boolean;
  readonly plan?: readonly string[] | undefined;
  readonly notes?: readonly Note[] | undefined;
  readonly ends?: Handover | undefined;
  /** What the guards were shown, when they objected; kept for replay. */
  readonly judged?: GuardedAction | undefined;
  /** Recorded in the same write, before and after the step itself. */
  readonly before?: readonly EventBody[] | undefined;
  readonly after?: readonly EventBody[] | undefined;
}

export async function finishStep(session: TaskSession, finish: Finish): Promise<void> {
  const { type, spec, task, runtime } = session;
  const observation =
    finish.output === undefined
      ? undefined
      : await runtime.store.putBlob(task, session.redactor.redact(finish.output));
  const step = session.state.open?.step ?? session.state.step;
  await session.saveStep(step, 'result', { step, facts: session.takeFactInputs(), judged: finish.judged });
  const bodies = [
    ...(finish.before ?? []),
    toStepFinished(session, finish, observation),
    ...(finish.after ?? []),
  ];
  const consequences = settleAll(type, { spec, state: foldAhead(session.state, bodies) });
  await session.append([...bodies, ...consequences], { durable: true });
  failpoint('finished');
  await saveOutputs(session, consequences);
  await session.refreshViews();
}

function toStepFinished(session: TaskSession, finish: Finish, observation: string | undefined): EventBody {
  const { state, runtime } = session;
  const step = state.open?.step ?? state.step;
  const target = finish.target === undefined ? {} : { target: clip(finish.target, CAPS.summaryChars) };
  return {
    type: 'step-finished',
    step,
    action: finish.action,
    ...target,
    result: finish.result,
    summary: clip(finish.summary.replace(/\s+/g, ' '), CAPS.summaryChars),
    ...(observation === undefined ? {} : { observation }),
    ...(finish.observed === undefined ? {} : { observed: finish.observed }),
    facts: [...(finish.facts ?? [])].slice(0, CAPS.facts),
    retire: [...new Set(finish.retire ?? [])],
    ...(finish.changed ? { changed: finish.changed } : {}),
    ...(finish.edited ? { edited: [...finish.edited] } : {}),
    ...(finish.verification ? { verification: finish.verification } : {}),
    ...(finish.workspace === undefined ? {} : { workspace: finish.workspace }),
    record: toRecord(session, finish, step),
    contents: (finish.seen ?? []).map(digestContent),
    points: countPoints(state.verification, finish),
    ...(finish.plan ? { plan: [...finish.plan] } : {}),
    ...(finish.notes ? { notes: [...finish.notes] } : {}),
    ...(finish.ends ? { ends: { ...finish.ends, text: clip(finish.ends.text, 2_000) } } : {}),
    durationMs: Math.max(0, runtime.clock.now() - session.stepStartedAt()),
  };
}

function toRecord(session: TaskSession, finish: Finish, step: number): ReturnType<typeof toLoopRecord> {
  const { state } = session;
  const failed = finish.result !== 'success' && finish.result !== 'partial';
  const worse =
    finish.verification && state.verification
      ? findWorse(state.verification, finish.verification, { mayFail: () => false, baseline: state.baseline })
      : undefined;
  return toLoopRecord({
    step,
    action: finish.action,
    parameters: finish.parameters,
    target: finish.target,
    observation: finish.seen?.join('\n') ?? finish.output ?? finish.summary,
    failed,
    measures: finish.measures,
    ...(failed ? { errorText: finish.summary } : {}),
    workspace: finish.workspace ?? state.workspace,
    // Inside an open change set a new workspace alone is progress.
    checksWorse:
      worse !== undefined &&
      !state.changeSet &&
      !finish.after?.some(({ type }) => type === 'change-set-opened'),
    mutates: finish.mutates ?? false,
    repeatable: finish.repeatable ?? false,
    seen: { workspaces: new Set(state.seenWorkspaces), contents: new Set(state.seenContents) },
  });
}

/** Kept changes only: an edit 1, fewer findings 2, a check that now passes 3. */
function countPoints(before: Verification | undefined, { edited, result, verification }: Finish): number {
  if (result !== 'success' || !edited?.length) return 0;
  if (!before || !verification) return 1;
  const failing = (one: Verification): number =>
    one.checks.filter(({ passing }) => !passing).length + (one.tests?.failed ?? 0);
  const passed = verification.checks.some(
    (check) => check.passing && before.checks.find(({ id }) => id === check.id)?.passing === false,
  );
  return 1 + (failing(verification) < failing(before) ? 2 : 0) + (passed ? 3 : 0);
}

/** The verified outputs of a phase, as an artifact for people. */
async function saveOutputs(
  { runtime, task, state }: TaskSession,
  consequences: readonly EventBody[],
): Promise<void> {
  for (const body of consequences) {
    if (body.type !== 'phase-changed' && body.type !== 'completed') continue;
    const phase = body.type === 'phase-changed' ? body.from : state.phase.name;
    await runtime.store.saveArtifact(task, 'outputs', phase, {
      phase,
      step: state.step,
      files: state.files,
      verification: state.verification,
    });
  }
}
