// Several properties of one thing set in a row: an update of it, or the application of where the values come from.
import type ts from 'typescript';
import type { TypeScript } from '../../javascript/load-typescript.js';
import { describeNoun, unwrap } from './describe-noun.js';
import { isOwn, listOwnNames } from './list-changes.js';
import { isWrite } from './read-action.js';
import type { NamingInput } from './proposal.js';
import { walkOwn } from './walk-own.js';
import { splitWords } from './words.js';

interface Update {
  /** How many changes it is made of. */
  readonly count: number;
  readonly words: readonly string[];
  readonly weight: number;
}

interface Written {
  readonly target: ts.Node;
  readonly owner: string;
  readonly property: string;
  readonly source: string;
}

const MIN_WRITES = 2;
const NEARLY_ALL = 0.8;

export function readUpdates(input: NamingInput): Update[] {
  const { ts: compiler, nodes, target } = input;
  const byOwner = groupByOwner(listWritten(input, nodes));
  const isConstructing = constructs(compiler, nodes[0]);
  const all = groupByOwner(listWritten(input, target.body === undefined ? nodes : [target.body]));
  return [...byOwner]
    .filter(([, writes]) => writes.length >= MIN_WRITES)
    .flatMap(([owner, writes]) => describe(owner, writes, { isConstructing, all: all.get(owner) ?? writes }));
}

function listWritten(input: NamingInput, nodes: readonly ts.Node[]): Written[] {
  const { ts: compiler } = input;
  const own = listOwnNames(input);
  const found: Written[] = [];
  walkOwn(compiler, nodes, (node) => {
    const written = readWritten(compiler, node);
    if (written !== undefined && !isOwn(compiler, written.target, own)) found.push(written);
  });
  return found;
}

function groupByOwner(writes: readonly Written[]): ReadonlyMap<string, readonly Written[]> {
  const groups = new Map<string, Written[]>();
  for (const write of writes) groups.set(write.owner, [...(groups.get(write.owner) ?? []), write]);
  return groups;
}

function readWritten(compiler: TypeScript, node: ts.Node): Written | undefined {
  if (!compiler.isBinaryExpression(node) || !isWrite(compiler, node)) return undefined;
  const target = unwrap(compiler, node.left);
  if (!compiler.isPropertyAccessExpression(target)) return undefined;
  const isThis = target.expression.kind === compiler.SyntaxKind.ThisKeyword;
  const owner = isThis ? 'this' : describeNoun(compiler, target.expression).join(' ');
  return owner === ''
    ? undefined
    : { target, owner, property: target.name.text, source: readSource(compiler, node.right) };
}

/** A constant is no source. */
function readSource(compiler: TypeScript, value: ts.Node): string {
  const root = findRoot(compiler, value);
  const isName = compiler.isIdentifier(root) || compiler.isCallExpression(root);
  return isName ? describeNoun(compiler, root).join(' ') : '';
}

/** `options` of `options.size || 10`. */
function findRoot(compiler: TypeScript, value: ts.Node): ts.Node {
  let root = unwrap(compiler, value);
  for (;;) {
    if (compiler.isBinaryExpression(root)) root = unwrap(compiler, root.left);
    else if (compiler.isPropertyAccessExpression(root) || compiler.isElementAccessExpression(root))
      root = unwrap(compiler, root.expression);
    else return root;
  }
}

/** A constructor, or a function with a capital that takes the place of one. */
function constructs(compiler: TypeScript, node: ts.Node | undefined): boolean {
  for (let at = node; at !== undefined; at = at.parent) {
    if (compiler.isConstructorDeclaration(at)) return true;
    if (compiler.isFunctionDeclaration(at) || compiler.isFunctionExpression(at))
      return /^[A-Z]/.test(at.name?.text ?? '');
  }
  return false;
}

interface Around {
  readonly isConstructing: boolean;
  /** All that the function writes to the same thing. */
  readonly all: readonly Written[];
}

function describe(owner: string, writes: readonly Written[], { isConstructing, all }: Around): Update[] {
  const count = writes.length;
  const weight = 0.42 * count;
  const source = writes.find(({ source: from }) => countFrom(writes, from) * 2 > count)?.source;
  const isTold = source === undefined || source === '' || source === owner;
  // Half of the options applied are not the options applied.
  const isWhole = !isTold && countFrom(writes, source) >= countFrom(all, source) * NEARLY_ALL;
  const applied = isWhole
    ? [{ words: ['apply', ...source.split(' ')], weight: weight * 1.1, count: countFrom(writes, source) }]
    : [];
  const words = nameUpdate(owner, writes, isConstructing);
  // What is handed to everything is always updated somehow.
  const isShared = /^(?:state|context|ctx|self|that)$/.test(words.at(-1) ?? '');
  return [...applied, { words, weight: isShared ? weight * 0.3 : weight, count }];
}

function countFrom(writes: readonly Written[], source: string): number {
  return writes.filter((write) => write.source === source).length;
}

/** One property that is set again and again is what it is about; else what it belongs to. */
function nameUpdate(owner: string, writes: readonly Written[], isConstructing: boolean): string[] {
  const [only = '', ...others] = new Set(writes.map(({ property }) => property));
  if (others.length === 0) return ['update', ...splitWords(only)];
  if (owner !== 'this') return ['update', ...owner.split(' ')];
  return [isConstructing ? 'initialize' : 'update', 'state'];
}
