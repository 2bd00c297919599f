// Carries out a guarded intent: records an edit set before it is applied, runs what is to be run, remembers what was seen.
import { failpoint } from '../platform/index.js';
import { parseReports } from '../report/index.js';
import type { Decision, Fact, RecordedEdit, TestVerdict } from '../schema/index.js';
import type { Action, Intent } from './actions/index.js';
import { admitLoads } from './admit-loads.js';
import { findAffected } from './affected-tests.js';
import { allowanceOf } from './allowance.js';
import { CAPS, clip } from './caps.js';
import { unmetDemands } from './demands.js';
import { finishStep, type Finish } from './finish.js';
import { foldAhead } from './fold.js';
import { rememberLook } from './remember-look.js';
import { readOutput } from './read-by-model.js';
import type { TaskSession } from './session.js';
import { settleAll } from './settle.js';
import { updateVerification } from './verification-update.js';
import { climbLadder, measureChecks, runTestSuite } from './verify.js';

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
  const { action: name, parameters, notes } = decision;
  session.announce('acting', name);
  const carryOut = EXECUTE[intent.kind] as Execute<Intent['kind']>;
  return carryOut(session, intent, { action: name, parameters, repeatable: action.repeatable, notes });
}

const EXECUTE: { readonly [K in Intent['kind']]: Execute<K> } = {
  fail: (session, { message, hint }, base) =>
    finishStep(session, {
      ...base,
      target: namedIn(base.parameters),
      result: 'failure',
      summary: hint === undefined ? message : `${message} ${hint}`,
    }),
  edit: startEdit,
  look: rememberLook,
  measure: (session, { what, id, path }, base) =>
    what === 'checks' ? runChecks(session, id, base) : runSomeTests(session, what, path, base),
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
  end: (session, { how, text }, base) =>
    how === 'complete' ? tryToComplete(session, base) : handOver(session, how, text, base),
  perform: runPerform,
};

const NAMING = ['path', 'item', 'name', 'pattern', 'id'];

/** What an action was about that came to nothing. */
function namedIn(parameters: unknown): string | undefined {
  const given = typeof parameters === 'object' && parameters !== null ? Object.entries(parameters) : [];
  const named = given.find(([key, value]) => NAMING.includes(key) && typeof value === 'string');
  return named && clip(String(named[1]), CAPS.summaryChars);
}

/** Stage 7: images first, then the record that names them, then the files (in the next stage). */
async function startEdit(
  session: TaskSession,
  { edits, target, summary }: IntentOf<'edit'>,
  base: Base,
): Promise<void> {
  const { runtime, task, step } = session;
  const store = async (text: string | null): Promise<string | null> =>
    text === null ? null : runtime.store.putBlob(task, text);
  const recorded: RecordedEdit[] = [];
  for (const { path, before, after } of edits)
    recorded.push({ path, before: await store(before), after: await store(after) });
  failpoint('images-stored');
  const act = { kind: 'apply' as const, action: base.action, target, summary, edits: recorded };
  await session.append([{ type: 'act-started', step, act }], { durable: true });
  failpoint('act-started');
}

async function runChecks(session: TaskSession, id: string | undefined, base: Base): Promise<void> {
  const { checks, facts, retire, errorOutput } = await measureChecks(session, id);
  const workspace = await currentWorkspace(session);
  await finishStep(session, {
    ...base,
    target: id,
    result: checks.every(({ passing }) => passing) ? 'success' : 'failure',
    summary: checks.map(({ summary }) => summary).join('; '),
    output: errorOutput,
    observed: 'error',
    facts,
    retire,
    verification: updateVerification(session, workspace, { checks }),
    workspace,
    measures: true,
  });
}

async function runSomeTests(
  session: TaskSession,
  what: 'tests' | 'affected',
  path: string | undefined,
  base: Base,
): Promise<void> {
  const files = await chooseTests(session, what, path);
  if (files?.length === 0)
    return finishStep(session, {
      ...base,
      target: path,
      result: 'success',
      summary: 'no test file reaches the changed files',
    });
  const { tests, facts, retire, testOutput } = await runTestSuite(session, files);
  const workspace = await currentWorkspace(session);
  const scope = files ? describeScope(files, tests.scope) : '';
  await finishStep(session, {
    ...base,
    target: path,
    result: tests.passing ? 'success' : 'failure',
    summary: tests.error ?? `${tests.passed} of ${tests.total} tests pass${scope}`,
    output: testOutput,
    observed: 'tests',
    facts,
    retire,
    verification: updateVerification(session, workspace, { tests }),
    workspace,
    measures: true,
  });
}

/** A runner that cannot run some alone has run them all. */
function describeScope(files: readonly string[], scope: TestVerdict['scope']): string {
  return scope === 'full'
    ? ' (of the whole suite: the runner cannot run files apart)'
    : ` in ${files.join(', ')}`;
}

/** Undefined means the whole suite. */
async function chooseTests(
  session: TaskSession,
  what: 'tests' | 'affected',
  path: string | undefined,
): Promise<string[] | undefined> {
  if (what === 'tests') return path === undefined ? undefined : [path];
  return findAffected(session, path === undefined ? Object.keys(session.state.files) : [path]);
}

async function runNamedCommand(
  session: TaskSession,
  { name }: IntentOf<'command'>,
  base: Base,
): Promise<void> {
  const command = session.runtime.config.commands[name];
  if (!command)
    return finishStep(session, { ...base, result: 'failure', summary: `There is no command ${name}.` });
  const { exitCode, timedOut, spawnError, output } = await session.run({
    name: `command:${name}`,
    argv: command.command,
    timeoutMs: command.timeoutMs,
  });
  const ok = exitCode === 0 && !timedOut;
  await finishStep(session, {
    ...base,
    target: name,
    result: ok ? 'success' : 'failure',
    summary: spawnError ?? (timedOut ? `${name} timed out` : `${name} exited with ${exitCode}`),
    output,
    observed: ok ? undefined : 'error',
    facts: await factsOf(session, `command:${name}`, output, ok),
    retire: [`command:${name}`],
    workspace: await currentWorkspace(session),
    measures: true,
  });
}

async function runPerform(
  session: TaskSession,
  { target, run }: IntentOf<'perform'>,
  base: Base,
): Promise<void> {
  const { ok, output, summary } = await run(session.signal);
  const key = `output:${base.action}`;
  // What an action of one's own returns is there to be read: it stays in view for a few steps.
  const load = { key, title: `output of ${base.action}`, blob: await session.putText(output), passing: true };
  await finishStep(session, {
    ...base,
    before: admitLoads(session, [load]),
    target,
    result: ok ? 'success' : 'failure',
    summary: summary ?? firstLine(output),
    output,
    seen: [output],
    observed: ok ? undefined : 'error',
    facts: await factsOf(session, base.action, output, ok),
    retire: [base.action],
  });
}

async function handOver(
  session: TaskSession,
  how: 'escalate' | 'cannot_fix',
  text: string,
  base: Base,
): Promise<void> {
  const reason = how === 'cannot_fix' ? 'cannot_fix' : 'asked';
  await finishStep(session, {
    ...base,
    result: 'success',
    summary: `${how}: ${text}`,
    ends: { reason, text },
  });
}

/** Everything is run; without the evidence the wish is refused and told what is missing. */
async function tryToComplete(session: TaskSession, base: Base): Promise<void> {
  const { state, spec, type, step } = session;
  const { verification, facts, retire, errorOutput } = await climbLadder(session, {
    touched: Object.keys(state.files),
    full: true,
    before: state.verification,
    allowance: allowanceOf(session, []),
  });
  const { open: _, ...ahead } = foldAhead(state, [
    { type: 'measured', step, verification, facts, brief: '' },
  ]);
  const view = { spec, state: ahead };
  const accepted = settleAll(type, view).some((body) => body.type === 'completed');
  const missing =
    unmetDemands(type, view).slice(0, 3).join('; ') || `phase ${state.phase.name} does not end here yet`;
  await finishStep(session, {
    ...base,
    result: accepted ? 'success' : 'failure',
    summary: accepted ? 'verified' : `refused: ${missing}`,
    output: errorOutput,
    observed: 'error',
    facts,
    retire,
    verification,
    workspace: verification.workspace,
  });
}

async function currentWorkspace({ runtime, state }: TaskSession): Promise<string> {
  return runtime.workspace.hash(Object.keys(state.files));
}

async function factsOf(session: TaskSession, scope: string, output: string, ok: boolean): Promise<Fact[]> {
  const parsed = parseReports(output, { rules: session.runtime.rules });
  return session.drawFacts({
    reports: await readOutput(session, { output, reports: parsed, passing: ok }),
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
