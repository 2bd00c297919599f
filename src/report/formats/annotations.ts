// Annotations for GitHub and Azure, as many tools print them when they run there: `::error file=a.ts,line=3,col=5::text`.
import type { Diagnostic } from '../../schema/index.js';
import { readDetails, toFinding } from '../diagnostics.js';
import type { FoundDiagnostic } from '../diagnostics.js';
import { collectLines } from '../find-line.js';
import type { Format } from '../format.js';

export const annotations: Format = {
  tool: 'github',
  signs: ['::error ', '::warning ', '::notice ', '##vso[task.logissue '],
  parse({ lines }) {
    return toFinding(
      collectLines(lines, (line, index): FoundDiagnostic | undefined => {
        if (line.startsWith('##vso[')) return readIssue(line, index);
        const item = line.includes('::') ? readAnnotation(line) : undefined;
        return item && { tool: 'github', item, from: index, to: index };
      }),
    );
  },
};

const ANNOTATION = /^\s{0,8}::(error|warning|notice) ([^:]{1,1000})::(.{1,3000})$/;

function readAnnotation(line: string): Diagnostic | undefined {
  const match = ANNOTATION.exec(line);
  if (!match) return undefined;
  const [, level = '', list = '', text = ''] = match;
  const fields = new Map(list.split(',').map((field) => splitField(field)));
  const file = fields.get('file') ?? '';
  if (file === '') return undefined;
  const column = fields.get('col') ?? fields.get('column');
  const severity = LEVELS[level];
  return {
    file,
    line: toNumber(fields.get('line')),
    column: toNumber(column),
    ...readDetails(readFirstLine(text)),
    ...(severity && { severity }),
  };
}

const ISSUE = /^##vso\[task\.logissue ([^\]]{1,1000})\](.{1,3000})$/;

/** `##vso[task.logissue type=error;sourcepath=a.ts;linenumber=3;columnnumber=5;code=E1;]text` */
function readIssue(line: string, index: number): FoundDiagnostic | undefined {
  const [, list = '', message = ''] = ISSUE.exec(line) ?? [];
  const fields = new Map(list.split(';').map((field) => splitField(field)));
  const file = fields.get('sourcepath') ?? '';
  if (file === '') return undefined;
  const item: Diagnostic = {
    file,
    line: toNumber(fields.get('linenumber')),
    column: toNumber(fields.get('columnnumber')),
    code: fields.get('code'),
    severity: LEVELS[fields.get('type') ?? ''],
    message,
  };
  return { tool: 'azure', item, from: index, to: index };
}

const LEVELS: Readonly<Record<string, Diagnostic['severity']>> = {
  error: 'error',
  warning: 'warning',
  notice: 'note',
};

/** Ruff repeats the place in the text. */
function readFirstLine(text: string): string {
  const [first = ''] = unescape(text).split('\n', 1);
  return first.replace(
    /^[^\s:]{1,300}:\d{1,7}:\d{1,7}: (?=[A-Z]{1,8}\d{1,6} |[a-z]{2,30}-[a-z-]{2,60}: )/,
    '',
  );
}

function splitField(field: string): [string, string] {
  const at = field.indexOf('=');
  return at < 0 ? [field.trim(), ''] : [field.slice(0, at).trim(), unescape(field.slice(at + 1))];
}

const ESCAPES: Readonly<Record<string, string>> = {
  '%25': '%',
  '%0D': '',
  '%0A': '\n',
  '%3A': ':',
  '%2C': ',',
};

function unescape(text: string): string {
  return text.replace(/%(?:25|0D|0A|3A|2C)/gi, (code) => ESCAPES[code.toUpperCase()] ?? code);
}

function toNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,7}$/.test(text) ? Number(text) : undefined;
}
