// What a piece of code needs from the function around it, besides variables.
import type ts from 'typescript';
import type { TypeScript } from '../../javascript/load-typescript.js';
import { isClosure, runsInside } from './syntax.js';

export interface RangeUses {
  readonly this: readonly ts.Node[];
  readonly arguments: boolean;
  readonly super: boolean;
  readonly newTarget: boolean;
  readonly yields: boolean;
  readonly awaits: boolean;
  /** `#name` of a class around it. */
  readonly privateName: boolean;
  /** `eval(…)` or `with`, after which no name is certain. */
  readonly dynamic: boolean;
}

type Found = { -readonly [Key in keyof RangeUses]: RangeUses[Key] } & { this: ts.Node[] };

interface Walk {
  readonly compiler: TypeScript;
  readonly found: Found;
}

interface Inside {
  /** In a function with a `this` of its own. */
  readonly ownThis: boolean;
  readonly closure: boolean;
}

export function readUses(compiler: TypeScript, nodes: readonly ts.Node[]): RangeUses {
  const found: Found = {
    this: [],
    arguments: false,
    super: false,
    newTarget: false,
    yields: false,
    awaits: false,
    privateName: false,
    dynamic: false,
  };
  for (const node of nodes) visit({ compiler, found }, node, { ownThis: false, closure: false });
  return found;
}

function visit(walk: Walk, node: ts.Node, inside: Inside): void {
  const { compiler, found } = walk;
  noteDynamic(walk, node);
  if (compiler.isPrivateIdentifier(node)) found.privateName = true;
  if (!inside.ownThis) noteThis(walk, node);
  if (!inside.closure) noteSuspension(walk, node);
  compiler.forEachChild(node, (child) => visit(walk, child, enter(compiler, node, child, inside)));
}

function enter(compiler: TypeScript, node: ts.Node, child: ts.Node, inside: Inside): Inside {
  if (!isClosure(compiler, node) || !runsInside(compiler, node, child)) return inside;
  return { ownThis: inside.ownThis || !compiler.isArrowFunction(node), closure: true };
}

function noteThis({ compiler, found }: Walk, node: ts.Node): void {
  const { SyntaxKind } = compiler;
  if (node.kind === SyntaxKind.ThisKeyword) found.this.push(node);
  else if (node.kind === SyntaxKind.SuperKeyword) found.super = true;
  else if (compiler.isMetaProperty(node) && node.keywordToken === SyntaxKind.NewKeyword)
    found.newTarget = true;
  else if (compiler.isIdentifier(node) && node.text === 'arguments' && !isPropertyName(compiler, node)) {
    found.arguments = true;
  }
}

function isPropertyName(compiler: TypeScript, node: ts.Identifier): boolean {
  const { parent } = node;
  if (compiler.isPropertyAccessExpression(parent)) return parent.name === node;
  return compiler.isPropertyAssignment(parent) && parent.name === node;
}

function noteSuspension({ compiler, found }: Walk, node: ts.Node): void {
  if (compiler.isYieldExpression(node)) found.yields = true;
  else if (compiler.isAwaitExpression(node)) found.awaits = true;
  else if (compiler.isForOfStatement(node) && node.awaitModifier !== undefined) found.awaits = true;
  else if (isAwaitUsing(compiler, node)) found.awaits = true;
}

function isAwaitUsing(compiler: TypeScript, node: ts.Node): boolean {
  if (!compiler.isVariableDeclarationList(node)) return false;
  const mask: number = compiler.NodeFlags.AwaitUsing;
  return (node.flags & mask) === mask;
}

const dynamicRoots = new WeakMap<ts.Node, boolean>();

/** Whether `eval` or `with` anywhere in a statement of the file makes its names uncertain. */
export function hasDynamicNames(compiler: TypeScript, root: ts.Node): boolean {
  const known = dynamicRoots.get(root) ?? readUses(compiler, [root]).dynamic;
  dynamicRoots.set(root, known);
  return known;
}

function noteDynamic({ compiler, found }: Walk, node: ts.Node): void {
  const isEval =
    compiler.isCallExpression(node) &&
    compiler.isIdentifier(node.expression) &&
    node.expression.text === 'eval';
  if (isEval || compiler.isWithStatement(node)) found.dynamic = true;
}
