// SARIF 2.1.0 from any analyser. A run that says it did not succeed is a failure, never "no findings".
import { z } from 'zod';
import type { Diagnostic, FailureReport, Report } from '../../schema/index.js';
import type { Format } from '../format.js';
import { omitUndefined } from '../omit-undefined.js';
import { everyLine } from '../output.js';

export const sarif: Format = {
  tool: 'sarif',
  signs: ['"runs"'],
  parse(output) {
    const parsed = Log.safeParse(output.json());
    if (!parsed.success) return undefined;
    return { reports: parsed.data.runs.flatMap(readRun), understood: [everyLine(output)] };
  },
};

const Message = z.object({ text: z.string().optional(), id: z.string().optional() });
const Rule = z.object({
  id: z.string(),
  messageStrings: z.record(z.string(), z.object({ text: z.string() })).optional(),
  defaultConfiguration: z.object({ level: z.string().optional() }).optional(),
});
const Result = z.object({
  ruleId: z.string().optional(),
  ruleIndex: z.number().int().optional(),
  rule: z.object({ id: z.string().optional(), index: z.number().int().optional() }).optional(),
  level: z.string().optional(),
  message: Message,
  locations: z
    .array(
      z.object({
        physicalLocation: z
          .object({
            artifactLocation: z
              .object({ uri: z.string().optional(), uriBaseId: z.string().optional() })
              .optional(),
            region: z
              .object({ startLine: z.number().int().optional(), startColumn: z.number().int().optional() })
              .optional(),
          })
          .optional(),
      }),
    )
    .optional(),
  suppressions: z.array(z.object({ status: z.string().optional() })).optional(),
});
const Run = z.object({
  tool: z.object({ driver: z.object({ name: z.string(), rules: z.array(Rule).optional() }) }),
  results: z.array(Result).optional(),
  invocations: z
    .array(
      z.object({
        executionSuccessful: z.boolean().optional(),
        toolConfigurationNotifications: z.array(z.object({ message: Message })).optional(),
        toolExecutionNotifications: z.array(z.object({ message: Message })).optional(),
      }),
    )
    .optional(),
});
const Log = z.object({ version: z.string(), runs: z.array(Run) });

function readRun(run: z.infer<typeof Run>): Report[] {
  const tool = run.tool.driver.name;
  const rules = run.tool.driver.rules ?? [];
  const items = (run.results ?? []).filter(isVisible).map((result) => toDiagnostic(result, rules));
  const failures = readFailures(run, tool);
  const measured = items.length > 0 || (run.results !== undefined && failures.length === 0);
  return [
    ...(measured ? [{ kind: 'diagnostics' as const, tool, structured: true, items }] : []),
    ...failures,
  ];
}

function readFailures(run: z.infer<typeof Run>, tool: string): FailureReport[] {
  const failed = (run.invocations ?? []).filter((invocation) => invocation.executionSuccessful === false);
  return failed.map((invocation) => {
    const notes = [
      ...(invocation.toolConfigurationNotifications ?? []),
      ...(invocation.toolExecutionNotifications ?? []),
    ];
    const said = notes.map(({ message }) => message.text ?? '').filter(Boolean);
    return { kind: 'failure', tool, message: said[0] ?? `${tool} did not run to its end` };
  });
}

function isVisible(result: z.infer<typeof Result>): boolean {
  const { suppressions = [] } = result;
  return suppressions.length === 0 || suppressions.every(({ status }) => status === 'rejected');
}

function toDiagnostic(result: z.infer<typeof Result>, rules: readonly z.infer<typeof Rule>[]): Diagnostic {
  const code = result.ruleId ?? result.rule?.id;
  const rule = findRule(result, code, rules);
  return omitUndefined({
    ...readPlace(result),
    code,
    severity: toSeverity(result.level ?? rule?.defaultConfiguration?.level),
    message: readText(result.message, rule) ?? code ?? '',
  });
}

/** By its place in the list when the result gives one, else by its id. */
function findRule(
  { ruleIndex, rule }: z.infer<typeof Result>,
  code: string | undefined,
  rules: readonly z.infer<typeof Rule>[],
): z.infer<typeof Rule> | undefined {
  return rules[ruleIndex ?? rule?.index ?? -1] ?? rules.find(({ id }) => id === code);
}

function readPlace({ locations }: z.infer<typeof Result>): Pick<Diagnostic, 'file' | 'line' | 'column'> {
  const place = locations?.[0]?.physicalLocation;
  return {
    file: toFile(place?.artifactLocation?.uri ?? ''),
    line: place?.region?.startLine,
    column: place?.region?.startColumn,
  };
}

/** The text itself, or the one its rule keeps under an id. */
function readText(
  message: z.infer<typeof Message>,
  rule: z.infer<typeof Rule> | undefined,
): string | undefined {
  return message.text ?? rule?.messageStrings?.[message.id ?? '']?.text;
}

function toSeverity(level: string | undefined): Diagnostic['severity'] {
  if (level === 'error') return 'error';
  return level === 'note' || level === 'none' ? 'note' : 'warning';
}

function toFile(uri: string): string {
  const path = uri.startsWith('file://') ? uri.slice('file://'.length) : uri;
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
