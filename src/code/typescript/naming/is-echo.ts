// Whether a name only repeats what is handed in: `checkOrder(order)`, `computeRate(rate)` say nothing about what is done.
import type ts from 'typescript';
import { findOutputs } from './find-outputs.js';
import { listWords } from './lexicon.js';
import type { NamingInput } from './proposal.js';
import { isWrite } from './read-action.js';
import { walkOwn } from './walk-own.js';
import { mapLast, splitWords, toSingular } from './words.js';

/** Verbs that tell nothing unless what follows is what comes out. */
const WEAK = listWords(
  'check handle process compute adjust prepare replace find choose get read build use run continue finish do',
);

export type IsEcho = (words: readonly string[]) => boolean;

/** Asked of many names for the same code. */
export function createEchoTest(input: NamingInput): IsEcho {
  const given = listGiven(input);
  return ([verb = '', ...object]) => WEAK.has(verb) && given.has(keyOf(object));
}

/** What the code reads and neither makes nor sets. */
function listGiven(input: NamingInput): ReadonlySet<string> {
  const { ts: compiler, nodes } = input;
  const given = new Set<string>();
  const made = new Set(findOutputs(input).map(({ name }) => keyOf(splitWords(name))));
  walkOwn(compiler, nodes, (node) => {
    if (compiler.isVariableDeclaration(node)) made.add(keyOf(splitWords(node.name.getText())));
    const property = findSetProperty(input, node);
    if (property !== undefined) made.add(keyOf(splitWords(property)));
    if (compiler.isIdentifier(node) && isRead(input, node)) given.add(keyOf(splitWords(node.text)));
  });
  for (const name of made) given.delete(name);
  return given;
}

/** `total` of `order.total = …`. */
function findSetProperty({ ts: compiler }: NamingInput, node: ts.Node): string | undefined {
  const sets = compiler.isBinaryExpression(node) && isWrite(compiler, node);
  return sets && compiler.isPropertyAccessExpression(node.left) ? node.left.name.text : undefined;
}

/** A variable, and not what is called. */
function isRead({ ts: compiler }: NamingInput, { parent, ...node }: ts.Identifier): boolean {
  if (compiler.isPropertyAccessExpression(parent)) return parent.expression.pos === node.pos;
  return !compiler.isCallExpression(parent) || parent.expression.pos !== node.pos;
}

function keyOf(words: readonly string[]): string {
  return mapLast(words, toSingular).join(' ');
}
