// Runs checks over a project and gathers what they found; a check that did not run is named, never counted as clean.
import { createTestFilter } from '../../code/index.js';
import { canonicalJson, present, sha256 } from '../../platform/index.js';
import { AgentForgeError, type CheckDefinition, type Violation } from '../../schema/index.js';
import type { RunCommand } from '../contract.js';
import type { CheckContext, CheckResult, Skipped } from './finding.js';
import { inspectFiles, isFileDefinition } from './inspect-files.js';
import { sortViolations } from './order.js';
import { createProjectGraph, type ProjectGraph } from './project-graph.js';
import { openResultCache, type ResultCache } from './result-cache.js';
import { runKind } from './run-kind.js';
import { createSources } from './sources.js';
import { createTestFinder } from './test-finder.js';
import { toViolations } from './to-violation.js';

export interface RunChecksRequest {
  readonly root: string;
  readonly definitions: readonly CheckDefinition[];
  /** All files of the project, as `listProjectFiles` lists them. */
  readonly files: readonly string[];
  /** Texts from somewhere else than the disk; then nothing is assumed about unchanged files. */
  readonly read?: ((path: string) => string | undefined) | undefined;
  /** Runs commands; only ever called when `trusted`. */
  readonly run: RunCommand;
  /** Whether commands, modules and linters of the project may run. */
  readonly trusted: boolean;
  /** Only findings about these files. */
  readonly only?: readonly string[] | undefined;
  /** A folder for results of unchanged files, outside of what is checked. */
  readonly cacheFolder?: string | undefined;
  /** Whether to name the nearest test of each violation, which takes the import graph; yes unless told. */
  readonly relateTests?: boolean | undefined;
  readonly onProgress?: ((progress: CheckProgress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface CheckProgress {
  /** A file that is looked at, or a check that runs. */
  readonly name: string;
  readonly done: number;
  readonly total: number;
}

export interface ChecksOutcome {
  /** Ids of checks that ran to their end. */
  readonly ran: readonly string[];
  readonly failedToRun: readonly { readonly id: string; readonly error: string }[];
  /** The worst first; all `open`, until somebody compares them with earlier runs. */
  readonly violations: readonly Violation[];
  readonly skipped: readonly Skipped[];
  /** How many files checks were about. */
  readonly files: number;
}

export async function runChecks(request: RunChecksRequest): Promise<ChecksOutcome> {
  const cache = openResultCache(request.cacheFolder);
  const sources = createSources(request.root, cache, request.read);
  const graph = createProjectGraph(request.files, sources, cache);
  const only = request.only && new Set(request.only);
  const isWanted = (path: string): boolean => path === '.' || !only || only.has(path);
  const skipped = new Map<string, Skipped>();
  const context: CheckContext = {
    ...{ root: request.root, files: request.files, trusted: request.trusted, run: request.run, isWanted },
    read: (path) => sources.read(path),
    sizeOf: (path) => sources.size(path),
    graph: () => graph.load(),
    skip: (path, why) => void skipped.set(`${path}\0${why}`, { path, why }),
  };
  const files = only ? request.files.filter(isWanted) : request.files;
  const tell = createTeller(request, files.length);
  const inspected = await inspectFiles({
    ...{ files, sources, cache, skip: context.skip, onFile: tell },
    definitions: request.definitions.filter(isFileDefinition),
  });
  const results = new Map<string, CheckResult>();
  for (const definition of request.definitions) {
    if (!isFileDefinition(definition)) tell(definition.id, files.length + results.size);
    const found = inspected.get(definition.id);
    results.set(
      definition.id,
      found ?? (await runCached(context, definition, { cache, graph, isWhole: !only, skipped })),
    );
  }
  const wanted = keepWanted(request.definitions, results, isWanted);
  const violations = request.relateTests === false ? wanted : await addTests(wanted, request.files, graph);
  cache.save(request.files);
  return summarise(results, violations, { skipped: [...skipped.values()], files: files.length });
}

function createTeller(
  { definitions, onProgress, signal }: RunChecksRequest,
  files: number,
): (name: string, done: number) => void {
  const total = files + definitions.length;
  return (name, done) => {
    if (signal?.aborted)
      throw new AgentForgeError('interrupted', 'The checks were stopped before their end.');
    onProgress?.({ name, done, total });
  };
}

interface Keeping {
  readonly cache: ResultCache;
  readonly graph: ProjectGraph;
  /** Findings of a part of the project are not kept for the whole. */
  readonly isWhole: boolean;
  readonly skipped: ReadonlyMap<string, Skipped>;
}

/** Checks of imports depend on nothing but the graph; those that run tools are asked every time. */
async function runCached(
  context: CheckContext,
  definition: CheckDefinition,
  keeping: Keeping,
): Promise<CheckResult> {
  if (definition.kind !== 'dependency' || !keeping.isWhole) return runKind(context, definition);
  const { files, exclude, kind, config } = definition;
  const name = sha256(canonicalJson({ kind, files, exclude, config })).slice(0, 12);
  const key = keeping.graph.key();
  const known = keeping.cache.result(name);
  if (known?.key === key) {
    for (const { path, why } of known.skipped) context.skip(path, why);
    return known;
  }
  const skipped: Skipped[] = [];
  const skip = (path: string, why: string): void => {
    skipped.push({ path, why });
    context.skip(path, why);
  };
  const result = await runKind({ ...context, skip }, definition);
  if (result.findings) keeping.cache.keepResult(name, { key, findings: result.findings, skipped });
  return result;
}

/** Named before they are chosen, so that a part of the project has the names it has in the whole. */
function keepWanted(
  definitions: readonly CheckDefinition[],
  results: ReadonlyMap<string, CheckResult>,
  isWanted: (path: string) => boolean,
): Violation[] {
  return definitions.flatMap((definition) => {
    const findings = results.get(definition.id)?.findings ?? [];
    const violations = toViolations(definition, findings);
    return violations.filter((_, index) => {
      const { path = '.', involves = [] } = findings[index] ?? {};
      return [path, ...involves].some(isWanted);
    });
  });
}

/** The nearest test of each file; nothing is built when there is nothing to say it of. */
async function addTests(
  violations: readonly Violation[],
  files: readonly string[],
  graph: ProjectGraph,
): Promise<Violation[]> {
  const isTest = createTestFilter(files);
  const tests = files.filter(isTest);
  if (violations.length === 0 || tests.length === 0) return [...violations];
  const find = createTestFinder(await graph.load(), tests);
  return violations.map((violation) => ({ ...violation, ...present({ test: find(violation.path) }) }));
}

function summarise(
  results: ReadonlyMap<string, CheckResult>,
  violations: readonly Violation[],
  rest: Pick<ChecksOutcome, 'skipped' | 'files'>,
): ChecksOutcome {
  const failedToRun = [...results].flatMap(([id, result]) =>
    result.error !== undefined ? [{ id, error: result.error }] : [],
  );
  const failed = new Set(failedToRun.map(({ id }) => id));
  const ran = [...results.keys()].filter((id) => !failed.has(id));
  return { ran, failedToRun, violations: sortViolations(violations), ...rest };
}
