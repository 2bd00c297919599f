// Whether a change is tested: some test fails without it and passes with it, nothing else was lost, and every changed line runs.
import { affectedCommand, type RunCommand, type TestRun } from '../../check/index.js';
import { createProjectRedactor, findTestRun, type Runtime } from '../../engine/index.js';
import { AgentForgeError, type TestsSpec } from '../../schema/index.js';
import { findPassToFail, judgeCandidates, type Candidate, type TriedRuns } from './compare-runs.js';
import type { Coverage } from './coverage/coverage.js';
import { findUnexecuted, type UnexecutedLines } from './coverage/find-unexecuted.js';
import { recordCoverage } from './coverage/plan-coverage.js';
import { findBase } from './find-base.js';
import { findChange, type ChangedPath } from './find-change.js';
import { findWeakened } from './find-weakened.js';
import { hollowOut } from './hollow.js';
import { isWithoutAssertion, locateTests } from './locate-tests.js';
import { createRun, measureTests } from './run-tests.js';
import { findChangedSettings } from './settings.js';
import { openStages, type LaidFile, type Stages } from './stage.js';
import { readOutcomes, type TestOutcomes } from './test-outcomes.js';

export interface ProveOptions {
  /** A branch, tag or commit. */
  readonly base?: string | undefined;
  readonly tell?: ((what: string) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface ProveInput extends ProveOptions {
  readonly spec: TestsSpec;
  /** The whole suite on the workspace as it is. */
  readonly now: TestRun;
  readonly coverage: (wanted: ReadonlySet<string>) => Coverage;
}

export interface Findings {
  readonly base: string;
  /** Why the change does not count as tested; empty when it does. */
  readonly why: readonly string[];
  readonly failToPass: readonly string[];
  readonly passToFail: readonly string[];
  readonly unexecuted: readonly UnexecutedLines[];
}

const NOTHING = { failToPass: [], passToFail: [], unexecuted: [] };

/** For a workspace whose checks and tests pass. */
export async function proveChange(runtime: Runtime, input: ProveInput): Promise<Findings> {
  const { root } = runtime.workspace;
  const base = await findBase(root, input.base);
  const files = await findChange(root, base, runtime.workspace.listFiles());
  const settled = judgeByFiles(files);
  if (settled !== undefined) return { base, ...NOTHING, why: [settled] };
  const coverage = input.coverage(new Set(files.map(({ path }) => path)));
  const unexecuted = 'of' in coverage ? await findUnexecuted(root, files, coverage) : [];
  const compared = await compareRuns(runtime, { ...input, base }, files);
  const why = [
    ...(await findChangedSettings(root, base)),
    ...(await findWeakened(root, base, files)),
    ...compared.why,
    ...('unknown' in coverage ? [coverage.unknown] : []),
    ...unexecuted.map(({ path, lines }) => `No test executes ${path}:${describeLines(lines)}.`),
  ];
  const { failToPass, passToFail } = compared;
  return { base, why, failToPass, passToFail, unexecuted };
}

/** What can be said before anything runs. */
function judgeByFiles(files: readonly ChangedPath[]): string | undefined {
  if (files.length === 0)
    return 'Nothing differs from the base, so there is nothing to prove; name another --base.';
  const roles = new Set(files.map(({ role }) => role));
  if (roles.has('source') || roles.has('other')) return undefined;
  return roles.has('test') || roles.has('support')
    ? 'Only tests differ from the base, so there is no change that they could prove.'
    : 'Only documentation differs from the base, so there is nothing to test.';
}

type Compared = Pick<Findings, 'why' | 'failToPass' | 'passToFail'>;
interface CompareInput extends ProveInput {
  readonly base: string;
}

async function compareRuns(
  runtime: Runtime,
  input: CompareInput,
  files: readonly ChangedPath[],
): Promise<Compared> {
  const stages = await openStages(runtime, input.base, input.signal);
  try {
    const now = readOutcomes(input.now, runtime.workspace.root);
    const base = await tryBase(stages, input);
    const problem = findProblem(now, base);
    if (problem !== undefined) return { ...NOTHING, why: [problem] };
    const passToFail = findPassToFail({ now, base });
    const lost = passToFail.map((name) => `“${name}” passes at the base and fails or is gone now.`);
    const fresh = [...now.passing].filter(([key]) => !base.passing.has(key)).map(([, name]) => name);
    if (fresh.length === 0) return { failToPass: [], passToFail, why: [NO_NEW_TEST, ...lost] };
    const tried = await tryWithout(runtime, stages, { input, files, fresh, base });
    const judged = judgeCandidates({ now, base, ...tried });
    const { failToPass, why } = await chooseProving(runtime, files, judged);
    return { failToPass, passToFail, why: [...why, ...lost] };
  } finally {
    await stages.close();
  }
}

const NO_NEW_TEST =
  'No test passes now that did not pass at the base; write one that fails without the change.';

function findProblem(now: TestOutcomes, base: TestOutcomes): string | undefined {
  if (!now.isNamed)
    return 'The report does not name the tests that pass, so they cannot be compared; set `tests.report` in .agentforge/config.yaml.';
  // A base without any test has nothing to lose.
  return base.problem !== undefined && !/^No test ran/.test(base.problem) && base.failing.size === 0
    ? `The tests cannot be run at the base: ${base.problem}`
    : undefined;
}

async function tryBase(stages: Stages, input: CompareInput): Promise<TestOutcomes> {
  const stage = await stages.open([]);
  const known = await findTestRun(stage, input.spec);
  if (known) return readOutcomes(known, stage.workspace.root);
  input.tell?.(`running the tests at the base, ${input.base.slice(0, 12)}`);
  return runStage(stage, input, undefined);
}

interface Trial {
  readonly input: CompareInput;
  readonly files: readonly ChangedPath[];
  /** Names of the tests that pass now and did not at the base. */
  readonly fresh: readonly string[];
  readonly base: TestOutcomes;
}

async function tryWithout(
  runtime: Runtime,
  stages: Stages,
  { input, files, fresh, base }: Trial,
): Promise<Omit<TriedRuns, 'now' | 'base'>> {
  const { root } = runtime.workspace;
  const only = chooseFiles(input.spec, files, await locateTests(root, files, fresh));
  const attempt = async (
    what: string,
    laid: readonly LaidFile[],
    timeoutMs?: number,
  ): Promise<TestOutcomes> => {
    input.tell?.(`running ${only ? 'the new tests' : 'the tests'} ${what}`);
    return runStage(await stages.open(laid), limit(input, timeoutMs), only);
  };
  const laid = files.map(({ path, isDeleted }) => ({ path, isDeleted }));
  const tests = files.filter(({ role }) => role === 'test' || role === 'support');
  const hollowed = await hollowOut(root, files);
  const without = tests.length === 0 ? base : await attempt('without the change', tests);
  const again = await attempt('with the change, in the same folder', laid);
  if (hollowed.length === 0) return { without, again, hollow: undefined };
  const emptied = new Map(hollowed.map((file) => [file.path, file]));
  const withEmptied = laid.map((file) => emptied.get(file.path) ?? file);
  const patience = Math.max(MIN_PATIENCE_MS, PATIENCE * (input.now.verdict.durationMs ?? 0));
  return { without, again, hollow: await attempt('with the changed functions empty', withEmptied, patience) };
}

/** Empty functions may leave a test waiting for ever. */
const MIN_PATIENCE_MS = 60_000;
const PATIENCE = 5;

function limit(input: CompareInput, timeoutMs = Infinity): CompareInput {
  return { ...input, spec: { ...input.spec, timeoutMs: Math.min(input.spec.timeoutMs, timeoutMs) } };
}

/** Only the files with the new tests, where every one of them is known and the runner can be told. */
function chooseFiles(
  spec: TestsSpec,
  files: readonly ChangedPath[],
  located: ReadonlyMap<string, string | undefined>,
): readonly string[] | undefined {
  const paths = [...located.values()].filter((one) => one !== undefined);
  const isKnown = paths.length === located.size && !files.some(({ role }) => role === 'support');
  return isKnown && affectedCommand(spec, paths) ? [...new Set(paths)] : undefined;
}

async function runStage(
  stage: Runtime,
  { spec, signal }: CompareInput,
  only: readonly string[] | undefined,
): Promise<TestOutcomes> {
  if (signal?.aborted) throw new AgentForgeError('interrupted', 'Interrupted between two runs of the tests.');
  const redactor = createProjectRedactor(stage, { known: [], key: stage.ids.hex(32) });
  const run: RunCommand = createRun(stage, (text) => redactor.redact(text), signal);
  const recording = recordCoverage(run, spec.command, stage.workspace.root);
  try {
    const done = await measureTests(stage, spec, { run: recording.run, redactor }, only);
    return readOutcomes(done, stage.workspace.root);
  } finally {
    recording.dispose();
  }
}

async function chooseProving(
  runtime: Runtime,
  files: readonly ChangedPath[],
  judged: readonly Candidate[],
): Promise<Pick<Findings, 'failToPass' | 'why'>> {
  const { root } = runtime.workspace;
  const failToPass: string[] = [];
  const objections: string[] = [];
  for (const { name, proves, why = '', needsAssertion } of judged) {
    const isEmpty = proves && needsAssertion && (await isWithoutAssertion(root, files, name));
    if (proves && !isEmpty) failToPass.push(name);
    else
      objections.push(`“${name}” proves nothing: ${isEmpty ? 'it asserts nothing about the change' : why}.`);
  }
  return failToPass.length > 0 ? { failToPass, why: [] } : { failToPass, why: objections.slice(0, MAX_TOLD) };
}

const MAX_TOLD = 10;

/** As a person would say it: `3, 7-9`. */
function describeLines(lines: readonly number[]): string {
  const runs: [number, number][] = [];
  for (const line of [...lines].sort((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last && line <= last[1] + 1) last[1] = line;
    else runs.push([line, line]);
  }
  return runs.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(', ');
}
