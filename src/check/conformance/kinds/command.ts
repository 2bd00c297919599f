// A command of the project: its exit code, or a number in what it prints.
import type { Diagnostic, Expectation, Report } from '../../../schema/index.js';
import { createCommandCheck } from '../../command-check.js';
import { NOT_TRUSTED, type CheckContext, type DefinitionOf, type Finding, type RunKind } from '../finding.js';
import { toProjectPath } from '../project-path.js';
import { readLine, toLine } from '../read-line.js';

const MAX_FINDINGS = 1_000;

export const runCommandCheck: RunKind<'command'> = async (context, definition) => {
  if (!context.trusted) return { error: NOT_TRUSTED };
  const { id, config } = definition;
  const check = createCommandCheck({ id, ...config });
  const { verdict, reports } = await check.measure({ run: context.run, root: context.root });
  if (verdict.error !== undefined) return { error: `${config.command.join(' ')}: ${verdict.error}` };
  if (verdict.passing) return { findings: [] };
  const places = config.expect === 'exit0' ? listPlaces(context, reports) : [];
  return { findings: places.length > 0 ? places : [describeWhole(definition, verdict)] };
};

/** What it printed about files, where that was understood: each is a finding of its own. */
function listPlaces(context: CheckContext, reports: readonly Report[]): Finding[] {
  const known = new Set(context.files);
  const items = reports.flatMap((report) => (report.kind === 'diagnostics' ? report.items : []));
  return items.slice(0, MAX_FINDINGS).flatMap((item) => {
    const path = toProjectPath(context.root, item.file ?? '');
    return path !== undefined && known.has(path) ? [toFinding(context, path, item)] : [];
  });
}

function toFinding(context: CheckContext, path: string, item: Diagnostic): Finding {
  const line = toLine(item.line);
  return {
    path,
    line,
    message: item.message,
    rule: item.code,
    severity: item.severity === 'note' ? 'info' : item.severity,
    anchor: readLine(context, path, line) ?? item.message,
  };
}

function describeWhole(
  { config }: DefinitionOf<'command'>,
  verdict: { readonly summary: string; readonly value?: number | undefined },
): Finding {
  return {
    path: '.',
    message: `${verdict.summary}: ${config.command.join(' ')}`,
    value: verdict.value,
    limit: limitOf(config.expect),
    anchor: '',
  };
}

function limitOf(expect: Expectation): number | undefined {
  return expect === 'exit0' ? undefined : expect.value;
}
