// Tier one: reads commands of plain words, quotes, lists, pipes and redirections to plain names, and nothing else.
import type { ShellReading } from '../contract.js';
import type { Field } from './field.js';
import { literalField } from './field.js';
import { NO_INPUT } from './input.js';
import { createReader } from './reader.js';
import type { Step } from './sequence.js';
import { runList, runPipeline } from './sequence.js';
import type { Redirection, SimpleCommand } from './simple-command.js';
import { readSimpleCommand } from './simple-command.js';
import type { Outcome, ShellState, Where } from './state.js';
import { settle, startState, toOutcome } from './state.js';

const MAX_LENGTH = 4000;
const BLANKS = /[ \t]*/y;
const WORD = /(?:[A-Za-z0-9_./:@%+,^=-]+|(?<=\w)~|'[^']*'|"[^"$`\\]*")+/y;
const MARK = /\{\}(?=[ \t;|&\n]|$)/y;
const REDIRECTION = /(\d?)(>>|>|<)(?:&(\d)(?![\w./-])|(?![<>&|(!]))/y;
const OPERATOR = /&&|\|\||[;|\n](?![;|&])/y;
const ASSIGNMENT = /^[A-Za-z_]\w*\+?=/;
const RESERVED = new Set(
  'if then else elif fi for while until do done case esac in function select time coproc'.split(' '),
);

const ENDS = new Set(['', ';', '\n']);

interface Part {
  readonly command: SimpleCommand;
  /** What stands behind it. */
  readonly operator: string;
}

/** Undefined for anything that it does not fully understand. */
export function scanSimple(command: string, where: Where): ShellReading | undefined {
  let understood = true;
  const reader = createReader((text, state) => {
    const outcome = runText(text, state);
    understood &&= outcome !== undefined;
    return outcome ?? toOutcome(state);
  });
  const runText = (text: string, state: ShellState): Outcome | undefined => {
    const parts = splitCommands(text);
    if (parts === undefined) return undefined;
    return runParts(
      parts,
      state,
      (part) => (current, input) => readSimpleCommand(reader, part, current, input),
    );
  };
  const outcome = runText(command, startState(where));
  return outcome === undefined || !understood ? undefined : reader.findings.toReading(command);
}

function runParts(
  parts: readonly Part[],
  start: ShellState,
  toStep: (command: SimpleCommand) => Step,
): Outcome {
  let outcome = toOutcome(start);
  let pipeline: Step[] = [];
  let list: Step[] = [];
  let operators: ('&&' | '||')[] = [];
  for (const { command, operator } of parts) {
    pipeline.push(toStep(command));
    if (operator === '|') continue;
    const stages = pipeline;
    const [only] = stages;
    list.push(stages.length === 1 && only ? only : (state, input) => runPipeline(stages, state, input));
    pipeline = [];
    if (operator === '&&' || operator === '||') operators.push(operator);
    else {
      outcome = runList(list, operators, settle(outcome), NO_INPUT);
      [list, operators] = [[], []];
    }
  }
  return outcome;
}

function splitCommands(text: string): readonly Part[] | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const parts: Part[] = [];
  let at = skipBlanks(text, 0);
  while (at < text.length) {
    const scanned = scanCommand(text, at);
    if (scanned === undefined) return undefined;
    parts.push(scanned.part);
    at = skipBlanks(text, scanned.end);
  }
  return ENDS.has(parts.at(-1)?.operator ?? '') ? parts : undefined;
}

interface Draft {
  readonly words: Field[];
  readonly redirections: Redirection[];
  at: number;
}

function scanCommand(text: string, start: number): { part: Part; end: number } | undefined {
  const draft: Draft = { words: [], redirections: [], at: start };
  let end = start;
  while (scanRedirection(text, draft) || scanWord(text, draft)) {
    end = draft.at;
    draft.at = skipBlanks(text, end);
  }
  const operator = takeMatch(OPERATOR, text, draft.at)?.[0] ?? '';
  const isCut = operator === '' && draft.at < text.length;
  if (isCut || isOpenEnded(text[end]) || !isProgram(draft.words[0])) return undefined;
  const { words, redirections } = draft;
  const command = { words, redirections, assignments: [], text: text.slice(start, end) };
  return { part: { command, operator }, end: draft.at + operator.length };
}

/** Not an assignment, and not a word of the shell's own grammar. */
function isProgram(first: Field | undefined): boolean {
  if (first?.value == null || first.value === '') return false;
  return !RESERVED.has(first.value) && !ASSIGNMENT.test(first.raw);
}

/** A character glued to the last word that was not read. */
function isOpenEnded(next: string | undefined): boolean {
  return next !== undefined && !' \t\n;|&'.includes(next);
}

function scanWord(text: string, draft: Draft): boolean {
  const raw = (takeMatch(WORD, text, draft.at) ?? takeMatch(MARK, text, draft.at))?.[0];
  if (raw === undefined || isOpenEnded(text[draft.at + raw.length])) return false;
  draft.at += raw.length;
  draft.words.push(literalField(raw.replace(/'([^']*)'|"([^"]*)"/g, '$1$2'), raw));
  return true;
}

function scanRedirection(text: string, draft: Draft): boolean {
  const match = takeMatch(REDIRECTION, text, draft.at);
  if (match === undefined) return false;
  const [whole, descriptor = '', operator, duplicate] = match;
  if (duplicate !== undefined) {
    draft.at += whole.length;
    return true;
  }
  const from = skipBlanks(text, draft.at + whole.length);
  const raw = takeMatch(WORD, text, from)?.[0];
  if (raw === undefined || isOpenEnded(text[from + raw.length])) return false;
  draft.at = from + raw.length;
  const target = literalField(raw.replace(/'([^']*)'|"([^"]*)"/g, '$1$2'), raw);
  if (operator === '<') draft.redirections.push({ kind: 'input', input: { kind: 'file', file: target } });
  else {
    const isStdout = descriptor === '' || descriptor === '1';
    draft.redirections.push({ kind: 'output', target, append: operator === '>>', isStdout });
  }
  return true;
}

function skipBlanks(text: string, at: number): number {
  return at + (takeMatch(BLANKS, text, at)?.[0].length ?? 0);
}

function takeMatch(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? undefined;
}
