// Names for statements by what they do to the world: the calls they make and the properties they set.
import type ts from 'typescript';
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
  /** Structures around it. */
  readonly depth: number;
}

const MAX_PROPOSALS = 4;

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
  const total = ranked.reduce((sum, { weight }) => sum + weight, 0);
  return ranked.slice(0, MAX_PROPOSALS).flatMap(({ action, weight }) => {
    const strength = Math.min(1, action.weight);
    const score = 28 + (weight / total) * (20 + strength * 20) + strength * 10;
    return proposeAction(action, score);
  });
}

/** A function of the name of the only thing it calls would be confused with it. */
function proposeAction({ words, isCallee, depth }: Action, score: number): Proposal[] {
  const plain = propose(score, words);
  return isCallee && depth > 0 ? [propose(score + 1, words, 'if', 'needed'), plain] : [plain];
}

function listActions({ ts: compiler, nodes }: NamingInput): Action[] {
  const actions: Action[] = readUpdates(compiler, nodes).map(({ words, weight }) => ({
    words,
    weight,
    isCallee: false,
    depth: 0,
  }));
  walkOwn(compiler, nodes, (node, place) => {
    const read = readAction(compiler, node);
    if (read === undefined) return;
    const isMany = place.inLoop && (read.isChange || takesElement(compiler, node, place));
    const object = isMany ? toMany(read.object) : read.object;
    const isCallee = read.weight === 1 && !isMany;
    actions.push({ words: [read.verb, ...object], weight: read.weight, isCallee, depth: place.depth });
  });
  return actions;
}

/** Does it to each thing the loop goes through. */
function takesElement(compiler: NamingInput['ts'], node: ts.Node, { element }: Place): boolean {
  if (element === undefined || !compiler.isCallExpression(node)) return false;
  return node.arguments.some((argument) => compiler.isIdentifier(argument) && argument.text === element);
}
