// The checks that look at one file at a time: each file is read once for all of them, or not at all when nothing changed.
import { canonicalJson, sha256 } from '../../platform/index.js';
import type { CheckDefinition, CheckKind } from '../../schema/index.js';
import type { CheckResult, DefinitionOf, FileOutcome, Finding, InspectFile } from './finding.js';
import { inspectMetrics } from './kinds/metric.js';
import { inspectRegex } from './kinds/regex.js';
import { inspectSecrets } from './kinds/secret.js';
import { createPathFilter } from './path-filter.js';
import type { ResultCache } from './result-cache.js';
import type { Sources } from './sources.js';

export type FileDefinition = DefinitionOf<'regex' | 'secret' | 'metric'>;

export function isFileDefinition(definition: CheckDefinition): definition is FileDefinition {
  return ['regex', 'secret', 'metric'].includes(definition.kind);
}

export interface Inspection {
  readonly files: readonly string[];
  readonly definitions: readonly FileDefinition[];
  readonly sources: Sources;
  readonly cache: ResultCache;
  readonly skip: (path: string, why: string) => void;
  /** Told before each file. */
  readonly onFile: (path: string, index: number) => void;
}

/** By the id of the check. */
export async function inspectFiles(inspection: Inspection): Promise<Map<string, CheckResult>> {
  const groups = groupByGlobs(inspection.definitions);
  const results = new Map<string, Gathered>();
  for (const { id } of inspection.definitions) results.set(id, { findings: [], error: undefined });
  let index = 0;
  for (const path of inspection.files) {
    inspection.onFile(path, index++);
    const applying = groups.flatMap(({ covers, members }) => (covers(path) ? members : []));
    if (applying.length > 0) await inspectFile(path, applying, inspection, results);
  }
  return new Map(
    [...results].map(([id, { findings, error }]) => [
      id,
      error === undefined ? { findings } : { findings, error },
    ]),
  );
}

interface Gathered {
  readonly findings: Finding[];
  error: string | undefined;
}

/** Definitions of a set mostly share their globs, which are then matched once. */
function groupByGlobs(
  definitions: readonly FileDefinition[],
): { covers: (path: string) => boolean; members: Applying[] }[] {
  const groups = new Map<string, { covers: (path: string) => boolean; members: Applying[] }>();
  for (const definition of definitions) {
    const { files, exclude } = definition;
    const globs = canonicalJson({ files, exclude });
    const group = groups.get(globs) ?? { covers: createPathFilter(definition), members: [] };
    group.members.push({ definition, key: nameDefinition(definition) });
    groups.set(globs, group);
  }
  return [...groups.values()];
}

interface Applying {
  readonly definition: FileDefinition;
  readonly key: string;
}

/** What decides about findings: neither globs nor severity do, and the id is no part of a finding yet. */
function nameDefinition({ kind, config, name }: FileDefinition): string {
  return sha256(canonicalJson({ kind, config, name })).slice(0, 12);
}

async function inspectFile(
  path: string,
  applying: readonly Applying[],
  inspection: Inspection,
  results: ReadonlyMap<string, Gathered>,
): Promise<void> {
  const skip = (why: string): void => inspection.skip(path, why);
  const identity = inspection.sources.identify(path);
  if ('why' in identity) return skip(identity.why);
  const fresh = await inspectMissing(path, applying, inspection);
  for (const { definition, key } of applying) {
    const outcome = fresh.get(key) ?? inspection.cache.outcome(path, key);
    const result = results.get(definition.id);
    if (outcome && result) addOutcome(result, outcome, skip);
  }
}

/** What no earlier run knows; kept for the next one, unless it failed. */
async function inspectMissing(
  path: string,
  applying: readonly Applying[],
  { sources, cache }: Inspection,
): Promise<Map<string, FileOutcome>> {
  const missing = applying.filter(({ key }) => cache.outcome(path, key) === undefined);
  if (missing.length === 0) return new Map();
  const source = sources.read(path);
  if ('why' in source) return new Map(missing.map(({ key }) => [key, { skipped: source.why }]));
  const fresh = await inspectAll(source, missing);
  for (const [key, outcome] of fresh) if (!('error' in outcome)) cache.keepOutcome(path, key, outcome);
  return fresh;
}

function addOutcome(result: Gathered, outcome: FileOutcome, skip: (why: string) => void): void {
  if ('error' in outcome) result.error ??= outcome.error;
  else if ('skipped' in outcome) skip(outcome.skipped);
  else {
    result.findings.push(...outcome.findings);
    if (outcome.note !== undefined) skip(outcome.note);
  }
}

/** Kind by kind, since a kind shares work between its definitions. */
async function inspectAll(
  source: Parameters<InspectFile<'regex'>>[0],
  missing: readonly Applying[],
): Promise<Map<string, FileOutcome>> {
  const outcomes = new Map<string, FileOutcome>();
  const inspectKind = async <Kind extends CheckKind>(
    definitions: readonly (DefinitionOf<Kind> & FileDefinition)[],
    inspect: InspectFile<Kind>,
  ): Promise<void> => {
    if (definitions.length === 0) return;
    const found = await inspect(source, definitions);
    definitions.forEach((definition, index) => {
      const outcome = found[index];
      if (outcome) outcomes.set(nameDefinition(definition), outcome);
    });
  };
  const all = missing.map(({ definition }) => definition);
  await inspectKind<'regex'>(
    all.filter((one) => one.kind === 'regex'),
    inspectRegex,
  );
  await inspectKind<'secret'>(
    all.filter((one) => one.kind === 'secret'),
    inspectSecrets,
  );
  await inspectKind<'metric'>(
    all.filter((one) => one.kind === 'metric'),
    inspectMetrics,
  );
  return outcomes;
}
