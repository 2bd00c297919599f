// Reports → facts. Pure: the same reports give the same facts with the same ids.
import type { DiagnosticsReport, Fact, Report } from '../../schema/index.js';
import { createFact } from './create-fact.js';
import type { Draft } from './create-fact.js';
import { draftFromDiagnostics } from './from-diagnostics.js';
import { draftFromRule } from './from-rules.js';
import { draftFromFailure, draftFromGit } from './from-tools.js';
import { draftFromTests } from './from-tests.js';
import { draftFromTrace } from './from-trace.js';
import { isSamePath } from './same-path.js';

export interface FactInput {
  readonly reports: readonly Report[];
  /** The measurement the facts belong to, such as `tests` or `check:lint`. */
  readonly scope: string;
  /** What ran, for a result that no report describes. */
  readonly source: string;
  readonly action: string;
  readonly outcome: 'success' | 'failure';
  readonly step: number;
  /** Hashes of the files the output rests on, by path. */
  readonly files?: Readonly<Record<string, string>>;
}

const MAX_FACTS_PER_MEASUREMENT = 30;

/** As many as one measurement may bring; the summary and the first failures come first. */
export function drawSome(input: FactInput): Fact[] {
  return extractFacts(input).slice(0, MAX_FACTS_PER_MEASUREMENT);
}

export function extractFacts(input: FactInput): Fact[] {
  const drafts = input.reports.flatMap((report) => draftFrom(report, input.reports));
  const known = drafts.length > 0 ? drafts : [draftResult(input)];
  const findFiles = createFileFinder(input.files ?? {});
  return numberRepeats(known).map((draft) => {
    const fact = createFact(draft, input.scope, input.step);
    const files = findFiles(fact.data.file, fact.category === 'verification');
    return files ? { ...fact, files } : fact;
  });
}

function draftFrom(report: Report, all: readonly Report[]): Draft[] {
  switch (report.kind) {
    case 'tests':
      return draftFromTests(
        report,
        all.filter(isDiagnostics).filter(({ tool }) => tool === report.unbuilt),
      );
    case 'diagnostics':
      // They are told with the build that they broke.
      if (all.some((other) => other.kind === 'tests' && other.unbuilt === report.tool)) return [];
      return draftFromDiagnostics(report, { besideTests: all.some(({ kind }) => kind === 'tests') });
    case 'trace':
      return draftFromTrace(report);
    case 'failure':
      return [draftFromFailure(report)];
    case 'git':
      return draftFromGit(report);
    case 'rule':
      return draftFromRule(report);
  }
}

function isDiagnostics(report: Report): report is DiagnosticsReport {
  return report.kind === 'diagnostics';
}

function draftResult({ action, source, outcome, scope }: FactInput): Draft {
  return {
    kind: 'result',
    tool: source,
    category: 'inference',
    subject: scope,
    statement: `${action} (${source}) ${outcome === 'success' ? 'succeeded' : 'failed'}`,
    confidence: 0.7,
    data: {},
  };
}

/** Two tests may share a name and two findings a line; the order in the report tells them apart. */
function numberRepeats(drafts: readonly Draft[]): Draft[] {
  const seen = new Map<string, number>();
  return drafts.map((draft) => {
    const key = `${draft.kind}\0${draft.subject}`;
    const count = (seen.get(key) ?? 0) + 1;
    seen.set(key, count);
    return count === 1 ? draft : { ...draft, subject: `${draft.subject} #${count}` };
  });
}

type FileFinder = (named: string | undefined, everything: boolean) => Record<string, string> | undefined;

/** Tools print paths relative to somewhere, or absolute: a known path matches when one ends with the other. */
function createFileFinder(files: Readonly<Record<string, string>>): FileFinder {
  const byName = new Map<string, string[]>();
  for (const path of Object.keys(files)) {
    const name = baseName(path);
    byName.set(name, [...(byName.get(name) ?? []), path]);
  }
  return (named, everything) => {
    if (everything) return byName.size > 0 ? { ...files } : undefined;
    const matches = (byName.get(baseName(named ?? '')) ?? []).filter((path) => isSamePath(path, named ?? ''));
    return matches.length > 0
      ? Object.fromEntries(matches.map((path) => [path, files[path] ?? '']))
      : undefined;
  };
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
