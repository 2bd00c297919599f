// Variables that the moved code only adds to: it can return what is to be added instead of taking the total in and handing it back.
import type ts from 'typescript';
import type { TypeScript } from '../../javascript/load-typescript.js';
import { findDeclarator } from './declarators.js';
import type { Growth, StatementPlan } from './plan.js';
import { findInnerClosure } from './region.js';
import type { Region } from './region.js';
import type { Store } from './stores.js';
import { readStyle } from './style.js';
import { contains } from './syntax.js';
import type { Variable } from './variable.js';

/** The same plan without running totals among its parameters. */
export function takeGrowth(plan: StatementPlan): StatementPlan {
  const { region, flow } = plan;
  const growths = flow.inputs
    .filter((variable) => flow.outputs.includes(variable))
    .flatMap((variable) => findGrowth(region, variable));
  if (growths.length === 0) return plan;
  const grown = new Set(growths.map(({ variable }) => variable));
  const isHanded = (variable: Variable): boolean => !grown.has(variable);
  return {
    ...plan,
    growths,
    inputs: plan.inputs.filter(isHanded),
    flow: { ...flow, inputs: flow.inputs.filter(isHanded) },
  };
}

/** The lines that declare them in the new function, where they begin with nothing. */
export function renderGrowths({ region, growths }: StatementPlan, returned: Variable | undefined): string[] {
  const { es5, semicolon } = readStyle(region.compiler, region.file);
  return growths
    .filter(({ variable }) => variable !== returned)
    .map(({ variable, nothing }) => `${es5 ? 'var' : 'let'} ${variable.name} = ${nothing}${semicolon}`);
}

/** `x += value;` that can be `return value;` */
export function readAddition(region: Region, { variable, isText }: Growth, node: ts.Node): Store | undefined {
  const { compiler, checker, typing } = region;
  const addition = readChange(compiler, node);
  if (addition?.value === undefined || region.variables.find(addition.name)?.variable !== variable)
    return undefined;
  const { flags } = checker.getTypeAtLocation(addition.value);
  const { StringLike, NumberLike } = compiler.TypeFlags;
  // What is returned has to be of the type of what is added to.
  if (typing !== 'none' && (flags & (isText ? StringLike : NumberLike)) === 0) return undefined;
  return { statement: addition.statement, name: addition.name, value: addition.value };
}

interface Change {
  readonly statement: ts.Statement;
  readonly name: ts.Identifier;
  /** What is added; undefined for `x++`. */
  readonly value: ts.Expression | undefined;
}

/** `x += value;` or `x++;` */
export function readChange(compiler: TypeScript, node: ts.Node): Change | undefined {
  if (!compiler.isExpressionStatement(node)) return undefined;
  const { expression } = node;
  if (compiler.isBinaryExpression(expression)) {
    const { left, right, operatorToken } = expression;
    const adds = operatorToken.kind === compiler.SyntaxKind.PlusEqualsToken && compiler.isIdentifier(left);
    return adds ? { statement: node, name: left, value: right } : undefined;
  }
  const isStep =
    compiler.isPostfixUnaryExpression(expression) || compiler.isPrefixUnaryExpression(expression);
  if (!isStep || expression.operator !== compiler.SyntaxKind.PlusPlusToken) return undefined;
  return compiler.isIdentifier(expression.operand)
    ? { statement: node, name: expression.operand, value: undefined }
    : undefined;
}

function findGrowth(region: Region, variable: Variable): Growth[] {
  const { compiler } = region;
  const inside = variable.references.filter(({ node }) => region.has(node));
  const onlyGrows = inside.every(({ node }) => readChange(compiler, node.parent.parent)?.name === node);
  const isAlone = variable.references.every((reference) => findInnerClosure(region, reference) === undefined);
  const start = findStart(region, variable);
  if (inside.length === 0 || !onlyGrows || !isAlone || start === undefined) return [];
  const writes = listWrites(region, variable);
  if (isAlwaysText(region, start, writes)) return [{ variable, isText: true, nothing: renderEmpty(region) }];
  return isAlwaysCounted(region, variable, start, writes) ? [{ variable, isText: false, nothing: '0' }] : [];
}

/** What it begins with, before anything else can happen to it. */
function findStart({ compiler, owner, first }: Region, variable: Variable): ts.Expression | undefined {
  const declarator = findDeclarator(compiler, variable);
  const isFirst = declarator?.parent.parent.parent.parent === owner && declarator.end <= first.pos;
  return variable.kind === 'let' || isFirst ? declarator?.initializer : undefined;
}

function renderEmpty({ compiler, file }: Region): string {
  const { quote } = readStyle(compiler, file);
  return quote + quote;
}

/** Some value is put in, some value or one is added; everything else is unknown. */
type Write =
  { readonly kind: 'set' | 'add'; readonly value: ts.Expression } | { readonly kind: 'step' | 'unknown' };

/** Other than the declaration. */
function listWrites({ compiler }: Region, { references, declarations }: Variable): Write[] {
  return references
    .filter(({ node, writes }) => writes && !declarations.includes(node))
    .map(({ node }): Write => {
      const change = readChange(compiler, node.parent.parent);
      if (change !== undefined)
        return change.value === undefined ? { kind: 'step' } : { kind: 'add', value: change.value };
      const value = readStored(compiler, node);
      return value === undefined ? { kind: 'unknown' } : { kind: 'set', value };
    });
}

/** `value` of `x = value`. */
function readStored(compiler: TypeScript, node: ts.Identifier): ts.Expression | undefined {
  const { parent } = node;
  if (!compiler.isBinaryExpression(parent) || parent.left !== node) return undefined;
  return parent.operatorToken.kind === compiler.SyntaxKind.EqualsToken ? parent.right : undefined;
}

/** Texts can be joined in any order; a text stays one whatever is added to it. */
function isAlwaysText(region: Region, start: ts.Expression, writes: readonly Write[]): boolean {
  if (!isSurelyText(region, start)) return false;
  return writes.every(
    (write) => write.kind === 'add' || (write.kind === 'set' && isSurelyText(region, write.value)),
  );
}

function isSurelyText(region: Region, node: ts.Expression): boolean {
  const { compiler } = region;
  if (compiler.isParenthesizedExpression(node)) return isSurelyText(region, node.expression);
  if (compiler.isStringLiteralLike(node) || compiler.isTemplateExpression(node)) return true;
  if (compiler.isConditionalExpression(node))
    return isSurelyText(region, node.whenTrue) && isSurelyText(region, node.whenFalse);
  const joins =
    compiler.isBinaryExpression(node) && node.operatorToken.kind === compiler.SyntaxKind.PlusToken;
  if (joins && (isSurelyText(region, node.left) || isSurelyText(region, node.right))) return true;
  return isOfType(region, node, compiler.TypeFlags.StringLike);
}

/** A number all the time, added to at most once or by whole numbers alone: other sums depend on their order. */
function isAlwaysCounted(
  region: Region,
  variable: Variable,
  start: ts.Expression,
  writes: readonly Write[],
): boolean {
  const { compiler } = region;
  const begins = (value: ts.Expression): boolean => isWhole(compiler, value);
  if (!begins(start) || !writes.every((write) => write.kind !== 'set' || begins(write.value))) return false;
  const added = writes.filter(({ kind }) => kind !== 'set');
  if (added.every((write) => write.kind === 'step' || (write.kind === 'add' && begins(write.value))))
    return true;
  const isNumber = (write: Write): boolean =>
    write.kind === 'step' || (write.kind === 'add' && isSurelyNumber(region, write.value));
  return added.every(isNumber) && countAdditions(region, variable) < 2;
}

/** `12`; never a negative zero. */
function isWhole(compiler: TypeScript, node: ts.Expression): boolean {
  return compiler.isNumericLiteral(node) && /^\d{1,9}$/.test(node.text);
}

/** Whatever its parts are; a bigint would have failed before as well. */
function isSurelyNumber(region: Region, node: ts.Expression): boolean {
  const { compiler } = region;
  if (compiler.isParenthesizedExpression(node)) return isSurelyNumber(region, node.expression);
  if (compiler.isNumericLiteral(node)) return true;
  const computes =
    compiler.isBinaryExpression(node) &&
    /^(?:[-*/%]|\*\*|<<|>>>?|[&|^])$/.test(node.operatorToken.getText(region.file));
  return computes || isOfType(region, node, compiler.TypeFlags.NumberLike);
}

/** Where types are written down they are believed. */
function isOfType({ checker, typing }: Region, node: ts.Expression, wanted: ts.TypeFlags): boolean {
  return typing === 'annotations' && (checker.getTypeAtLocation(node).flags & wanted) !== 0;
}

/** How often it can be added to at most before the moved code ends. */
function countAdditions(region: Region, variable: Variable): number {
  const { compiler } = region;
  const names = variable.references.map(({ node }) => node).filter((node) => region.has(node));
  const count = (node: ts.Node): number => {
    if (!names.some((name) => contains(node, name))) return 0;
    if (compiler.isIterationStatement(node, false)) return Number.POSITIVE_INFINITY;
    if (compiler.isIfStatement(node)) {
      const otherwise = node.elseStatement === undefined ? 0 : count(node.elseStatement);
      return Math.max(count(node.thenStatement), otherwise);
    }
    return names.some((name) => name === node) ? 1 : countParts(node);
  };
  const countParts = (whole: ts.Node): number => {
    let sum = 0;
    compiler.forEachChild(whole, (part) => void (sum += count(part)));
    return sum;
  };
  return countParts(region.first.parent);
}
