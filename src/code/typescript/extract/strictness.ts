// Whether moved code behaves differently outside strict mode.
import type ts from 'typescript';
import type { Region } from './region.js';
import { isAssignmentOperator, isStrict, isUpdate } from './syntax.js';

/** Strict mode shows only where something is stored or deleted, in `this`, and in functions. */
export function needsStrictDirective(region: Region, nodes: readonly ts.Node[], place: ts.Node): boolean {
  const { compiler, first } = region;
  if (!isStrict(compiler, first) || isStrict(compiler, place)) return false;
  const visit = (node: ts.Node): boolean =>
    isSensitive(region, node) || compiler.forEachChild(node, (child) => visit(child) || undefined) === true;
  return nodes.some(visit);
}

function isSensitive(region: Region, node: ts.Node): boolean {
  const { SyntaxKind } = region.compiler;
  const kinds = [
    SyntaxKind.ThisKeyword,
    SyntaxKind.DeleteExpression,
    SyntaxKind.FunctionDeclaration,
    SyntaxKind.FunctionExpression,
  ];
  if (kinds.includes(node.kind)) return true;
  const target = findTarget(region, node);
  return target !== undefined && !isLocal(region, target);
}

/** What a value is stored into. */
function findTarget({ compiler }: Region, node: ts.Node): ts.Node | undefined {
  if (compiler.isBinaryExpression(node)) {
    return isAssignmentOperator(compiler, node.operatorToken.kind) ? node.left : undefined;
  }
  if (isUpdate(compiler, node)) return node.operand;
  return compiler.isForInStatement(node) || compiler.isForOfStatement(node) ? node.initializer : undefined;
}

function isLocal({ compiler, variables }: Region, node: ts.Node): boolean {
  return (
    compiler.isVariableDeclarationList(node) ||
    (compiler.isIdentifier(node) && variables.find(node) !== undefined)
  );
}
