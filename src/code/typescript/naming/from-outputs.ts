// Names for statements by what they leave behind: `discount = …` → compute discount, `errors.push(…)` → collect errors.
import type ts from 'typescript';
import type { TypeScript } from '../../javascript/load-typescript.js';
import { describeNoun, unwrap } from './describe-noun.js';
import { findOutputs } from './find-outputs.js';
import type { Output, OutputValue } from './find-outputs.js';
import { isCondition } from './from-condition.js';
import { readFunctionWords } from './function-words.js';
import { readFlag, renderPredicate } from './predicate.js';
import { propose } from './proposal.js';
import type { NamingInput, Proposal } from './proposal.js';
import { chooseValueVerb, isText } from './value-verb.js';
import { AMBIGUOUS, COMPARATIVES, PARTICIPLES } from './lexicon.js';
import { walkOwn } from './walk-own.js';
import { isAdjective, isGeneric, isVerb, splitWords, toMany } from './words.js';

export function proposeFromOutputs(input: NamingInput): Proposal[] {
  const found = findOutputs(input);
  // Where a scanner stands is told only when nothing else is, and so are notes that are taken on the way.
  const told = keepIfAny(found, ({ name }) => !isPosition(name));
  const outputs = keepIfAny(told, (output) => !isNote(output));
  const [first, second] = outputs;
  if (first === undefined) return [];
  if (second !== undefined) return proposeSeveral(input, outputs);
  return [
    proposeOutput(input, first, 72),
    ...proposeContribution(first),
    propose(isVague(splitWords(first.name)) ? 26 : 38, 'prepare', nameOutput(input, first)),
  ];
}

function keepIfAny(outputs: readonly Output[], isWanted: (output: Output) => boolean): readonly Output[] {
  const wanted = outputs.filter(isWanted);
  return wanted.length > 0 ? wanted : outputs;
}

/** Something is only added to what was there before. */
function isNote({ isDeclared, values }: Output): boolean {
  return !isDeclared && values.every(({ kind }) => kind === 'push');
}

/** To list them says the code again: better what they have in common. */
function proposeSeveral(input: NamingInput, outputs: readonly Output[]): Proposal[] {
  const nouns = outputs.map((output) => nameOutput(input, output));
  const [first, second] = outputs;
  const [a = [], b = []] = nouns;
  // One of them alone would be untrue about the rest.
  const singles = outputs.slice(0, 3).map((output) => proposeOutput(input, output, 20));
  if (first === undefined || second === undefined || a.join() === b.join()) return singles;
  const verb = chooseVerb(input.ts, first);
  const pair = propose(a.length + b.length <= 3 ? 46 : 40, verb, a, 'and', b);
  return [
    ...proposeAddition(input.ts, outputs),
    ...proposeShared(verb, outputs),
    ...(outputs.length > 2 ? [] : [pair]),
    ...singles,
  ];
}

/** `reduced += amount` or `full += amount` → add amount. */
function proposeAddition(compiler: TypeScript, outputs: readonly Output[]): Proposal[] {
  const values = outputs.flatMap((output) => output.values);
  const nouns = new Set(values.map(({ value }) => describeNoun(compiler, value).join(' ')));
  const [noun = ''] = nouns;
  const isAddition = values.every(({ kind }) => kind === 'add') && nouns.size === 1 && noun !== '';
  return isAddition ? [propose(70, 'add', noun.split(' '))] : [];
}

/** `startLine`, `endLine` → lines. */
function proposeShared(verb: string, outputs: readonly Output[]): Proposal[] {
  const names = outputs.map(({ name }) => splitWords(name));
  const last = names[0]?.at(-1);
  const isShared = last !== undefined && names.every((words) => words.length > 1 && words.at(-1) === last);
  return isShared && !isGeneric([last]) ? [propose(60, verb, toMany([last]))] : [];
}

/** What a loop over lines adds to the problems → collect line problems. */
function proposeContribution(output: Output): Proposal[] {
  const words = splitWords(output.name);
  const elements = new Set(output.values.map(({ element }) => element ?? ''));
  const [element = ''] = elements;
  const noun = splitWords(element);
  const tells = element.length > 2 && !isGeneric(noun) && !noun.some((word) => words.includes(word));
  if (!isNote(output) || elements.size > 1 || !tells || isVague(words)) return [];
  return [propose(74, 'collect', noun, toMany(words))];
}

function isPosition(name: string): boolean {
  return /^[ijkn]{1,2}$|^(?:idx|index|pos|position|offset|cursor)$/i.test(name);
}

function proposeOutput(input: NamingInput, output: Output, score: number): Proposal {
  const object = nameOutput(input, output);
  const verb = chooseVerb(input.ts, output);
  const doubt = isVague(splitWords(output.name)) ? 22 : 0;
  if (verb === 'update') return proposeTruth(input, splitWords(output.name), score - doubt);
  return propose(object.length === 0 ? 10 : score - doubt, verb, fit(verb, object));
}

/** `broken = true` somewhere → is broken, or check broken when more is done than to find out, which says less. */
function proposeTruth(
  { ts: compiler, nodes }: NamingInput,
  words: readonly string[],
  score: number,
): Proposal {
  let acts = false;
  walkOwn(compiler, nodes, (node) => {
    acts ||= compiler.isExpressionStatement(node) && compiler.isCallExpression(node.expression);
  });
  const flag = acts ? undefined : readFlag(words, []);
  if (flag !== undefined) return propose(score, renderPredicate(flag));
  return propose(acts ? score - 30 : score, 'check', words);
}

/** The variable's own words; a vague one is called after what it is made of, or after the function. */
function nameOutput(
  input: NamingInput,
  { name, values }: Pick<Output, 'name' | 'values'>,
): readonly string[] {
  const words = splitWords(name);
  if (isRewritten(input.ts, { name, values })) return words;
  const made = values
    .map(({ value }) => describeNoun(input.ts, value))
    .find((noun) => noun.length > 0 && !noun.some(isVerb));
  if (isDescription(words, values)) return made ?? (isVague(words) ? words : completeNoun(input, words));
  if (!isVague(words)) return FLAG_WORDS.has(words[0] ?? '') ? words.slice(1) : words;
  return made ?? nameVague(input, name);
}

function nameVague(input: NamingInput, name: string): readonly string[] {
  const { object } = readFunctionWords(input);
  return object.length > 0 || name.length === 1 ? object : splitWords(name);
}

/** `first` in `splitKey` → first key. */
function completeNoun(input: NamingInput, words: readonly string[]): readonly string[] {
  return [...words, ...readFunctionWords(input).object.slice(-1)];
}

/** `result`, `lessOften`, `remove`: what it is made of says more. */
function isVague(words: readonly string[]): boolean {
  const [first = '', second] = words;
  const isDeed = second === undefined && isVerb(first) && !AMBIGUOUS.has(first);
  return (isGeneric(words) && words.length < 3) || COMPARATIVES.has(first) || isDeed;
}

/** `path = path.trim()` and nothing else: what it becomes is what it was, only different. */
function isRewritten(compiler: TypeScript, { name, values }: Pick<Output, 'name' | 'values'>): boolean {
  return values.every(
    ({ kind, value }) => kind === 'set' && value !== undefined && mentions(compiler, value, name),
  );
}

function mentions(compiler: TypeScript, node: ts.Node, name: string): boolean {
  if (compiler.isIdentifier(node)) return node.text === name;
  if (compiler.isPropertyAccessExpression(node)) return mentions(compiler, node.expression, name);
  return compiler.forEachChild(node, (child) => mentions(compiler, child, name) || undefined) === true;
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
  if (isRewritten(compiler, output)) return 'adjust';
  if (values.some(({ kind }) => kind === 'push')) return output.isDeclared ? 'list' : 'collect';
  if (values.some(({ kind, inLoop }) => kind === 'count' && inLoop))
    return isPosition(name) ? 'advance' : 'count';
  const isFlag = FLAG_WORDS.has(splitWords(name)[0] ?? '');
  const isTruth = values.every(({ value }) => value === undefined || isTruthValue(compiler, value));
  if (isTruth) return isFlag ? 'detect' : 'update';
  return isFlag ? 'check' : chooseCommonVerb(compiler, output);
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
  // One text or another is chosen, not put together.
  if (compiler.isStringLiteralLike(node)) return 'find';
  return chooseValueVerb(compiler, node) ?? 'find';
}
