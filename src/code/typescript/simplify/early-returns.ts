// Conditional expressions inside each other become statements that can be read from top to bottom.
import type ts from 'typescript';
import { walkNames } from '../extract/variables.js';
import { replaceStatements } from './change.js';
import { findList } from './flow.js';
import { negate, readFormula, unwrap } from './formula.js';
import { joinStatements, reindent, wrapInBlock, writeGuard } from './layout.js';
import { declaresResource } from './locals.js';
import { rewrite } from './rewrite.js';
import type { Attempt } from './rewrite.js';
import { indentAt, startOf, textOf } from './source.js';
import type { Source } from './source.js';

export function spreadChoice(source: Source, node: ts.ConditionalExpression): Attempt {
  if (!isChoice(source, node.whenTrue) && !isChoice(source, node.whenFalse)) return undefined;
  const { ts: compiler } = source;
  let holder: ts.Node = node.parent;
  while (compiler.isParenthesizedExpression(holder)) holder = holder.parent;
  if (holder === source.target) return spreadBody(source, node);
  if (compiler.isReturnStatement(holder)) return spreadReturn(source, node, holder);
  // Assigned directly, a function without a name would get that of the variable.
  if (listResults(source, node).some((result) => isNameless(source, result))) return undefined;
  if (compiler.isVariableDeclaration(holder)) return spreadDeclaration(source, node, holder);
  return compiler.isBinaryExpression(holder) ? spreadAssignment(source, node, holder) : undefined;
}

function isChoice(source: Source, expression: ts.Expression): boolean {
  return source.ts.isConditionalExpression(unwrap(source, expression));
}

function listResults(source: Source, expression: ts.Expression): ts.Expression[] {
  const node = unwrap(source, expression);
  if (!source.ts.isConditionalExpression(node)) return [node];
  return [...listResults(source, node.whenTrue), ...listResults(source, node.whenFalse)];
}

function isNameless({ ts: compiler }: Source, expression: ts.Expression): boolean {
  return (
    compiler.isArrowFunction(expression) ||
    compiler.isFunctionExpression(expression) ||
    compiler.isClassExpression(expression)
  );
}

function spreadReturn(
  source: Source,
  node: ts.ConditionalExpression,
  statement: ts.ReturnStatement,
): Attempt {
  if (findList(source, statement) === undefined) return undefined;
  const start = startOf(source, statement);
  const code = writeReturns(source, node, indentAt(source, start));
  return rewrite(
    'early_returns',
    [replaceStatements(source, start, statement.end, code)],
    'turned nested choices into early returns',
  );
}

/** `(a) => (b ? c : d ? e : f)` */
function spreadBody(source: Source, node: ts.ConditionalExpression): Attempt {
  const { body } = source.target;
  if (body === undefined || source.ts.isBlock(body)) return undefined;
  const indent = indentAt(source, startOf(source, source.target));
  const deeper = indent + source.style.indent;
  const start = startOf(source, body);
  const code = wrapInBlock(source, writeReturns(source, node, deeper), indent);
  const change = replaceStatements(source, start, body.end, code);
  // A comment would stand before the brace.
  if (!change.text.startsWith('{')) return undefined;
  return rewrite(
    'early_returns',
    [{ start, end: body.end, text: code }],
    'turned nested choices into early returns',
  );
}

/** The simpler side returns first. */
function writeReturns(source: Source, expression: ts.Expression, indent: string): string {
  const node = unwrap(source, expression);
  if (!source.ts.isConditionalExpression(node)) return writeResult(source, 'return', node, indent);
  const { condition, whenTrue, whenFalse } = node;
  const isInverted = isChoice(source, whenTrue) && !isChoice(source, whenFalse);
  const [first, second] = isInverted ? [whenFalse, whenTrue] : [whenTrue, whenFalse];
  const formula = isInverted ? negate(source, condition) : readFormula(source, condition);
  const guard = writeGuard(source, formula.text, (depth) => writeReturns(source, first, depth), indent);
  return joinStatements(source, [guard, writeReturns(source, second, indent)], indent);
}

function writeResult(source: Source, lead: string, value: ts.Expression, indent: string): string {
  return `${lead} ${reindent(source, startOf(source, value), value.end, indent)}${source.style.semicolon}`;
}

function spreadAssignment(
  source: Source,
  node: ts.ConditionalExpression,
  holder: ts.BinaryExpression,
): Attempt {
  const { ts: compiler } = source;
  const isPlain =
    holder.operatorToken.kind === compiler.SyntaxKind.EqualsToken && compiler.isIdentifier(holder.left);
  const statement = holder.parent;
  if (!isPlain || !compiler.isExpressionStatement(statement) || findList(source, statement) === undefined)
    return undefined;
  const start = startOf(source, statement);
  const code = writeAssignments(source, `${textOf(source, holder.left)} =`, node, indentAt(source, start));
  return rewrite(
    'early_returns',
    [replaceStatements(source, start, statement.end, code)],
    'turned nested choices into branches',
  );
}

/** `const x = a ? b : c ? d : e;` needs a variable that is set later. */
function spreadDeclaration(
  source: Source,
  node: ts.ConditionalExpression,
  { name, type, parent: list }: ts.VariableDeclaration,
): Attempt {
  const { ts: compiler, style } = source;
  const statement = list.parent;
  if (!isLocalDeclaration(source, statement) || !compiler.isIdentifier(name)) return undefined;
  if (mentions(source, node, name.text)) return undefined;
  const start = startOf(source, statement);
  const indent = indentAt(source, start);
  const isVar = (list.flags & compiler.NodeFlags.BlockScoped) === 0;
  const typed = source.text.slice(startOf(source, name), type?.end ?? name.end);
  const declaration = `${isVar ? 'var' : 'let'} ${typed}${style.semicolon}`;
  const branches = writeAssignments(source, `${name.text} =`, node, indent);
  const code = joinStatements(source, [declaration, branches], indent);
  const change = replaceStatements(source, start, statement.end, code);
  return rewrite('early_returns', [change], 'turned nested choices into branches');
}

/** One variable, declared for nobody else. */
function isLocalDeclaration(source: Source, statement: ts.Node): statement is ts.VariableStatement {
  return (
    source.ts.isVariableStatement(statement) &&
    statement.modifiers === undefined &&
    statement.declarationList.declarations.length === 1 &&
    !declaresResource(source, statement) &&
    findList(source, statement) !== undefined
  );
}

function mentions({ ts: compiler }: Source, node: ts.Node, name: string): boolean {
  let found = false;
  walkNames(compiler, node, (each) => (found ||= each.text === name));
  return found;
}

function writeAssignments(source: Source, lead: string, expression: ts.Expression, indent: string): string {
  const node = unwrap(source, expression);
  if (!source.ts.isConditionalExpression(node)) return writeResult(source, lead, node, indent);
  const deeper = indent + source.style.indent;
  const then = wrapInBlock(source, writeAssignments(source, lead, node.whenTrue, deeper), indent);
  const isChained = isChoice(source, node.whenFalse);
  const otherwise = writeAssignments(source, lead, node.whenFalse, isChained ? indent : deeper);
  const { text } = readFormula(source, node.condition);
  return `if (${text}) ${then} else ${isChained ? otherwise : wrapInBlock(source, otherwise, indent)}`;
}
