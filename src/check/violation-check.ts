// The check that a violation is gone and that nothing came in its place.
import { measureFile } from '../code/index.js';
import { present } from '../platform/index.js';
import type {
  CheckDefinition,
  CheckVerdict,
  Diagnostic,
  Violation,
  ViolationInput,
} from '../schema/index.js';
import type { Check, Measurement, RunCommand } from './contract.js';
import { isFileDefinition } from './conformance/inspect-files.js';
import { measureOf } from './conformance/kinds/metric.js';
import { runChecks } from './conformance/run-checks.js';
import { countLint, findNewComplaints } from './lint-count.js';

export interface ViolationCheckOptions {
  readonly violation: ViolationInput;
  readonly definitions: readonly CheckDefinition[];
  readonly listFiles: () => readonly string[];
  readonly read: (path: string) => string | undefined;
  /** Whether commands, modules and linters of the project may run. */
  readonly trusted: boolean;
}

/** Undefined when the project has no such check. */
export function createViolationCheck(options: ViolationCheckOptions): Check | undefined {
  const { violation, definitions } = options;
  const own = definitions.find(({ id }) => id === violation.check);
  if (!own) return undefined;
  return {
    id: own.id,
    definition: describe(own),
    measure: async ({ run, root }) => measure(options, own, { run, root }),
  };
}

async function measure(
  { violation, definitions, listFiles, read, trusted }: ViolationCheckOptions,
  own: CheckDefinition,
  { run, root }: { readonly run: RunCommand; readonly root: string },
): Promise<Measurement> {
  // Whatever is found by looking at one file is looked at as well: a cure must not be another illness.
  const others = definitions.filter((definition) => definition !== own && isFileDefinition(definition));
  const { violations, failedToRun } = await runChecks({
    root,
    definitions: [own, ...others],
    files: listFiles(),
    read,
    run,
    trusted,
    only: [violation.path],
    relateTests: false,
  });
  const [failure] = failedToRun.filter(({ id }) => id === own.id);
  if (failure) return couldNotRun(own.id, failure.error);
  const known = new Set(violation.known);
  const found = violations.find(({ id }) => id === violation.id);
  const added = violations.filter(({ id }) => id !== violation.id && !known.has(id));
  const value = found?.value ?? (await measureNow(own, violation, read)) ?? Number(found !== undefined);
  const isGone = !found && added.length === 0;
  const complaints = isGone ? await listComplaints(violation, { run, root }) : [];
  const summary = summarise(violation, found, added, complaints);
  const verdict: CheckVerdict = {
    id: own.id,
    passing: isGone && complaints.length === 0,
    summary,
    value,
    // Then the step made something worse, and is taken back.
    ...present({ error: complaints.length > 0 ? summary : undefined }),
  };
  const remaining = [...(found ? [found] : []), ...added];
  return {
    verdict,
    output: remaining.map(({ path, line, message }) => `${path}:${line ?? 1}: ${message}`).join('\n'),
    reports: [{ kind: 'diagnostics', tool: own.id, structured: true, items: remaining.map(toDiagnostic) }],
  };
}

/** A file that the project's own linter likes less is not fixed. Asked last, because it takes longest. */
async function listComplaints(
  { path, lint }: ViolationInput,
  { run, root }: { readonly run: RunCommand; readonly root: string },
): Promise<string[]> {
  if (lint === undefined) return [];
  const answer = await countLint(run, root, [path]);
  return 'error' in answer ? [answer.error] : findNewComplaints(lint, answer.counts.get(path) ?? {});
}

/** What is measured once it is within its limit: then no violation says so. */
async function measureNow(
  own: CheckDefinition,
  { path, symbol }: ViolationInput,
  read: (path: string) => string | undefined,
): Promise<number | undefined> {
  const text = read(path);
  if (own.kind !== 'metric' || symbol === undefined || text === undefined) return undefined;
  const measured = await measureFile(path, text);
  return 'problem' in measured ? undefined : measureOf(measured, own.config.metric, symbol);
}

function couldNotRun(id: string, error: string): Measurement {
  const summary = `${id} did not run: ${error}`;
  return { verdict: { id, passing: false, error, summary }, output: summary, reports: [] };
}

function summarise(
  violation: ViolationInput,
  found: Violation | undefined,
  added: readonly Violation[],
  complaints: readonly string[],
): string {
  if (found) return found.message;
  const [first] = added;
  if (first) return `${violation.id} is gone, but ${first.message} (${first.path}:${first.line ?? 1})`;
  if (complaints.length > 0)
    return `${violation.id} is gone, but the project's own linter complains more than before: ${complaints.slice(0, 5).join(', ')}`;
  return `${violation.id} is gone`;
}

function toDiagnostic({ path, line, check, severity, message }: Violation): Diagnostic {
  return {
    file: path,
    code: check,
    severity: severity === 'info' ? 'note' : severity,
    message,
    ...present({ line }),
  };
}

function describe({ name, id, kind, hint, config }: CheckDefinition): string {
  const limit = kind === 'metric' ? ` (${config.metric} at most ${config.max})` : '';
  return `${name ?? id}${limit}${hint === undefined ? '' : `. ${hint}`}`;
}
