// The pieces all diagnostic formats share: what a line says after its location, and grouping by tool.
import type { Diagnostic, DiagnosticsReport } from '../schema/index.js';
import type { Finding } from './format.js';
import { omitUndefined } from './omit-undefined.js';

export interface FoundDiagnostic {
  readonly tool: string;
  readonly item: Diagnostic;
  readonly from: number;
  readonly to: number;
}

const SEVERITIES: Readonly<Record<string, NonNullable<Diagnostic['severity']>>> = {
  error: 'error',
  'fatal error': 'error',
  fatal: 'error',
  high: 'error',
  warning: 'warning',
  warn: 'warning',
  medium: 'warning',
  low: 'note',
  note: 'note',
  info: 'note',
  information: 'note',
  message: 'note',
  hint: 'note',
  help: 'note',
  suggestion: 'note',
  style: 'note',
  performance: 'warning',
  portability: 'warning',
  c: 'note',
  r: 'note',
  i: 'note',
  w: 'warning',
  e: 'error',
  f: 'error',
};
const SEVERITY =
  /^(?:\[(?:error|warning|warn|info|note)\]:?|(?:fatal error|[A-Za-z]{3,11}):|(?:error|warning)(?: -|(?= [A-Z]{1,4}\d))|[CWEFRI]:) ?/i;
/** Words that some tools put behind the message. */
const LAST_SEVERITY = / (?:\[(?:error|warning)\]|\((?:error|warning)\))$/i;
const CODES: readonly RegExp[] = [
  /^([A-Z]{1,8}\d{2,6})(?:\[\w{1,30}\])?(?:\/[\w/-]{1,120})?:? /,
  /^\[([A-Z]{1,8}\d{1,6})(?:\([\w-]{1,60}\))?(?:, [^\]]{0,200})?\] /,
  /^(?:\[Correctable\] )?([A-Z]\w{1,40}\/\w{1,60}): /,
  / {1,2}\[([A-Za-z-][\w/=+.,-]{1,120})(?<!proj)\](?: \[\d\])?$/,
  / \(([\w@/-]{1,80})\)$/,
  /^\[([a-z][\w-]{1,40})\] /,
  /^([A-Z]\w{2,60}):\t/,
  /^([a-z]{2,30}(?:-[a-z]{2,30}){1,5}): /,
];

export function toSeverity(word: string | undefined): Diagnostic['severity'] {
  return SEVERITIES[word?.toLowerCase() ?? ''];
}

/** Severity, code and message out of `error: text [code]`, `E501 text`, `text (rule)` and their kin. */
export function readDetails(text: string): Pick<Diagnostic, 'severity' | 'code' | 'message'> {
  // ESLint's unix format puts both into one bracket, rustc's short one the code behind the word.
  let rest = text
    .trim()
    .replace(/ \[(Error|Warning)\/([\w@/-]{1,80})\]$/, ' ($2) [$1]')
    .replace(/^(error|warning)\[([A-Z]{1,4}\d{1,6})\]: /, '$1 $2: ');
  let severity: Diagnostic['severity'];
  let code: string | undefined;
  // Twice, because tools differ in which of the two comes first.
  for (let round = 0; round < 2; round += 1) {
    const said = severity === undefined ? findSeverity(rest) : undefined;
    if (said) [severity, rest] = [said.severity, said.rest];
    const found = code === undefined ? findCode(rest) : undefined;
    if (found) [code, rest] = [found.code, found.rest];
  }
  // Ruff marks what it can mend.
  const message = rest.replace(/^\[\*\] /, '').trim();
  return { ...(severity && { severity }), ...(code !== undefined && { code }), message };
}

function findSeverity(
  text: string,
): { severity: NonNullable<Diagnostic['severity']>; rest: string } | undefined {
  const match = SEVERITY.exec(text) ?? LAST_SEVERITY.exec(text);
  const severity = toSeverity(match?.[0].replace(/[^A-Za-z ]/g, '').trim());
  if (!match || !severity) return undefined;
  return { severity, rest: match.index === 0 ? text.slice(match[0].length) : text.slice(0, match.index) };
}

function findCode(text: string): { code: string; rest: string } | undefined {
  for (const pattern of CODES) {
    const match = pattern.exec(text);
    const rest = match ? (text.slice(0, match.index) + text.slice(match.index + match[0].length)).trim() : '';
    if (match && rest !== '') return { code: match[1] ?? '', rest };
  }
  return undefined;
}

/** Some tools repeat the code before or behind their message. */
export function dropCode(message: string, code = ''): string {
  if (code === '') return message;
  if (message.startsWith(`${code}: `)) return message.slice(code.length + 2);
  return message.endsWith(` (${code})`) ? message.slice(0, -(code.length + 3)) : message;
}

/** One report per tool, in the order the tools appear; undefined when there is nothing. */
export function toFinding(found: readonly FoundDiagnostic[], structured = false): Finding | undefined {
  if (found.length === 0) return undefined;
  const byTool = new Map<string, Diagnostic[]>();
  for (const { tool, item } of found) {
    const items = byTool.get(tool);
    if (items) items.push(omitUndefined(item));
    else byTool.set(tool, [omitUndefined(item)]);
  }
  const reports = [...byTool].map(([tool, items]): DiagnosticsReport => ({
    kind: 'diagnostics',
    tool,
    structured,
    items,
  }));
  return { reports, understood: found.map(({ from, to }) => ({ from, to })) };
}
