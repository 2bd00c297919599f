// How the lines of a file are laid out: by its habits, and by what its project says about formatting.
import type { BraceHabit } from './brace-habit.js';
import type { ProjectFormat } from './project-format.js';

export interface LayoutHabit {
  readonly newline: '\n' | '\r\n';
  /** One step of indentation. */
  readonly indent: string;
  /** How long a line may get, and what a tab counts for. */
  readonly width: number;
  readonly tabWidth: number;
  /** Whether a comma stands behind the last of several lines in parentheses. */
  readonly trailingComma: boolean;
  /** Whether an empty line stands before a `return` that follows a statement of several lines. */
  readonly padsReturn: boolean;
  /** Whether an empty line stands before every `return` that something stands before. */
  readonly padsEveryReturn: boolean;
  /** Whether an empty line stands behind declarations. */
  readonly padsDeclarations: boolean;
  /** Whether a value of several lines is returned in parentheses. */
  readonly wrapsReturn: boolean;
  /** Whether the only parameter of an arrow function stands without parentheses. */
  readonly bareArrows: boolean;
}

export function readLayout(
  text: string,
  typescript: boolean,
  format: ProjectFormat | undefined,
): LayoutHabit {
  return {
    newline: readNewline(text),
    indent: readIndent(text),
    width: format?.width ?? readWidth(text),
    tabWidth: format?.tabWidth ?? 1,
    trailingComma: readTrailingComma(text, typescript, format),
    padsReturn: padsReturn(text),
    padsEveryReturn: padsEveryReturn(text),
    padsDeclarations: padsDeclarations(text),
    bareArrows: hasBareArrows(text),
    wrapsReturn: format?.isPrettier === true || /\breturn \(\r?\n/.test(text),
  };
}

/** What a text takes up on a line. */
export function countColumns(text: string, { tabWidth }: Pick<LayoutHabit, 'tabWidth'>): number {
  return text.replaceAll('\t', ' '.repeat(tabWidth)).length;
}

function readNewline(text: string): '\n' | '\r\n' {
  const windows = text.split('\r\n').length - 1;
  const all = text.split('\n').length - 1;
  return windows * 2 > all ? '\r\n' : '\n';
}

function readIndent(text: string): string {
  if ((text.match(/^\t/gm) ?? []).length > (text.match(/^ {2}/gm) ?? []).length) return '\t';
  const steps = new Map<number, number>();
  let before = 0;
  for (const [, spaces = ''] of text.matchAll(/^( *)\S/gm)) {
    const step = spaces.length - before;
    if (step > 1) steps.set(step, (steps.get(step) ?? 0) + 1);
    before = spaces.length;
  }
  const [best] = [...steps].sort((a, b) => b[1] - a[1]);
  return ' '.repeat(best?.[0] ?? 2);
}

/** Lines beyond what anybody sets as a limit are exceptions; comments and long strings are not broken. */
function readWidth(text: string): number {
  const lengths = text
    .split('\n')
    .filter((line) => !/^\s*(?:\/[/*]|\*)|(['"`]).{40,}\1/.test(line))
    .map((line) => line.trimEnd().length);
  return Math.max(80, ...lengths.filter((length) => length <= 120));
}

/** Mostly, and more than once. */
function padsReturn(text: string): boolean {
  const padded = (text.match(/^[^\S\n]*\}[;)]*\r?\n\r?\n[^\S\n]*return\b/gm) ?? []).length;
  const tight = (text.match(/^[^\S\n]*\}[;)]*\r?\n[^\S\n]*return\b/gm) ?? []).length;
  return padded > 1 && padded > tight;
}

function hasBareArrows(text: string): boolean {
  const bare = (text.match(/[=(,:]\s*[\w$]+ =>/g) ?? []).length;
  return bare > (text.match(/\([\w$]+\) =>/g) ?? []).length;
}

/** Nearly always, and often enough to be a habit. */
function isHabit(yes: number, no: number): boolean {
  return yes > 2 && yes > no * 4;
}

function padsEveryReturn(text: string): boolean {
  const padded = (text.match(/[^\s{:]\r?\n[^\S\n]*\r?\n[^\S\n]*return\b/g) ?? []).length;
  const tight = (text.match(/[^\s{:>)][^\S\n]*\r?\n[^\S\n]*return\b/g) ?? []).length;
  return isHabit(padded, tight);
}

/** Of the last of several declarations in a row. */
function padsDeclarations(text: string): boolean {
  const line = '^[^\\S\\n]*(?:var|let|const) [^\\n]*;?\\r?\\n';
  const padded = (
    text.match(new RegExp(`${line}[^\\S\\n]*\\r?\\n(?![^\\S\\n]*(?:var|let|const) )`, 'gm')) ?? []
  ).length;
  const tight = (
    text.match(
      new RegExp(`${line}(?![^\\S\\n]*(?:(?:var|let|const) |\\r?\\n|[}\\])]))(?=[^\\S\\n]*[a-z])`, 'gm'),
    ) ?? []
  ).length;
  return isHabit(padded, tight);
}

/** Behind the last of several lines in parentheses. */
function readTrailingComma(text: string, typescript: boolean, format: ProjectFormat | undefined): boolean {
  if (format?.trailingComma !== undefined) return format.trailingComma === 'all';
  return (typescript ? /,\r?\n\s*[)\]}]/ : /,\r?\n\s*\)/).test(text);
}

export function formatBraces(habit: BraceHabit, format: ProjectFormat | undefined): BraceHabit {
  if (format?.isPrettier !== true) return habit;
  const { bracketSpacing, trailingComma } = format;
  return {
    ...habit,
    gap: bracketSpacing === undefined ? habit.gap : bracketSpacing ? ' ' : '',
    trailingComma: trailingComma === undefined ? habit.trailingComma : trailingComma !== 'none',
  };
}
