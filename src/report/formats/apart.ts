// Bundlers and newer linters, which print the message and the place of a finding on different lines, or the place in brackets.
import type { Diagnostic } from '../../schema/index.js';
import { readDetails, toFinding, toSeverity } from '../diagnostics.js';
import type { FoundDiagnostic } from '../diagnostics.js';
import { findLineFrom } from '../find-line.js';
import type { Format } from '../format.js';

export const apart: Format = {
  tool: 'lint',
  signs: ['━━━', '[ERROR]', '[WARNING]', '-[', '─[', 'ERROR in ', 'WARNING in ', '[error] ', 'RollupError: '],
  parse({ lines }) {
    const found: FoundDiagnostic[] = [];
    for (let index = 0; index < lines.length; index += 1) {
      const line = lines[index] ?? '';
      const one = line.endsWith('━━━') || HINT.test(line) ? read(lines, index, line) : undefined;
      if (!one) continue;
      found.push({ ...one, from: index });
      index = one.to;
    }
    return toFinding(found);
  },
};

/** One look that nearly all lines fail. */
const HINT = /^(?:[✘▲] \[| {1,4}[×⚠!x] \S|(?:ERROR|WARNING) in |\[(?:error|!)\] )/;
type Found = Omit<FoundDiagnostic, 'from'>;

function read(lines: readonly string[], index: number, line: string): Found | undefined {
  return (
    readBiome(lines, index, line) ??
    readPlaceBelow(lines, index, line) ??
    readWebpack(lines, index, line) ??
    readBracketed(index, line)
  );
}

const BIOME = /^([^\s:]{1,500}):(\d{1,7}):(\d{1,7}) ([a-z][\w/]{1,100})\s.{0,100}━{3}$/;

/** `a.js:1:5 lint/style/useConst ━━━━`, the message below. */
function readBiome(lines: readonly string[], index: number, line: string): Found | undefined {
  const [, file, number, column, code] = BIOME.exec(line) ?? [];
  if (file === undefined) return undefined;
  const to = findLineFrom(lines, index + 1, (next) => next.trim() !== '', index + 4);
  const [, mark = '', message] = /^\s{1,4}([×✖!⚠iℹ]) (\S.{0,2000})$/u.exec(lines[to] ?? '') ?? [];
  if (message === undefined) return undefined;
  const severity = toSeverity(MARKS[mark] ?? 'note');
  const item = { file, line: Number(number), column: Number(column), code, severity, message };
  return { tool: 'biome', item, to };
}

const MARKS: Readonly<Record<string, string>> = {
  '×': 'error',
  '✖': 'error',
  x: 'error',
  '!': 'warning',
  '⚠': 'warning',
  ERROR: 'error',
  WARNING: 'warning',
};
const SAID = /^(?:[✘▲] \[(ERROR|WARNING)\]| {1,4}([×⚠!x])) (\S.{0,2000})$/u;
const PLACE = /^\s{1,8}(?:[,╭][-─]{1,3}\[)?([^\s:[\]]{1,500}):(\d{1,7}):(\d{1,7})(?:\]|:)$/u;

/** esbuild's `✘ [ERROR] text` and oxlint's `× rule: text`, the place below. */
function readPlaceBelow(lines: readonly string[], index: number, line: string): Found | undefined {
  const [, word, mark, text] = SAID.exec(line) ?? [];
  if (text === undefined) return undefined;
  const to = findLineFrom(lines, index + 1, (next) => PLACE.test(next), index + 4);
  const [, file, number, column] = PLACE.exec(lines[to] ?? '') ?? [];
  if (file === undefined) return undefined;
  const severity = toSeverity(MARKS[word ?? mark ?? '']);
  const item = { file, line: Number(number), column: Number(column), severity, ...readRule(text) };
  return { tool: word === undefined ? 'oxlint' : 'esbuild', item, to };
}

/** `eslint(no-var): text` */
function readRule(text: string): Pick<Diagnostic, 'code' | 'message'> {
  const [, code, rest] = /^([\w-]{1,40}\([\w/-]{1,80}\)): (.{1,2000})$/.exec(text) ?? [];
  return { code, message: rest ?? text };
}

const WEBPACK =
  /^(ERROR|WARNING) in (\S{1,500}?)(?:[: ](\d{1,7}):(\d{1,7})(?:-\d{1,7}(?::\d{1,7})?)?|\((\d{1,7}),(\d{1,7})\):?)$/;

/** `ERROR in ./a.js 1:6`, the message below. */
function readWebpack(lines: readonly string[], index: number, line: string): Found | undefined {
  const match = WEBPACK.exec(line);
  const below = (lines[index + 1] ?? '').trim();
  if (!match || below === '') return undefined;
  const severity = toSeverity(match[1]);
  const place = { line: Number(match[3] ?? match[5]), column: Number(match[4] ?? match[6]) };
  const item: Diagnostic = {
    file: match[2] ?? '',
    ...place,
    ...readDetails(below),
    ...(severity && { severity }),
  };
  return { tool: 'webpack', item, to: index + 1 };
}

/** Prettier's `[error] a.js: SyntaxError: text (1:7)` and Rollup's `[!] RollupError: a.js (1:6): text`. */
function readBracketed(index: number, line: string): Found | undefined {
  const last = /^\[error\] ([^\s:]{1,500}): (\w{1,40}Error: .{1,1000}) \((\d{1,7}):(\d{1,7})\)$/.exec(line);
  const first =
    /^\[!\] (?:\([^)]{1,60}\) )?(?:\w{0,40}Error: )?([^\s:]{1,500}) \((\d{1,7}):(\d{1,7})\): (.{1,1000})$/.exec(
      line,
    );
  const [file, message, number, column] = last?.slice(1) ?? [first?.[1], first?.[4], first?.[2], first?.[3]];
  if (file === undefined || message === undefined) return undefined;
  const item: Diagnostic = { file, line: Number(number), column: Number(column), severity: 'error', message };
  return { tool: last ? 'prettier' : 'rollup', item, to: index };
}
