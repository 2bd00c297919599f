// Who may import whom: layers, forbidden imports, and no cycles.
import {
  createFileSet,
  listImports,
  resolveImport,
  type FileSet,
  type ImportGraph,
} from '../../../code/index.js';
import type { CheckContext, DefinitionOf, Finding, RunKind } from '../finding.js';
import { createGlobFilter, createPathFilter } from '../path-filter.js';
import { findImportCycles } from './import-cycles.js';

type DependencyDefinition = DefinitionOf<'dependency'>;

const MAX_SHOWN = 6;

export const runDependency: RunKind<'dependency'> = async (context, definition) => {
  const covers = createPathFilter(definition);
  const graph = restrict(await context.graph(), covers);
  for (const path of graph.skipped) context.skip(path, 'its imports are not known');
  const findings = [
    ...(definition.config.cycles === 'forbid' ? reportCycles(graph) : []),
    ...reportImports(graph, createRules(definition)),
  ].filter(({ path, involves = [] }) => [path, ...involves].some(context.isWanted));
  return { findings: await addLines(findings, context) };
};

/** Only edges between files that the check is about. */
function restrict(graph: ImportGraph, covers: (path: string) => boolean): ImportGraph {
  const imports = new Map<string, readonly string[]>();
  for (const [path, targets] of graph.imports) if (covers(path)) imports.set(path, targets.filter(covers));
  return { imports, importedBy: new Map(), skipped: graph.skipped.filter(covers) };
}

interface Edge extends Finding {
  /** The file whose import is the culprit, to find the line. */
  readonly target: string;
}

function reportCycles({ imports }: ImportGraph): Edge[] {
  return findImportCycles(imports).map(({ members, way }) => ({
    path: members[0] ?? '',
    message: `imports itself in a circle: ${shorten(way).join(' → ')}${describeOthers(members, way)}`,
    rule: 'cycle',
    value: members.length,
    limit: 1,
    anchor: '',
    involves: members,
    target: way[1] ?? '',
  }));
}

function shorten(way: readonly string[]): string[] {
  if (way.length <= MAX_SHOWN + 1) return [...way];
  return [...way.slice(0, MAX_SHOWN - 1), `… ${way.length - MAX_SHOWN} more …`, ...way.slice(-1)];
}

function describeOthers(members: readonly string[], way: readonly string[]): string {
  const others = members.length - (way.length - 1);
  return others > 0 ? ` (${members.length} files are tangled up with each other)` : '';
}

/** Why one file may not import another; undefined when it may. */
type Rule = (from: string, to: string) => { readonly rule: string; readonly message: string } | undefined;

function createRules({ config }: DependencyDefinition): Rule[] {
  const layers = (config.layers ?? []).map(({ name, files }) => ({ name, holds: createGlobFilter(files) }));
  const indexOf = (path: string): number => layers.findIndex(({ holds }) => holds(path));
  const layering: Rule = (from, to) => {
    const [lower, upper] = [indexOf(from), indexOf(to)];
    if (lower === -1 || upper <= lower) return undefined;
    const [below, above] = [layers[lower]?.name ?? '', layers[upper]?.name ?? ''];
    return { rule: 'layers', message: `imports ${to}, but ${below} lies below ${above} and may not know it` };
  };
  const bans = (config.forbid ?? []).map(({ from, to, why }): Rule => {
    const [isFrom, isTo] = [createGlobFilter(from), createGlobFilter(to)];
    const reason = why === undefined ? 'which is forbidden here' : why;
    return (importer, target) =>
      isFrom(importer) && isTo(target)
        ? { rule: 'forbid', message: `imports ${target}: ${reason}` }
        : undefined;
  });
  return [layering, ...bans];
}

function reportImports({ imports }: ImportGraph, rules: readonly Rule[]): Edge[] {
  const found: Edge[] = [];
  for (const [path, targets] of imports) {
    for (const target of targets) {
      const broken = rules.map((rule) => rule(path, target)).find((one) => one !== undefined);
      if (broken) found.push({ path, ...broken, anchor: target, target });
    }
  }
  return found;
}

/** The graph knows files only; the lines are looked up where there is something to report. */
async function addLines(edges: readonly Edge[], context: CheckContext): Promise<Finding[]> {
  if (edges.length === 0) return [];
  const readText = (path: string): string | undefined => {
    const source = context.read(path);
    return 'why' in source ? undefined : source.text;
  };
  const fileSet = await createFileSet({ files: context.files, read: readText });
  const findings: Finding[] = [];
  for (const { target, ...finding } of edges) {
    const text = readText(finding.path);
    const line =
      text === undefined ? undefined : await findImportLine(finding.path, text, { target, fileSet });
    findings.push({ ...finding, line: line ?? 1 });
  }
  return findings;
}

async function findImportLine(
  path: string,
  text: string,
  { target, fileSet }: { target: string; fileSet: FileSet },
): Promise<number | undefined> {
  const refs = await listImports(path, text);
  return refs.find((ref) => resolveImport(ref, path, fileSet) === target)?.line;
}
