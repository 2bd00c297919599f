// Names for statements by what they do to the world: the calls they make and the properties they set.
import type ts from 'typescript';
import { unwrap } from './describe-noun.js';
import { listChanges } from './list-changes.js';
import { propose } from './proposal.js';
import type { NamingInput, Proposal } from './proposal.js';
import { readFunctionWords } from './function-words.js';
import { readAction } from './read-action.js';
import { readEffect } from './read-effect.js';
import { readUpdates } from './read-updates.js';
import { walkOwn } from './walk-own.js';
import type { Place } from './walk-own.js';
import { toMany, toSingular } from './words.js';

interface Action {
  readonly words: readonly string[];
  readonly weight: number;
  /** What the code calls has this very name. */
  readonly isCallee: boolean;
  /** Several properties of one thing, set in a row. */
  readonly isUpdate: boolean;
  /** How many changes it tells about. */
  readonly count: number;
  /** Structures around it. */
  readonly depth: number;
}

const MAX_PROPOSALS = 4;
const UNTOLD_WEIGHT = 0.5;
const MOST = 0.7;
const HIDING = 0.6;
const MAX_HIDING_SCORE = 14;

/** Best first. */
export function proposeFromActions(input: NamingInput): Proposal[] {
  const groups = new Map<string, { action: Action; weight: number; count: number }>();
  for (const action of listActions(input)) {
    const key = action.words.join(' ');
    const known = groups.get(key);
    const weight = action.weight / (1 + action.depth * 0.15);
    groups.set(key, {
      action: known?.action ?? action,
      weight: (known?.weight ?? 0) + weight,
      // An update has counted what it is made of already.
      count: known?.action.isUpdate === true ? known.count : (known?.count ?? 0) + action.count,
    });
  }
  const ranked = [...groups.values()].sort((a, b) => b.weight - a.weight);
  const total = sumWeights(ranked) + countUntold(input) * UNTOLD_WEIGHT;
  const changes = listChanges(input).length;
  return ranked.slice(0, MAX_PROPOSALS).flatMap(({ action, weight, count }) => {
    const strength = Math.min(1, action.weight);
    const share = weight / total;
    const told = changes === 0 ? share : count / changes;
    const score = 28 + share * (20 + strength * 20) + strength * 10;
    return proposeAction(input, action, { score: hideLess(score, told), share });
  });
}

/** Whoever reads the name would think that nothing else is done. */
function hideLess(score: number, told: number): number {
  if (told < HIDING) return Math.min(MAX_HIDING_SCORE, score - 30);
  return told < MOST ? score - 14 : score;
}

/** What an update is called after, and what it takes its values from, are two names for the same. */
function sumWeights(ranked: readonly { readonly action: Action; readonly weight: number }[]): number {
  const updates = ranked.filter(({ action }) => action.isUpdate).map(({ weight }) => weight);
  const others = ranked.filter(({ action }) => !action.isUpdate);
  return Math.max(0, ...updates) + others.reduce((sum, { weight }) => sum + weight, 0);
}

/** Effects that have no words: a name after the others would hide them. */
function countUntold({ ts: compiler, nodes }: NamingInput): number {
  let count = 0;
  walkOwn(compiler, nodes, (node) => {
    if (!compiler.isExpressionStatement(node)) return;
    if (readAction(compiler, unwrap(compiler, node.expression)) === undefined) count++;
  });
  return count;
}

/** A function of the name of the only thing it calls would be confused with it; one that does more is not named after that. */
function proposeAction(
  input: NamingInput,
  { words, isCallee, depth }: Action,
  { score, share }: { readonly score: number; readonly share: number },
): Proposal[] {
  const plain = propose(score, words);
  if (!isCallee || depth === 0) return [plain];
  if (readEffect(input) !== 'change') return [plain, ...proposeOwn(input, words, score - 4)];
  return [propose(score + (share >= MOST ? 1 : -12), words, 'if', 'needed'), plain];
}

/** In `sortUsers`, what calls `compareNames` → compare user names. */
function proposeOwn(
  input: NamingInput,
  [verb = '', ...object]: readonly string[],
  score: number,
): Proposal[] {
  const own = readFunctionWords(input).object.slice(-1).map(toSingular);
  return own.length > 0 && !own.some((word) => object.includes(word))
    ? [propose(score, verb, own, object)]
    : [];
}

function listActions(input: NamingInput): Action[] {
  const { ts: compiler, nodes } = input;
  const actions: Action[] = readUpdates(input).map(({ words, weight, count }) => ({
    count,
    words,
    weight,
    isCallee: false,
    isUpdate: true,
    depth: 0,
  }));
  walkOwn(compiler, nodes, (node, place) => {
    const read = readAction(compiler, node);
    if (read === undefined) return;
    const isMany = place.inLoop && (read.isChange || takesElement(compiler, node, place));
    const isLinked = /^(?:to|from)$/.test(read.object[0] ?? '');
    const object = isMany && !isLinked ? toMany(read.object) : read.object;
    const isCallee = read.weight === 1 && !isMany;
    const words = [read.verb, ...object];
    actions.push({ words, weight: read.weight, count: 1, isCallee, isUpdate: false, depth: place.depth });
  });
  return actions;
}

/** Does it to each thing the loop goes through. */
function takesElement(compiler: NamingInput['ts'], node: ts.Node, { element }: Place): boolean {
  if (element === undefined || !compiler.isCallExpression(node)) return false;
  return node.arguments.some((argument) => compiler.isIdentifier(argument) && argument.text === element);
}
