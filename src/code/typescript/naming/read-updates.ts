// Several properties of one thing set in a row: an update of it, or the application of where the values come from.
import type ts from 'typescript';
import type { TypeScript } from '../../javascript/load-typescript.js';
import { describeNoun, unwrap } from './describe-noun.js';
import { isWrite } from './read-action.js';
import { walkOwn } from './walk-own.js';

interface Update {
  readonly words: readonly string[];
  readonly weight: number;
}

interface Written {
  readonly owner: string;
  readonly source: string;
}

const MIN_WRITES = 2;

export function readUpdates(compiler: TypeScript, nodes: readonly ts.Node[]): Update[] {
  const byOwner = new Map<string, Written[]>();
  walkOwn(compiler, nodes, (node) => {
    const written = readWritten(compiler, node);
    if (written !== undefined) byOwner.set(written.owner, [...(byOwner.get(written.owner) ?? []), written]);
  });
  const isConstructing = constructs(compiler, nodes[0]);
  return [...byOwner]
    .filter(([, writes]) => writes.length >= MIN_WRITES)
    .flatMap(([owner, writes]) => describe(owner, writes, isConstructing));
}

function readWritten(compiler: TypeScript, node: ts.Node): Written | undefined {
  if (!compiler.isBinaryExpression(node) || !isWrite(compiler, node)) return undefined;
  const target = unwrap(compiler, node.left);
  if (!compiler.isPropertyAccessExpression(target)) return undefined;
  const isThis = target.expression.kind === compiler.SyntaxKind.ThisKeyword;
  const owner = isThis ? 'this' : describeNoun(compiler, target.expression).join(' ');
  return owner === ''
    ? undefined
    : { owner, source: describeNoun(compiler, findRoot(compiler, node.right)).join(' ') };
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

function describe(owner: string, writes: readonly Written[], isConstructing: boolean): Update[] {
  const weight = 0.42 * writes.length;
  const source = writes.find(
    (write) => writes.filter((other) => other.source === write.source).length * 2 > writes.length,
  )?.source;
  const applied =
    source === undefined || source === '' || source === owner
      ? []
      : [{ words: ['apply', ...source.split(' ')], weight: weight * 1.1 }];
  const updated =
    owner === 'this' ? [isConstructing ? 'initialize' : 'update', 'state'] : ['update', ...owner.split(' ')];
  return [...applied, { words: updated, weight }];
}
