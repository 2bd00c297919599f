// Whether the compiler could take a function that returns a condition for a test of the type of one parameter.
import type ts from 'typescript';
import type { TypeScript } from '../../javascript/load-typescript.js';
import type { FunctionPlan } from './plan.js';
import { isShortCircuit } from './syntax.js';
import type { Variable } from './variable.js';

/** It does so when every operand tests the same parameter, which then has a type that can be narrowed. */
export function mayNarrow({ region, inputs }: FunctionPlan, condition: ts.Expression): boolean {
  const { compiler, checker, variables } = region;
  const { TypeFlags } = compiler;
  const open = TypeFlags.Union | TypeFlags.Any | TypeFlags.Unknown | TypeFlags.TypeParameter;
  const operands = listOperands(compiler, condition);
  const isTestOf = (operand: ts.Expression, variable: Variable): boolean =>
    variable.references.some(
      ({ node }) =>
        operand.pos <= node.pos &&
        node.end <= operand.end &&
        variables.find(node)?.variable === variable &&
        (checker.getTypeAtLocation(node).flags & open) !== 0,
    );
  if (operands.some((operand) => isOrderly(compiler, operand))) return false;
  return inputs.some((variable) => operands.every((operand) => isTestOf(operand, variable)));
}

function listOperands(compiler: TypeScript, node: ts.Expression): ts.Expression[] {
  if (compiler.isParenthesizedExpression(node)) return listOperands(compiler, node.expression);
  if (compiler.isPrefixUnaryExpression(node) && node.operator === compiler.SyntaxKind.ExclamationToken)
    return listOperands(compiler, node.operand);
  if (!compiler.isBinaryExpression(node) || !isShortCircuit(compiler, node.operatorToken.kind)) return [node];
  return [...listOperands(compiler, node.left), ...listOperands(compiler, node.right)];
}

/** `a < b` says nothing about types. */
function isOrderly(compiler: TypeScript, node: ts.Expression): boolean {
  const { SyntaxKind } = compiler;
  const orders = [
    SyntaxKind.LessThanToken,
    SyntaxKind.GreaterThanToken,
    SyntaxKind.LessThanEqualsToken,
    SyntaxKind.GreaterThanEqualsToken,
  ];
  return compiler.isBinaryExpression(node) && orders.includes(node.operatorToken.kind);
}
