// The numbers of one function: the same that ESLint's `complexity`, `max-lines-per-function`, `max-depth` and
// `max-params` report with their default options, and Sonar's cognitive complexity.
import type ts from 'typescript';
import type { FunctionMeasure } from '../../../schema/index.js';
import type { TypeScript } from '../../javascript/load-typescript.js';
import type { FunctionNode } from '../transform-input.js';
import { createTally } from './tally.js';
import type { Tally } from './tally.js';
import { walkTree } from './walk-tree.js';

export type FunctionNumbers = Omit<FunctionMeasure, 'name' | 'start' | 'end'>;

/** Functions inside `node` have numbers of their own and add nothing to these. */
export function measureFunction(compiler: TypeScript, node: FunctionNode): FunctionNumbers {
  const found = walkTree(compiler, node).functions.find((entry) => entry.node === node);
  return readNumbers(compiler, node.getSourceFile(), node, found?.tally ?? createTally());
}

export function readNumbers(
  compiler: TypeScript,
  file: ts.SourceFile,
  node: FunctionNode,
  { cyclomatic, cognitive, nesting }: Tally,
): FunctionNumbers {
  const { start, end } = findLines(compiler, file, node);
  // To ESLint a function that is called on the spot is part of the code around it.
  const lines = isCalledOnTheSpot(compiler, node) ? 0 : end - start + 1;
  return { cyclomatic, cognitive, lines, nesting, parameters: countParameters(compiler, node) };
}

/** From the first modifier or decorator, but without `export` and `default`. */
export function findLines(
  compiler: TypeScript,
  file: ts.SourceFile,
  node: ts.Node,
): { start: number; end: number } {
  const first = compiler.isFunctionDeclaration(node) ? findStartAfterExport(compiler, file, node) : undefined;
  return {
    start: file.getLineAndCharacterOfPosition(first ?? node.getStart(file)).line + 1,
    end: file.getLineAndCharacterOfPosition(node.end).line + 1,
  };
}

function findStartAfterExport(
  compiler: TypeScript,
  file: ts.SourceFile,
  node: ts.FunctionDeclaration,
): number | undefined {
  const { ExportKeyword, DefaultKeyword } = compiler.SyntaxKind;
  const last = node.modifiers?.findLast(({ kind }) => kind === ExportKeyword || kind === DefaultKeyword);
  if (last === undefined || !/[\r\n]/.test(file.text.slice(last.end, node.parameters.pos))) return undefined;
  const async = node.modifiers?.find((modifier) => modifier.pos >= last.end);
  const next = async ?? node.getChildren(file).find((child) => child.pos >= last.end);
  return next?.getStart(file);
}

function isCalledOnTheSpot(compiler: TypeScript, node: FunctionNode): boolean {
  let value: ts.Node = node;
  while (compiler.isParenthesizedExpression(value.parent)) value = value.parent;
  return compiler.isCallExpression(value.parent) && value.parent.expression === value;
}

/** A `this: void` only forbids `this`. */
function countParameters(compiler: TypeScript, node: FunctionNode): number {
  const [first] = node.parameters;
  const forbidsThis =
    first?.type?.kind === compiler.SyntaxKind.VoidKeyword &&
    compiler.isIdentifier(first.name) &&
    first.name.text === 'this';
  return node.parameters.length - (forbidsThis ? 1 : 0);
}
