// A SARIF log of any tool, turned into findings about this project; or the reason why it proves nothing.
import { parseJson } from '../../platform/index.js';
import type { Severity } from '../../schema/index.js';
import type { CheckContext, Finding } from './finding.js';
import { readLine, toLine } from './read-line.js';
import { locateArtifact } from './sarif-location.js';
import { SarifLog, type SarifFix, type SarifMessage, type SarifRegion } from './sarif-shape.js';
import type { SarifPlace, SarifResult, SarifRule, SarifRun } from './sarif-shape.js';
import { toAnchor, type SourceText } from './source-text.js';

export interface SarifFinding extends Finding {
  /** The tool that found it. */
  readonly tool: string;
}

export type SarifReading =
  | {
      readonly findings: readonly SarifFinding[];
      /** Results in the log, those that do not count included. */
      readonly results: number;
      readonly tools: readonly string[];
    }
  | { readonly error: string };

type Project = Pick<CheckContext, 'root' | 'read' | 'skip'>;

export function readSarif(text: string, project: Project): SarifReading {
  const json = parseJson(text.startsWith('\uFEFF') ? text.slice(1) : text);
  if (json === undefined) return { error: 'it is not JSON' };
  const parsed = SarifLog.safeParse(json);
  if (!parsed.success) return { error: describeShape(parsed.error.issues[0]) };
  const { runs } = parsed.data;
  const failure = runs.map(findFailure).find((one) => one !== undefined);
  if (failure !== undefined) return { error: failure };
  return {
    findings: runs.flatMap((run) =>
      (run.results ?? []).filter(counts).flatMap((result) => toFinding(run, result, project)),
    ),
    results: runs.reduce((sum, { results }) => sum + (results?.length ?? 0), 0),
    tools: runs.map(({ tool }) => tool.driver.name),
  };
}

function describeShape(issue: { path: PropertyKey[]; message: string } | undefined): string {
  return `it is no SARIF 2.1.0 log: \`${issue?.path.join('.') ?? ''}\` ${issue?.message ?? ''}`;
}

function findFailure(run: SarifRun): string | undefined {
  const { name } = run.tool.driver;
  const failed = run.invocations?.find(({ executionSuccessful }) => executionSuccessful === false);
  if (failed) {
    const notes = [
      ...(failed.toolExecutionNotifications ?? []),
      ...(failed.toolConfigurationNotifications ?? []),
    ];
    const said = notes.map(({ message }) => message.text).find((text) => text !== undefined);
    return `${name} says that it did not run to its end${said === undefined ? '' : `: ${said}`}`;
  }
  return run.results ? undefined : `${name} reports no list of results, not even an empty one`;
}

/** Suppressed, passed and vanished results are in a log too, and are no findings. */
function counts({ suppressions, kind, baselineState }: SarifResult): boolean {
  const isSuppressed = suppressions?.some(({ status }) => status !== 'rejected') ?? false;
  return !isSuppressed && baselineState !== 'absent' && kind !== 'pass' && kind !== 'notApplicable';
}

function toFinding(run: SarifRun, result: SarifResult, project: Project): SarifFinding[] {
  const { artifactLocation } = readPlace(result);
  const path = artifactLocation ? locateArtifact(run, artifactLocation, project.root) : '.';
  if (path !== undefined) return [describeResult(run, result, { path, project })];
  project.skip(artifactLocation?.uri ?? '?', 'lies outside the project, but a tool reports it');
  return [];
}

function describeResult(run: SarifRun, result: SarifResult, file: ReportedFile): SarifFinding {
  const { region = {} } = readPlace(result);
  const rule = findRule(run, result);
  const message = readMessage(result.message, rule);
  const line = toLine(region.startLine);
  const [fix] = result.fixes ?? [];
  return {
    ...{ path: file.path, line, endLine: toLine(region.endLine), message, tool: run.tool.driver.name },
    rule: nameRule(result) ?? rule?.id,
    severity: toSeverity(result.level ?? defaultLevel(result, rule)),
    hint: readHint(rule),
    fix: fix && toFix(run, fix, file),
    anchor: readFingerprint(result) ?? readLine(file.project, file.path, line) ?? toAnchor(message),
  };
}

interface ReportedFile {
  readonly path: string;
  readonly project: Project;
}

function readPlace({ locations = [] }: SarifResult): SarifPlace {
  return locations[0]?.physicalLocation ?? {};
}

const MAX_HINT_CHARS = 300;

function readHint(rule: SarifRule | undefined): string | undefined {
  return rule?.help?.text?.slice(0, MAX_HINT_CHARS);
}

function readFingerprint({ partialFingerprints = {} }: SarifResult): string | undefined {
  return partialFingerprints['primaryLocationLineHash'];
}

function nameRule({ ruleId, rule }: SarifResult): string | undefined {
  return ruleId ?? rule?.id;
}

function findRule(run: SarifRun, result: SarifResult): SarifRule | undefined {
  const { rules = [] } = findComponent(run, result);
  const id = nameRule(result) ?? '';
  const index = result.ruleIndex ?? result.rule?.index ?? -1;
  // An id may name a part of its rule: `CA1000/1`.
  return rules[index] ?? rules.find((rule) => rule.id === id || id.startsWith(`${rule.id}/`));
}

function findComponent({ tool }: SarifRun, { rule }: SarifResult): SarifRun['tool']['driver'] {
  const { driver, extensions = [] } = tool;
  return extensions[rule?.toolComponent?.index ?? -1] ?? driver;
}

function defaultLevel({ kind }: SarifResult, rule: SarifRule | undefined): string {
  if (kind !== undefined && kind !== 'fail') return 'none';
  return rule?.defaultConfiguration?.level ?? 'warning';
}

function toSeverity(level: string): Severity {
  if (level === 'error') return 'error';
  return level === 'none' || level === 'note' ? 'info' : 'warning';
}

function readMessage(message: SarifMessage, rule: SarifRule | undefined): string {
  const values = message.arguments ?? [];
  const text = message.text ?? findTemplate(message, rule) ?? 'no message';
  return text.replace(/\{(\d+)\}/g, (whole, index: string) => values[Number(index)] ?? whole);
}

function findTemplate({ id = '', markdown }: SarifMessage, rule: SarifRule | undefined): string | undefined {
  if (rule === undefined) return markdown;
  return rule.messageStrings?.[id]?.text ?? markdown ?? rule.shortDescription?.text ?? rule.id;
}

/** Only a fix of this one file, in columns that we count alike. */
function toFix(run: SarifRun, fix: SarifFix, { path, project }: ReportedFile): Finding['fix'] {
  const [change, ...others] = fix.artifactChanges;
  if (!change || others.length > 0 || run.columnKind === 'unicodeCodePoints') return undefined;
  const source = path === '.' ? { why: 'is no file' } : project.read(path);
  const isOther = locateArtifact(run, change.artifactLocation, project.root) !== path;
  if (isOther || 'why' in source) return undefined;
  return change.replacements.map(({ deletedRegion, insertedContent }) => ({
    ...toRange(deletedRegion, source),
    text: insertedContent?.text ?? '',
  }));
}

function toRange(region: SarifRegion, source: SourceText): { start: number; end: number } {
  const startLine = region.startLine ?? 1;
  const endLine = region.endLine ?? startLine;
  // A byte order mark is no column.
  const shift = source.text.startsWith('\uFEFF') ? 1 : 0;
  const offset = (line: number, column: number): number =>
    source.lineStart(line) + column - 1 + (line === 1 ? shift : 0);
  const start = offset(startLine, region.startColumn ?? 1);
  const end =
    region.endColumn === undefined ? source.lineStart(endLine + 1) : offset(endLine, region.endColumn);
  return { start, end: Math.max(start, end) };
}
