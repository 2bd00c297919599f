// Stages 9 and 10 of a step: record the result with everything that follows from it, then refresh the views.
import type { GuardedAction } from '../guard/index.js';
import { failpoint, present } from '../platform/index.js';
import type {
  CheckVerdict,
  DrawnNames,
  EventBody,
  Fact,
  Handover,
  LoopRecord,
  Note,
  RecordedEdit,
  StepResult,
  Verification,
} from '../schema/index.js';
import { allowanceOf } from './allowance.js';
import { CAPS, clip, fitting } from './caps.js';
import { foldAhead } from './fold.js';
import { isFailedRun } from './fold-step.js';
import { drawNames } from './memory/names.js';
import { mapStrings } from './map-strings.js';
import { digestContent, toLoopRecord } from './loops/index.js';
import type { TaskSession } from './session.js';
import { settleAll } from './settle.js';
import { findWorse } from './worse.js';

const MAX_HANDOVER_CHARS = 2_000;

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
  /** What was looked at is what a tool printed. */
  readonly printed?: boolean | undefined;
  readonly facts?: readonly Fact[] | undefined;
  readonly retire?: readonly string[] | undefined;
  readonly changed?: Record<string, string> | undefined;
  readonly edited?: readonly RecordedEdit[] | undefined;
  readonly verification?: Verification | undefined;
  readonly workspace?: string | undefined;
  readonly mutates?: boolean;
  readonly repeatable?: boolean;
  /** A test run or a check: its failure is an answer. */
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
  const { type, spec, step } = session;
  const observation = finish.output === undefined ? undefined : await session.putText(finish.output);
  await session.saveStep(step, 'result', { step, facts: session.takeFactInputs(), judged: finish.judged });
  const bodies = [
    ...(finish.before ?? []),
    ...refreshLoaded(session, finish, observation),
    { ...toStepFinished(session, finish, observation), names: drawFrom(session, finish) },
    ...(finish.after ?? []),
  ];
  const consequences = settleAll(type, { spec, state: foldAhead(session.state, bodies) });
  await session.append([...bodies, ...consequences], { durable: true });
  failpoint('finished');
  await saveOutputs(session, consequences);
  failpoint('settled');
  await session.refreshViews();
}

/** Without secrets before they are taken apart: a piece of one would not be known for what it is. */
function drawFrom(
  { redactor, runtime }: TaskSession,
  { parameters, printed, seen = [] }: Finish,
): DrawnNames {
  const done: string[] = [];
  mapStrings(parameters, (text, role) => {
    if (role !== 'name') done.push(redactor.redact(text));
    return text;
  });
  const shown = redactor.redact(printed ? '' : seen.join('\n')).replaceAll(`${runtime.workspace.root}/`, '');
  return drawNames(done.join('\n'), shown);
}

const LOADED_OUTPUT = { tests: 'test_output', error: 'error_details' } as const;

/** A loaded output never shows yesterday's run. */
function refreshLoaded({ state, step }: TaskSession, finish: Finish, blob: string | undefined): EventBody[] {
  const { observed } = finish;
  if (observed === undefined || blob === undefined) return [];
  const keys: readonly string[] = [
    LOADED_OUTPUT[observed],
    ...(isFailedRun(finish) ? [LOADED_OUTPUT.error] : []),
  ];
  return state.memory
    .filter(({ key }) => keys.includes(key))
    .map((item) => ({ type: 'context-loaded', step, item: { ...item, step, blob } }));
}

function toStepFinished(session: TaskSession, finish: Finish, observation: string | undefined): EventBody {
  const { state, runtime, step } = session;
  const { action, result, observed, changed, verification, workspace, edited, plan, notes, ends } = finish;
  const record = toRecord(session, finish);
  return {
    type: 'step-finished',
    step,
    action,
    result,
    summary: clip(finish.summary.replace(/\s+/g, ' '), CAPS.summaryChars),
    facts: fitting((finish.facts ?? []).slice(0, CAPS.facts), CAPS.factBytes),
    retire: [...new Set(finish.retire)],
    record,
    contents: [...new Set([...(finish.seen ?? []).map(digestContent), ...contentOf(record)])],
    points: countPoints(state.verification, finish),
    durationMs: Math.max(0, runtime.clock.now() - session.stepStartedAtMs),
    ...present({
      target: finish.target === undefined ? undefined : clip(finish.target, CAPS.summaryChars),
      observation,
      observed,
      changed,
      edited: edited && [...edited],
      verification,
      workspace,
      plan: plan && [...plan],
      notes: notes && [...notes],
      ends: ends && { ...ends, text: clip(ends.text, MAX_HANDOVER_CHARS) },
    }),
  };
}

function contentOf({ content }: LoopRecord): string[] {
  return content === undefined ? [] : [content];
}

function toRecord(session: TaskSession, finish: Finish): LoopRecord {
  const { state } = session;
  const failed = finish.result !== 'success' && finish.result !== 'partial';
  const observation = finish.seen?.join('\n') ?? finish.output ?? finish.summary;
  const known = new Set(state.seenContents);
  if (showsNothingNew(finish, known)) known.add(digestContent(observation));
  return toLoopRecord({
    step: session.step,
    action: finish.action,
    parameters: finish.parameters,
    target: finish.target,
    observation,
    failed,
    measures: finish.measures,
    errorText: failed ? finish.summary : undefined,
    workspace: finish.workspace ?? state.workspace,
    checksWorse: isWorse(session, finish),
    mutates: finish.mutates ?? false,
    repeatable: finish.repeatable ?? false,
    seen: { workspaces: new Set(state.seenWorkspaces), contents: known },
  });
}

/** Every text was read before, or there was nothing to read at all. */
function showsNothingNew({ seen = [], output }: Finish, known: ReadonlySet<string>): boolean {
  return output === undefined && seen.every((text) => known.has(digestContent(text)));
}

/** Inside an open change set a new workspace alone is progress. */
function isWorse(session: TaskSession, { verification, before, edited = [] }: Finish): boolean {
  const { state } = session;
  const isOpen =
    state.changeSet !== undefined || before?.some(({ type }) => type === 'change-set-opened') === true;
  if (isOpen || !verification || !state.verification) return false;
  return findWorse(state.verification, verification, allowanceOf(session, edited)) !== undefined;
}

/** Kept changes only: an edit 1, fewer findings 2, a check that now passes 3. */
function countPoints(before: Verification | undefined, { edited, result, verification }: Finish): number {
  if (result !== 'success' || !edited?.length) return 0;
  if (!before || !verification) return 1;
  const failed = new Map(before.checks.filter(({ passing }) => !passing).map((check) => [check.id, check]));
  const passed = verification.checks.some(({ id, passing }) => passing && failed.has(id));
  const better = verification.checks.some((check) => isBetter(failed.get(check.id), check));
  const fewer = passed || better || countFailed(verification) < countFailed(before);
  return 1 + (fewer ? 2 : 0) + (passed ? 3 : 0);
}

function countFailed({ tests }: Verification): number {
  return tests?.failed ?? 0;
}

function isBetter(before: CheckVerdict | undefined, after: CheckVerdict): boolean {
  if (before?.value === undefined || after.value === undefined) return false;
  return after.higherIsBetter ? after.value > before.value : after.value < before.value;
}

/** The verified outputs of a phase, as an artifact for people. */
async function saveOutputs(
  { runtime, task, state }: TaskSession,
  consequences: readonly EventBody[],
): Promise<void> {
  const { files, verification, step } = state;
  for (const body of consequences) {
    if (body.type !== 'phase-changed' && body.type !== 'completed') continue;
    const phase = body.type === 'phase-changed' ? body.from : state.phase.name;
    await runtime.store.saveArtifact(task, 'outputs', phase, { phase, step, files, verification });
  }
}
