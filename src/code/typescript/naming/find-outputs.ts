// Variables that the given statements set and that are read after them.
import type ts from 'typescript';
import type { TypeScript } from '../../javascript/load-typescript.js';
import type { FunctionNode } from '../transform-input.js';
import type { NamingInput } from './proposal.js';
import { walkOwn } from './walk-own.js';

export interface Output {
  readonly name: string;
  /** By the statements themselves. */
  readonly isDeclared: boolean;
  /** What it is set to, and how. */
  readonly values: readonly OutputValue[];
}

export interface OutputValue {
  readonly kind: 'set' | 'add' | 'count' | 'push';
  readonly value: ts.Node | undefined;
  readonly inLoop: boolean;
  readonly depth: number;
  /** What the innermost loop calls the thing it is at. */
  readonly element: string | undefined;
}

export function findOutputs({ ts: compiler, target, nodes }: NamingInput): Output[] {
  const end = nodes.at(-1)?.end ?? 0;
  const found = new Map<string, OutputValue[]>();
  const declared = new Set<string>();
  walkOwn(compiler, nodes, (node, place) => {
    const write = readWrite(compiler, node);
    if (write === undefined) return;
    if (compiler.isVariableDeclaration(node)) declared.add(write.name);
    const values = found.get(write.name) ?? [];
    found.set(write.name, [...values, { kind: write.kind, value: write.value, ...place }]);
  });
  const uses = indexUses(compiler, target);
  return [...found]
    .filter(([name]) => (uses.get(name)?.at(-1) ?? -1) >= end)
    .map(([name, values]) => ({ name, values, isDeclared: declared.has(name) }));
}

interface Write {
  readonly name: string;
  readonly kind: OutputValue['kind'];
  readonly value: ts.Node | undefined;
}

function readWrite(compiler: TypeScript, node: ts.Node): Write | undefined {
  if (compiler.isVariableDeclaration(node)) {
    return compiler.isIdentifier(node.name)
      ? { name: node.name.text, kind: 'set', value: node.initializer }
      : undefined;
  }
  if (compiler.isPrefixUnaryExpression(node) || compiler.isPostfixUnaryExpression(node)) {
    const { PlusPlusToken, MinusMinusToken } = compiler.SyntaxKind;
    const steps = node.operator === PlusPlusToken || node.operator === MinusMinusToken;
    return steps && compiler.isIdentifier(node.operand)
      ? { name: node.operand.text, kind: 'count', value: undefined }
      : undefined;
  }
  return readAssignment(compiler, node) ?? readPush(compiler, node);
}

function readAssignment(compiler: TypeScript, node: ts.Node): Write | undefined {
  if (!compiler.isBinaryExpression(node) || !compiler.isIdentifier(node.left)) return undefined;
  const { FirstAssignment, LastAssignment, PlusEqualsToken } = compiler.SyntaxKind;
  const { kind } = node.operatorToken;
  if (kind < FirstAssignment || kind > LastAssignment) return undefined;
  return { name: node.left.text, kind: kind === PlusEqualsToken ? 'add' : 'set', value: node.right };
}

function readPush(compiler: TypeScript, node: ts.Node): Write | undefined {
  if (!compiler.isCallExpression(node) || !compiler.isPropertyAccessExpression(node.expression))
    return undefined;
  const { expression, name } = node.expression;
  const adds = name.text === 'push' || name.text === 'unshift' || name.text === 'add';
  return adds && compiler.isIdentifier(expression)
    ? { name: expression.text, kind: 'push', value: node.arguments[0] }
    : undefined;
}

const known = new WeakMap<FunctionNode, ReadonlyMap<string, readonly number[]>>();

/** Where each name is used as a variable, in source order; remembered, since a function is asked about many times. */
function indexUses(compiler: TypeScript, target: FunctionNode): ReadonlyMap<string, readonly number[]> {
  const remembered = known.get(target);
  if (remembered !== undefined) return remembered;
  const uses = new Map<string, number[]>();
  const pending: ts.Node[] = [target];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (compiler.isIdentifier(node) && !isPropertyName(compiler, node)) {
      uses.set(node.text, [...(uses.get(node.text) ?? []), node.pos]);
    }
    compiler.forEachChild(node, (child) => void pending.push(child));
  }
  for (const positions of uses.values()) positions.sort((a, b) => a - b);
  known.set(target, uses);
  return uses;
}

function isPropertyName(compiler: TypeScript, node: ts.Identifier): boolean {
  const { parent } = node;
  if (compiler.isPropertyAccessExpression(parent)) return parent.name === node;
  return compiler.isPropertyAssignment(parent) && parent.name === node;
}
