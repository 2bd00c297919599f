// Names for a function that is about to be extracted, made of the identifiers, calls, comments and texts in its code.
import { proposeFromActions } from './from-actions.js';
import { proposeFromBranch } from './from-branch.js';
import { proposeFromComment } from './from-comment.js';
import { isCondition, isVerdict, proposeFromCondition } from './from-condition.js';
import { proposeFromDispatch } from './from-dispatch.js';
import { proposeFromGuards } from './from-guards.js';
import { proposeFromLoop, proposeFromSurroundings } from './from-loop.js';
import { proposeFromOutputs } from './from-outputs.js';
import { proposeFromValue } from './from-value.js';
import { readFunctionWords } from './function-words.js';
import { createEchoTest } from './is-echo.js';
import type { IsEcho } from './is-echo.js';
import { COMPARATIVES, listWords } from './lexicon.js';
import { createPromiseTest } from './keeps-promise.js';
import { findNameStyle } from './name-style.js';
import type { JoinWords } from './name-style.js';
import type { NamingInput, Proposal } from './proposal.js';
import { isUntrue, readEffect } from './read-effect.js';
import type { Effect } from './read-effect.js';
import { isAdjective, isGeneric, isVerb } from './words.js';

export type { NamingInput } from './proposal.js';

const MAX_LENGTH = 40;
const GOOD_LENGTH = 28;
/** Rules of many projects begin to complain about here. */
const LONG_LENGTH = 30;
const RESERVED = listWords(
  'abstract any arguments as async await boolean break case catch class const constructor continue debugger declare default delete do else enum ' +
    'eval export extends false finally for from function get if implements import in infer instanceof interface is keyof let module ' +
    'namespace never new null number object of package private protected public readonly require return set static string super switch ' +
    'symbol this throw true try type typeof undefined unique unknown using var void while with yield',
);
/** Would hide something every script can use. */
const GLOBALS = listWords('alert close confirm fetch find focus name open print prompt scroll status stop');

export interface Suggestion {
  readonly name: string;
  /** How well it describes the code, up to 100; hardly at all below 40. */
  readonly score: number;
}

export function suggestNames(input: NamingInput): string[] {
  return rankNames(input).map(({ name }) => name);
}

/** Best first, never empty: valid, free identifiers in the style of the file. */
export function rankNames(input: NamingInput): Suggestion[] {
  const style = findNameStyle(input.ts, input.file);
  const effect = readEffect(input);
  const isEcho = createEchoTest(input);
  const keepsPromise = createPromiseTest(input, effect);
  const proposals = listProposals(input)
    .filter(({ words: [verb = ''] }) => keepsPromise(verb))
    .map((proposal) => judge(input, proposal, { effect, isEcho }))
    .filter(({ words }) => words.length > 1 && !words.some(isNumber) && !isOnlyDescribed(words))
    .sort((a, b) => b.score - a.score);
  const scores = new Map<string, number>();
  for (const { words, score } of proposals) {
    const name = render(words, style);
    if (isUsable(name) && !scores.has(name)) scores.set(name, score);
  }
  const free = [...scores]
    .filter(([name]) => !input.taken.has(name))
    .map(([name, score]) => ({ name, score }));
  const [taken] = scores.keys();
  return free.length > 0
    ? free
    : [{ name: numberName(taken ?? style(['run', 'step']), input.taken), score: 0 }];
}

function listProposals(input: NamingInput): Proposal[] {
  return [
    ...proposeFromComment(input),
    ...proposeFromCondition(input),
    ...proposeFromValue(input),
    ...proposeFromGuards(input),
    ...proposeFromBranch(input),
    ...proposeFromDispatch(input),
    ...proposeFromOutputs(input),
    ...proposeFromActions(input),
    ...proposeFromLoop(input),
    ...(isAsking(input) ? [] : proposeFromSurroundings(input)),
  ];
}

function isAsking(input: NamingInput): boolean {
  const [node] = input.nodes;
  if (node === undefined || !input.ts.isExpression(node)) return false;
  return isCondition(input, node) || isVerdict(input, node);
}

/** Rather a vague name than one that says what is not so. */
const UNTRUE_PENALTY = 60;

/** In `render`, to render a circle is what the function itself calls what it does. */
function isOwnDeed(input: NamingInput, [verb = '']: readonly string[]): boolean {
  return /^(?:render|format)$/.test(verb) && verb === readFunctionWords(input).verb;
}

/** It says what is handed in, not what is done with it. */
const ECHO_PENALTY = 28;

/** A name is worth less when it is long, vague, a lone word, or that of the function itself. */
function judge(
  input: NamingInput,
  { words, score }: Proposal,
  { effect, isEcho }: { readonly effect: Effect; readonly isEcho: IsEcho },
): Proposal {
  const tidy = words.filter((word, index) => word !== words[index - 1]);
  const isOwn = tidy.join() === readFunctionWords(input).all.join();
  const penalty =
    judgeLength(tidy) +
    judgeMeaning(tidy) +
    (isUntrue(tidy[0] ?? '', effect) && !isOwnDeed(input, tidy) ? UNTRUE_PENALTY : 0) +
    (isEcho(tidy) ? ECHO_PENALTY : 0) +
    (isOwn ? 40 : 0);
  return { words: tidy, score: score - penalty };
}

function judgeLength(words: readonly string[]): number {
  const length = words.join('').length;
  return (
    Math.max(0, length - GOOD_LENGTH) * 2 +
    Math.max(0, length - LONG_LENGTH) * 4 +
    (words.length === 1 ? 30 : 0)
  );
}

function judgeMeaning(words: readonly string[]): number {
  return (
    (words.some((word) => word.length === 1) ? LETTER_PENALTY : 0) +
    (words.length > 1 && isGeneric(words.slice(1)) ? 18 : 0) +
    (isVerb(words.at(-1) ?? '') && words.length > 2 ? 4 : 0)
  );
}

/** A sign or the name of an index: it says nothing outside the code it was taken from. */
const LETTER_PENALTY = 40;

function isNumber(word: string): boolean {
  return /^\d/.test(word);
}

/** `compute bad`: a bad what? */
function isOnlyDescribed([verb = '', ...object]: readonly string[]): boolean {
  return VALUE_VERBS.has(verb) && object.every((word) => isAdjective(word) || COMPARATIVES.has(word));
}

const VALUE_VERBS = listWords(
  'find read build compute choose get list collect count format prepare create set update add handle process parse use adjust',
);

function render(words: readonly string[], style: JoinWords): string {
  return style(words).replace(/[^\p{ID_Continue}$]/gu, '');
}

function isUsable(name: string): boolean {
  return (
    name.length <= MAX_LENGTH && /^[\p{ID_Start}$_]/u.test(name) && !RESERVED.has(name) && !GLOBALS.has(name)
  );
}

/** Only when every other name is taken. */
function numberName(name: string, taken: ReadonlySet<string>): string {
  for (let count = 2; ; count++) {
    const numbered = `${name}${count}`;
    if (!taken.has(numbered)) return numbered;
  }
}
