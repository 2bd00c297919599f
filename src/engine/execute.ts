// Carries out a guarded intent: records an edit set before it is applied, runs what is to be run, remembers what was seen.
import { allowanceOf } from './allowance.js';
import { failpoint } from '../platform/index.js';
import type { Decision, EventBody, Fact, RecordedEdit, Verification } from '../schema/index.js';
import { parseReports } from '../report/index.js';
import type { Action, Intent } from './actions/index.js';
import { unmetDemands } from './demands.js';
import { finishStep, type Finish } from './finish.js';
import { foldAhead } from './fold.js';
import { admit } from './memory/index.js';
import { nextPhase } from './phases.js';
import type { TaskSession } from './session.js';
import { climbLadder, findAffected, measureChecks, runTestSuite, type Measured } from './verify.js';

/** An action that was understood, planned and not objected to. */
export interface Decided {
  readonly decision: Decision;
  readonly action: Action;
  readonly intent: Intent;
}

type IntentOf<K extends Intent['kind']> = Extract<Intent, { kind: K }>;
type Execute<K extends Intent['kind']> = (
  session: TaskSession,
  intent: IntentOf<K>,
  base: Base,
) => Promise<void>;
type Base = Pick<Finish, 'action' | 'parameters' | 'repeatable' | 'notes'>;

export async function execute(session: TaskSession, { decision, action, intent }: Decided): Promise<void> {
  const { reasoning: _, notes, ...rest } = decision;
  const base: Base = {
    action: rest.action,
    parameters: rest.parameters,
    repeatable: action.repeatable,
    notes,
  };
  session.announce('acting', rest.action);
  const carryOut = EXECUTE[intent.kind] as Execute<Intent['kind']>;
  return carryOut(session, intent, base);
}

const EXECUTE: { readonly [K in Intent['kind']]: Execute<K> } = {
  fail: (session, { message, hint }, base) =>
    finishStep(session, {
      ...base,
      result: 'failure',
      summary: hint === undefined ? message : `${message} ${hint}`,
    }),
  edit: startEdit,
  look: rememberLook,
  measure: runMeasurement,
  command: runNamedCommand,
  note: (session, { summary, target, events, plan, notes }, base) =>
    finishStep(session, {
      ...base,
      before: events,
      target,
      result: 'success',
      summary,
      plan,
      notes: [...(base.notes ?? []), ...(notes ?? [])],
    }),
  end: handOver,
  perform: async (session, { target, run }, base) => {
    const { ok, output, summary } = await run(session.signal);
    const facts = factsOf(session, base.action, output, ok);
    await finishStep(session, {
      ...base,
      target,
      result: ok ? 'success' : 'failure',
      summary: summary ?? firstLine(output),
      output,
      facts,
      retire: [base.action],
      ...(ok ? {} : { observed: 'error' }),
    });
  },
};

/** Stage 7: images first, then the record that names them, then the files (in the next stage). */
async function startEdit(
  session: TaskSession,
  { edits, target, summary }: IntentOf<'edit'>,
  base: Base,
): Promise<void> {
  const { runtime, task, state } = session;
  const recorded: RecordedEdit[] = [];
  for (const { path, before, after } of edits) {
    const store = async (text: string | null): Promise<string | null> =>
      text === null ? null : runtime.store.putBlob(task, text);
    recorded.push({ path, before: await store(before), after: await store(after) });
  }
  failpoint('images-stored');
  const step = state.open?.step ?? state.step;
  await session.append(
    [
      {
        type: 'act-started',
        step,
        act: { kind: 'apply', action: base.action, target, summary, edits: recorded },
      },
    ],
    { durable: true },
  );
  failpoint('act-started');
}

async function rememberLook(session: TaskSession, intent: IntentOf<'look'>, base: Base): Promise<void> {
  const { runtime, task, state, type, redactor } = session;
  const loads = [];
  for (const { text, ...load } of intent.loads) {
    loads.push({
      ...load,
      ...(text === undefined ? {} : { blob: await runtime.store.putBlob(task, redactor.redact(text)) }),
    });
  }
  const step = state.open?.step ?? state.step;
  const { target, summary, seen } = intent;
  await finishStep(session, {
    ...base,
    before: admit(state.memory, loads, type.memory, step),
    target,
    result: 'success',
    summary,
    seen,
  });
}

async function runMeasurement(session: TaskSession, intent: IntentOf<'measure'>, base: Base): Promise<void> {
  const measured = await measure(session, intent);
  const { verification, summary, output, observed, passing } = measured;
  await finishStep(session, {
    ...base,
    target: intent.id ?? intent.path,
    result: passing ? 'success' : 'failure',
    summary,
    output,
    observed,
    facts: measured.facts,
    retire: measured.retire,
    verification,
    workspace: verification?.workspace,
    measures: true,
  });
}

interface Measurement extends Omit<Measured, 'verification'> {
  readonly verification?: Verification | undefined;
  readonly summary: string;
  readonly passing: boolean;
  readonly output: string | undefined;
  readonly observed: 'tests' | 'error' | undefined;
}

async function measure(session: TaskSession, { what, id, path }: IntentOf<'measure'>): Promise<Measurement> {
  const workspace = await currentWorkspace(session);
  if (what === 'checks') {
    const result = await measureChecks(session, id);
    const passing = result.checks.every((check) => check.passing);
    const verification = updateVerification(session, workspace, { checks: result.checks });
    return {
      ...result,
      verification,
      passing,
      summary: result.checks.map((check) => check.summary).join('; '),
      output: result.errorOutput,
      observed: 'error',
    };
  }
  const files =
    what === 'affected'
      ? await findAffected(session, path === undefined ? Object.keys(session.state.files) : [path])
      : path === undefined
        ? undefined
        : [path];
  if (files?.length === 0)
    return {
      facts: [],
      retire: [],
      passing: true,
      summary: 'no test file reaches the changed files',
      output: undefined,
      observed: undefined,
    };
  const result = await runTestSuite(session, files);
  const { tests } = result;
  const scope = files ? ` in ${files.join(', ')}` : '';
  const summary = tests.error ?? `${tests.passed} of ${tests.total} tests pass${scope}`;
  const verification = updateVerification(session, workspace, { tests });
  return {
    ...result,
    verification,
    passing: tests.passing,
    summary,
    output: result.testOutput,
    observed: 'tests',
  };
}

async function currentWorkspace({ runtime, state }: TaskSession): Promise<string> {
  return runtime.workspace.hash(Object.keys(state.files));
}

/** Folds one more measurement into what is known of this workspace; of another workspace nothing is known. */
function updateVerification(
  { state, checks, spec }: TaskSession,
  workspace: string,
  part: Pick<Partial<Verification>, 'checks' | 'tests'>,
): Verification | undefined {
  const known = state.verification;
  if (!known || known.workspace !== workspace) return undefined;
  const merged = known.checks.map((check) => part.checks?.find(({ id }) => id === check.id) ?? check);
  const added = (part.checks ?? []).filter(({ id }) => !merged.some((check) => check.id === id));
  // An affected run does not take the place of a full one that is worth more.
  const tests = part.tests && (part.tests.scope === 'full' || !part.tests.passing) ? part.tests : known.tests;
  const all = [...merged, ...added];
  const complete =
    known.syntax.length === 0 &&
    all.length === checks.length &&
    all.every(({ passing }) => passing) &&
    (spec.tests === undefined || (tests?.scope === 'full' && tests.passing)) &&
    all.length + (tests ? 1 : 0) > 0;
  return { ...known, checks: all, ...(tests ? { tests } : {}), failedAt: null, complete };
}

async function runNamedCommand(
  session: TaskSession,
  { name }: IntentOf<'command'>,
  base: Base,
): Promise<void> {
  const command = session.runtime.config.commands[name];
  if (!command)
    return finishStep(session, { ...base, result: 'failure', summary: `There is no command ${name}.` });
  const outcome = await session.run({
    name: `command:${name}`,
    argv: command.command,
    timeoutMs: command.timeoutMs,
  });
  const ok = outcome.exitCode === 0 && !outcome.timedOut;
  const summary =
    outcome.spawnError ??
    (outcome.timedOut ? `${name} timed out` : `${name} exited with ${outcome.exitCode}`);
  await finishStep(session, {
    ...base,
    target: name,
    result: ok ? 'success' : 'failure',
    summary,
    output: outcome.output,
    observed: ok ? undefined : 'error',
    facts: factsOf(session, `command:${name}`, outcome.output, ok),
    retire: [`command:${name}`],
    workspace: await currentWorkspace(session),
    measures: true,
  });
}

/** `complete` runs everything and is refused without the evidence; the other ends become a question. */
async function handOver(session: TaskSession, { how, text }: IntentOf<'end'>, base: Base): Promise<void> {
  if (how !== 'complete') {
    const reason = how === 'cannot_fix' ? 'cannot_fix' : 'asked';
    return finishStep(session, {
      ...base,
      result: 'success',
      summary: `${how}: ${text}`,
      ends: { reason, text },
    });
  }
  const { state, spec, type } = session;
  const { verification, facts, retire, errorOutput } = await climbLadder(session, {
    touched: Object.keys(state.files),
    full: true,
    before: state.verification,
    allowance: allowanceOf(session, []),
  });
  const ahead: EventBody = { type: 'measured', step: state.step, verification, facts, brief: '' };
  const view = { spec, state: { ...foldAhead(state, [ahead]), workspace: verification.workspace } };
  const accepted = nextPhase(type, view)?.to === 'complete';
  const summary = accepted
    ? 'verified'
    : `refused: ${unmetDemands(type, view).slice(0, 3).join('; ') || `phase ${state.phase.name} does not end here yet`}`;
  await finishStep(session, {
    ...base,
    result: accepted ? 'success' : 'failure',
    summary,
    output: errorOutput,
    observed: 'error',
    facts,
    retire,
    verification,
    workspace: verification.workspace,
  });
}

function factsOf(session: TaskSession, scope: string, output: string, ok: boolean): Fact[] {
  return session.drawFacts({
    reports: parseReports(output),
    scope,
    source: scope,
    action: scope,
    outcome: ok ? 'success' : 'failure',
  });
}

function firstLine(text: string): string {
  return (
    text
      .split('\n')
      .find((line) => line.trim() !== '')
      ?.slice(0, 200) ?? 'no output'
  );
}
