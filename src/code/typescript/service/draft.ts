// Carries out one refactoring on a text, without judging the result.
import type ts from 'typescript';
import type { TypeScript } from '../../javascript/load-typescript.js';
import type { Refactoring, Transformed } from '../../refactoring.js';
import { extractExpression } from '../extract/extract-expression.js';
import { extractStatements } from '../extract/extract-statements.js';
import { refuse } from '../extract/refusal.js';
import { dropDirective } from './complexity-directive.js';
import { findExpression, findStatements, toTextRange } from '../extract/statement-range.js';
import type { TextRange } from '../extract/statement-range.js';
import { hoistFunction } from '../hoist/hoist-function.js';
import { simplifyConditional } from '../simplify/simplify-conditional.js';
import type { FunctionNode, TransformInput } from '../transform-input.js';

export type LocalRefactoring = Exclude<Refactoring, { readonly action: 'rename_symbol' }>;

export function draftChange(input: TransformInput, refactoring: LocalRefactoring): Transformed {
  const drafted = draft(input, refactoring);
  if (!drafted.ok) return drafted;
  const dropped = dropDirective(input, refactoring.function, drafted.changes);
  return { ...drafted, changes: [...drafted.changes, ...dropped] };
}

function draft(input: TransformInput, refactoring: LocalRefactoring): Transformed {
  if (refactoring.action === 'simplify_conditional') return simplifyConditional(input, refactoring.line);
  const { start, end, name, expression } = refactoring;
  const range = toTextRange(input.file, start, end);
  if (range === undefined) return refuse('not_found', `The file has no lines ${start} to ${end}.`);
  if (expression !== undefined) return draftExpression(input, range, expression, name);
  const inner = findOnlyFunction(input, range);
  return inner === undefined ? extractStatements(input, range, name) : hoistFunction(input, inner, name);
}

function draftExpression(input: TransformInput, range: TextRange, text: string, name: string): Transformed {
  const { ts: compiler, file, target } = input;
  const node = findExpression(compiler, file, target, range, text);
  if (node === undefined)
    return refuse('not_found', `There is no expression ${text} in those lines of the function.`);
  if (isInnerFunction(compiler, node)) return hoistFunction(input, node, name);
  return extractExpression(input, { start: node.getStart(file), end: node.end }, name);
}

/** A range that is one function inside another moves as a whole. */
function findOnlyFunction(
  { ts: compiler, file, target }: TransformInput,
  range: TextRange,
): FunctionNode | undefined {
  const found = findStatements(compiler, file, target, range);
  if (!found.ok || found.statements.length !== 1) return undefined;
  const [statement] = found.statements;
  if (statement === undefined || isInnerFunction(compiler, statement)) return statement;
  if (!compiler.isVariableStatement(statement)) return undefined;
  const [declaration, second] = statement.declarationList.declarations;
  const value = second === undefined ? declaration?.initializer : undefined;
  return value !== undefined && isInnerFunction(compiler, value) ? value : undefined;
}

function isInnerFunction(
  compiler: TypeScript,
  node: ts.Node,
): node is ts.FunctionDeclaration | ts.FunctionExpression | ts.ArrowFunction {
  return (
    compiler.isFunctionDeclaration(node) ||
    compiler.isFunctionExpression(node) ||
    compiler.isArrowFunction(node)
  );
}
