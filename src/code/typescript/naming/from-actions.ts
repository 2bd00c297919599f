// Names for statements by what they do to the world: the calls they make and the properties they set.
import type ts from 'typescript';
import { unwrap } from './describe-noun.js';
import { propose } from './proposal.js';
import type { NamingInput, Proposal } from './proposal.js';
import { readAction } from './read-action.js';
import { readUpdates } from './read-updates.js';
import { walkOwn } from './walk-own.js';
import type { Place } from './walk-own.js';
import { toMany } from './words.js';

interface Action {
  readonly words: readonly string[];
  readonly weight: number;
  /** What the code calls has this very name. */
  readonly isCallee: boolean;
  /** Several properties of one thing, set in a row. */
  readonly isUpdate: boolean;
  /** Structures around it. */
  readonly depth: number;
}

const MAX_PROPOSALS = 4;
const UNTOLD_WEIGHT = 0.5;
const MOST = 0.7;

/** Best first. */
export function proposeFromActions(input: NamingInput): Proposal[] {
  const groups = new Map<string, { action: Action; weight: number }>();
  for (const action of listActions(input)) {
    const key = action.words.join(' ');
    const known = groups.get(key);
    const weight = action.weight / (1 + action.depth * 0.15);
    groups.set(key, { action: known?.action ?? action, weight: (known?.weight ?? 0) + weight });
  }
  const ranked = [...groups.values()].sort((a, b) => b.weight - a.weight);
  const total = sumWeights(ranked) + countUntold(input) * UNTOLD_WEIGHT;
  return ranked.slice(0, MAX_PROPOSALS).flatMap(({ action, weight }) => {
    const strength = Math.min(1, action.weight);
    const share = weight / total;
    const score = 28 + share * (20 + strength * 20) + strength * 10 - (share < 0.5 ? 22 : 0);
    return proposeAction(action, score, share);
  });
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
function proposeAction({ words, isCallee, depth }: Action, score: number, share: number): Proposal[] {
  const plain = propose(score, words);
  const isAll = share >= MOST;
  return isCallee && depth > 0 ? [propose(score + (isAll ? 1 : -12), words, 'if', 'needed'), plain] : [plain];
}

function listActions({ ts: compiler, nodes }: NamingInput): Action[] {
  const actions: Action[] = readUpdates(compiler, nodes).map(({ words, weight }) => ({
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
    actions.push({ words, weight: read.weight, isCallee, isUpdate: false, depth: place.depth });
  });
  return actions;
}

/** Does it to each thing the loop goes through. */
function takesElement(compiler: NamingInput['ts'], node: ts.Node, { element }: Place): boolean {
  if (element === undefined || !compiler.isCallExpression(node)) return false;
  return node.arguments.some((argument) => compiler.isIdentifier(argument) && argument.text === element);
}
