// `scan` and `check`: what the checks say of a project as it is.
import os from 'node:os';
import path from 'node:path';
import {
  applyBaseline,
  sortViolations,
  createLookedAt,
  judgeStatus,
  importSarif,
  loadBaseline,
  loadBuiltinChecks,
  loadExemptions,
  loadViolations,
  runChecks,
  saveBaseline,
  saveViolations,
  updateBaseline,
  type CheckProgress,
  type CheckReport,
  type ChecksOutcome,
  type Conformance,
  type Ratchet,
  type RunCommand,
} from '../check/index.js';
import { listProjectFiles } from '../code/index.js';
import { createProjectRedactor, createWorkspace, type Runtime } from '../engine/index.js';
import { nodeDisk, present, randomIds, sha256, systemClock } from '../platform/index.js';
import { AgentForgeError, type CheckDefinition, type ViolationBaseline } from '../schema/index.js';
import { createConformance, loadDefinitions } from './conformance.js';
import { keepStateOutOfGit } from './state-folder.js';
import { createRun } from './verify.js';

export interface Inspection extends CheckReport, Ratchet {
  readonly tolerated: Ratchet['tolerated'];
  /** How many violations the baseline has now, and how many it had, where it was set or let shrink. */
  readonly ratchet?: { readonly now: number; readonly before?: number };
}

export interface InspectOptions {
  /** Only findings about these files. */
  readonly only?: readonly string[] | undefined;
  readonly onProgress?: ((progress: CheckProgress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Read-only: built-in checks alone, nothing of the project is run or believed, and nothing is written into it. */
export async function scanProject(root: string, options: InspectOptions = {}): Promise<Inspection> {
  const definitions = loadBuiltinChecks();
  const outcome = await runChecks({
    ...options,
    root,
    definitions,
    files: listProjectFiles(root),
    run: refuseToRun,
    trusted: false,
    cacheFolder: scanCache(root),
  });
  return toInspection(outcome, definitions, undefined);
}

/** What would be done about what a scan found; it believes and touches as little of the project as the scan itself. */
export function createScanAdvisor(root: string): Conformance['advise'] {
  const workspace = createWorkspace({
    root,
    disk: nodeDisk,
    clock: systemClock,
    ids: randomIds,
    cache: scanCache(root),
    sandbox: 'off',
    network: false,
    environment: {},
  });
  const conformance = createConformance({
    definitions: () => loadBuiltinChecks(),
    ownDefinitions: () => [],
    workspace,
    trusted: () => false,
  });
  return (violation, options) => conformance.advise(violation, options);
}

function scanCache(root: string): string {
  return path.join(cacheHome(), 'scan', sha256(root).slice(0, 16));
}

export interface CheckOptions extends InspectOptions {
  readonly trusted: boolean;
  /** The text of a SARIF log to take in besides, and its name. */
  readonly sarif?: { readonly text: string; readonly name: string } | undefined;
  /** Sets the ratchet to what is open now, or lets it shrink. */
  readonly baseline?: 'set' | 'shrink' | undefined;
  readonly today: string;
}

/** With the project's own checks, compared with the last run, with exemptions and with the ratchet. */
export async function checkProject(
  runtime: Runtime,
  project: string,
  options: CheckOptions,
): Promise<Inspection> {
  const definitions = loadDefinitions(project);
  const { only, onProgress, signal } = options;
  const redactor = createProjectRedactor(runtime, { known: [], key: runtime.ids.hex(32) });
  const run = createRun(runtime, (text) => redactor.redact(text), signal);
  const checked = await inspectWorkspace(runtime, definitions, { ...options, run });
  const imported = options.sarif && importSarif(options.sarif.text, options.sarif.name, project);
  const outcome = imported ? addImported(checked, imported) : checked;
  const judged = judgeStatus({
    outcome,
    exemptions: loadExemptions(project),
    today: options.today,
    previous: loadViolations(project),
    known: [...definitions.map(({ id }) => id), ...(imported?.ran ?? [])],
    only,
  });
  onProgress?.({ name: 'done', done: 1, total: 1 });
  keepStateOutOfGit(runtime.workspace.disk, project);
  saveViolations(project, judged.violations, new Date(runtime.clock.now()).toISOString());
  const known = loadBaseline(project);
  const baseline = turnRatchet(project, known, judged.violations, outcome, options);
  const inspection = toInspection({ ...outcome, ...judged }, definitions, baseline);
  if (options.baseline === undefined || !baseline) return inspection;
  return {
    ...inspection,
    ratchet: { now: countIn(baseline), ...present({ before: known && countIn(known) }) },
  };
}

/** Runs checks over the files a harness works on, which may be another working tree than the project's own. */
export async function inspectWorkspace(
  { workspace }: Runtime,
  definitions: readonly CheckDefinition[],
  options: InspectOptions & { readonly trusted: boolean; readonly run: RunCommand },
): Promise<ChecksOutcome> {
  return runChecks({
    ...options,
    root: workspace.root,
    definitions,
    files: workspace.listFiles(),
    cacheFolder: path.join(cacheHome(), 'check', sha256(workspace.root).slice(0, 16)),
  });
}

function addImported(
  outcome: ChecksOutcome,
  { ran, violations, skipped }: ReturnType<typeof importSarif>,
): ChecksOutcome {
  return {
    ...outcome,
    ran: [...outcome.ran, ...ran],
    violations: sortViolations([...outcome.violations, ...violations]),
    skipped: [...outcome.skipped, ...skipped],
  };
}

function countIn({ violations }: ViolationBaseline): number {
  return Object.keys(violations).length;
}

function turnRatchet(
  project: string,
  known: ViolationBaseline | undefined,
  violations: Inspection['violations'],
  outcome: ChecksOutcome,
  { baseline: wanted, only }: CheckOptions,
): ViolationBaseline | undefined {
  if (wanted === undefined) return known;
  if (outcome.failedToRun.length > 0 && wanted === 'set')
    throw new AgentForgeError(
      'bad_usage',
      `The baseline is not set while ${outcome.failedToRun[0]?.id} does not run; mend that first.`,
    );
  const updated = updateBaseline(known, violations, {
    force: wanted === 'set',
    wasLookedAt: createLookedAt(outcome, only),
  });
  saveBaseline(project, updated);
  return updated;
}

function toInspection(
  outcome: ChecksOutcome & { readonly notes?: readonly string[] },
  definitions: readonly CheckDefinition[],
  baseline: ViolationBaseline | undefined,
): Inspection {
  return { notes: [], ...outcome, definitions, ...applyBaseline(outcome.violations, baseline) };
}

async function refuseToRun(): Promise<never> {
  throw new AgentForgeError('not_trusted', 'A scan runs nothing of the project.');
}

/** Outside the project: what can be made again is not worth a place in it. */
function cacheHome(): string {
  const { XDG_CACHE_HOME } = process.env;
  const base =
    XDG_CACHE_HOME && path.isAbsolute(XDG_CACHE_HOME) ? XDG_CACHE_HOME : path.join(os.homedir(), '.cache');
  return path.join(base, 'agentforge');
}
