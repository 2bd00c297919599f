// Names for statements by what they leave behind: `discount = …` → compute discount, `errors.push(…)` → collect errors.
import type ts from 'typescript';
import type { TypeScript } from '../../javascript/load-typescript.js';
import { describeNoun, unwrap } from './describe-noun.js';
import { findOutputs } from './find-outputs.js';
import type { Output, OutputValue } from './find-outputs.js';
import { isCondition } from './from-condition.js';
import { readFunctionWords } from './function-words.js';
import { propose } from './proposal.js';
import type { NamingInput, Proposal } from './proposal.js';
import { chooseValueVerb, isText } from './value-verb.js';
import { COMPARATIVES, PARTICIPLES } from './lexicon.js';
import { isAdjective, isGeneric, isVerb, splitWords, toMany } from './words.js';

export function proposeFromOutputs(input: NamingInput): Proposal[] {
  const found = findOutputs(input);
  const told = found.filter(({ name }) => !isPosition(name));
  // Where a scanner stands is told only when nothing else is.
  const outputs = told.length > 0 ? told : found;
  const [first, second] = outputs;
  if (first === undefined) return [];
  if (second === undefined)
    return [
      proposeOutput(input, first, 72),
      propose(isVague(splitWords(first.name)) ? 30 : 56, 'prepare', nameOutput(input, first)),
    ];
  const singles = outputs.slice(0, 3).map((output) => proposeOutput(input, output, 46));
  if (outputs.length > 2) return singles;
  const [a, b] = [nameOutput(input, first), nameOutput(input, second)];
  const verb = chooseVerb(input.ts, first);
  if (a.join() === b.join()) return singles;
  return [propose(a.length + b.length <= 3 ? 58 : 44, verb, a, 'and', b), ...singles];
}

function isPosition(name: string): boolean {
  return /^[ijkn]{1,2}$|^(?:idx|index|pos|position|offset|cursor)$/i.test(name);
}

function proposeOutput(input: NamingInput, output: Output, score: number): Proposal {
  const object = nameOutput(input, output);
  const verb = chooseVerb(input.ts, output);
  const doubt = isVague(splitWords(output.name)) ? 22 : 0;
  return propose(object.length === 0 ? 10 : score - doubt, verb, fit(verb, object));
}

/** The variable's own words; a vague one is called after what it is made of, or after the function. */
function nameOutput(input: NamingInput, { name, values }: Output): readonly string[] {
  const words = splitWords(name);
  const made = values
    .map(({ value }) => describeNoun(input.ts, value))
    .find((noun) => noun.length > 0 && !noun.some(isVerb));
  if (isDescription(words, values)) return made ?? words;
  if (!isVague(words)) return FLAG_WORDS.has(words[0] ?? '') ? words.slice(1) : words;
  if (made !== undefined) return made;
  const { object } = readFunctionWords(input);
  return object.length > 0 || name.length === 1 ? object : words;
}

/** `result`, `lessOften`: what it is made of says more. */
function isVague(words: readonly string[]): boolean {
  return (isGeneric(words) && words.length < 3) || COMPARATIVES.has(words[0] ?? '');
}

/** `const known = toSeverity(…)`: what describes the value says less than what it is. */
function isDescription(words: readonly string[], values: readonly OutputValue[]): boolean {
  return (
    values.every(({ kind, value }) => kind === 'set' && value !== undefined) &&
    words.every((word) => PARTICIPLES.has(word) || isAdjective(word))
  );
}

const FLAG_WORDS = new Set(['is', 'has', 'did', 'was', 'should']);

/** One collects or counts many. */
function fit(verb: string, object: readonly string[]): readonly string[] {
  if (verb !== 'collect' && verb !== 'list' && verb !== 'count') return object;
  const isTold = object.at(-1) === 'count' || object.at(-1) === 'list';
  return toMany(isTold ? object.slice(0, -1) : object);
}

function chooseVerb(compiler: TypeScript, output: Output): string {
  const { name, values } = output;
  if (values.some(({ kind }) => kind === 'push')) return output.isDeclared ? 'list' : 'collect';
  if (values.some(({ kind, inLoop }) => kind === 'count' && inLoop))
    return isPosition(name) ? 'advance' : 'count';
  if (values.every(({ value }) => value === undefined || isTruthValue(compiler, value))) {
    return FLAG_WORDS.has(splitWords(name)[0] ?? '') ? 'detect' : 'update';
  }
  return FLAG_WORDS.has(splitWords(name)[0] ?? '') ? 'check' : chooseCommonVerb(compiler, output);
}

function chooseCommonVerb(compiler: TypeScript, { values }: Output): string {
  const set = values.filter(({ value }) => value !== undefined && !isStartValue(compiler, value));
  const verbs = new Set(set.map((value) => chooseVerbFor(compiler, value)));
  const [first] = verbs;
  if (verbs.size === 1 && first !== undefined) return first;
  if (verbs.has('build')) return 'build';
  if (verbs.has('format')) return 'format';
  return verbs.size > 1 ? 'find' : 'compute';
}

function isTruthValue(compiler: TypeScript, { kind }: ts.Node): boolean {
  return kind === compiler.SyntaxKind.TrueKeyword || kind === compiler.SyntaxKind.FalseKeyword;
}

/** `0`, `''`, `[]`, `null`: only where it begins. */
function isStartValue(compiler: TypeScript, value: ts.Node): boolean {
  if (compiler.isArrayLiteralExpression(value)) return value.elements.length === 0;
  if (compiler.isStringLiteralLike(value)) return value.text === '';
  return (
    (compiler.isNumericLiteral(value) && value.text === '0') || value.kind === compiler.SyntaxKind.NullKeyword
  );
}

function chooseVerbFor(compiler: TypeScript, { kind, value }: OutputValue): string {
  if (value === undefined) return 'compute';
  const node = unwrap(compiler, value);
  if (kind === 'add') return isText(compiler, node) ? 'build' : 'compute';
  if (compiler.isExpression(node) && isCondition({ ts: compiler }, node)) return 'check';
  return chooseValueVerb(compiler, node) ?? 'find';
}
