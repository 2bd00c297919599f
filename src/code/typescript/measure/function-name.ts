// Names for functions, taken from where they stand: their own name, what they are assigned to, who is given them.
import type ts from 'typescript';
import type { TypeScript } from '../../javascript/load-typescript.js';
import type { FunctionNode } from '../transform-input.js';

const MAX_SEGMENT = 40;
const MAX_NAME = 100;

export interface NamedFunction {
  /** Unique in its file: `total`, `Cart.total`, `Cart.get size`, `load.map callback`, `load.map callback#2`. */
  readonly name: string;
  readonly node: FunctionNode;
}

/** How a function is called in its place; anonymous ones lend no prefix to what is inside them. */
interface Place {
  readonly segment: string;
  readonly anonymous: boolean;
  /** From where on the enclosing names are looked for. */
  readonly site: ts.Node;
}

/** What a named function or class contributes to the names inside it. */
type Prefixes = Map<ts.Node, string>;

/** `functions` in source order, so that an enclosing function is named before those inside it. */
export function nameFunctions(compiler: TypeScript, functions: readonly FunctionNode[]): NamedFunction[] {
  const prefixes: Prefixes = new Map();
  const taken = new Set<string>();
  return functions.map((node) => {
    const place = findPlace(compiler, node);
    const prefix = findPrefix(compiler, place.site, prefixes);
    const name = shorten(prefix + place.segment);
    prefixes.set(node, place.anonymous ? prefix : `${name}.`);
    return { name: makeUnique(name, taken), node };
  });
}

/** A class or other declaration under the name that functions inside it are prefixed with. */
export function nameClass(compiler: TypeScript, node: ts.ClassLikeDeclaration): string {
  return readClassPrefix(compiler, node, new Map()).slice(0, -1);
}

export function makeUnique(name: string, taken: Set<string>): string {
  let unique = name;
  for (let count = 2; taken.has(unique); count++) unique = `${name}#${count}`;
  taken.add(unique);
  return unique;
}

/** Outer names give way first: the last ones tell most. */
function shorten(name: string): string {
  let short = name;
  while (short.length > MAX_NAME && short.includes('.')) short = short.slice(short.indexOf('.') + 1);
  return short.slice(0, MAX_NAME);
}

function findPlace(compiler: TypeScript, node: FunctionNode): Place {
  if (compiler.isConstructorDeclaration(node)) return named('constructor', node);
  if (compiler.isGetAccessorDeclaration(node)) return named(`get ${readKey(compiler, node.name)}`, node);
  if (compiler.isSetAccessorDeclaration(node)) return named(`set ${readKey(compiler, node.name)}`, node);
  if (compiler.isMethodDeclaration(node)) return named(readKey(compiler, node.name), node);
  if (compiler.isFunctionDeclaration(node)) return named(node.name?.text ?? 'default', node);
  return findValuePlace(compiler, node);
}

function findValuePlace(compiler: TypeScript, node: ts.FunctionExpression | ts.ArrowFunction): Place {
  const value = climbToValue(compiler, node);
  const site = value.parent;
  const siteName = readSiteName(compiler, site, value);
  if (siteName !== undefined && siteName !== '') return named(siteName, climbAssignments(compiler, site));
  if (node.name !== undefined) return named(node.name.text, node);
  if (siteName === '') return named('module.exports', climbAssignments(compiler, site));
  if (compiler.isExportAssignment(site)) return named('default', site);
  return { segment: describeUse(compiler, site, value), anonymous: true, site: node };
}

function named(segment: string, site: ts.Node): Place {
  return { segment, anonymous: false, site };
}

/** The outermost expression that has the same value: `a = b || ((function () {}) as F)`. */
function climbToValue(compiler: TypeScript, node: ts.Expression): ts.Node {
  let value: ts.Node = node;
  while (passesValue(compiler, value.parent, value)) value = value.parent;
  return value;
}

function passesValue(compiler: TypeScript, parent: ts.Node, value: ts.Node): boolean {
  if (compiler.isConditionalExpression(parent)) return parent.condition !== value;
  if (compiler.isBinaryExpression(parent)) {
    const { AmpersandAmpersandToken, BarBarToken, QuestionQuestionToken, CommaToken } = compiler.SyntaxKind;
    const operators = [AmpersandAmpersandToken, BarBarToken, QuestionQuestionToken, CommaToken];
    return parent.right === value && operators.some((operator) => operator === parent.operatorToken.kind);
  }
  return (
    compiler.isParenthesizedExpression(parent) ||
    compiler.isAsExpression(parent) ||
    compiler.isSatisfiesExpression(parent) ||
    compiler.isTypeAssertionExpression(parent) ||
    compiler.isNonNullExpression(parent) ||
    (compiler.isJsxExpression(parent) && compiler.isJsxAttribute(parent.parent))
  );
}

/** Of `a = b = value` the last name is enough. */
function climbAssignments(compiler: TypeScript, site: ts.Node): ts.Node {
  let outer = site;
  while (isAssignment(compiler, outer) && readSiteName(compiler, outer.parent, outer) !== undefined) {
    outer = outer.parent;
  }
  return outer;
}

function isAssignment(compiler: TypeScript, node: ts.Node): node is ts.BinaryExpression {
  if (!compiler.isBinaryExpression(node)) return false;
  const { EqualsToken, BarBarEqualsToken, QuestionQuestionEqualsToken } = compiler.SyntaxKind;
  const { kind } = node.operatorToken;
  return kind === EqualsToken || kind === BarBarEqualsToken || kind === QuestionQuestionEqualsToken;
}

/** The names of everything around `site`, each followed by a dot. */
function findPrefix(compiler: TypeScript, site: ts.Node, prefixes: Prefixes): string {
  let inner = '';
  let node = site;
  while (!compiler.isSourceFile(node.parent)) {
    const outer = node.parent;
    const known = prefixes.get(outer);
    if (known !== undefined) return known + inner;
    if (compiler.isClassLike(outer)) return readClassPrefix(compiler, outer, prefixes) + inner;
    const segment = readContainerName(compiler, outer, node);
    if (segment !== undefined && segment !== '') inner = `${segment}.${inner}`;
    node = segment === undefined ? outer : climbAssignments(compiler, outer);
  }
  return inner;
}

function readClassPrefix(compiler: TypeScript, node: ts.ClassLikeDeclaration, prefixes: Prefixes): string {
  const { segment, site } = findClassPlace(compiler, node);
  const prefix = `${findPrefix(compiler, site, prefixes)}${segment}.`;
  prefixes.set(node, prefix);
  return prefix;
}

function findClassPlace(compiler: TypeScript, node: ts.ClassLikeDeclaration): Place {
  if (compiler.isClassDeclaration(node)) return named(node.name?.text ?? 'default', node);
  const value = climbToValue(compiler, node);
  const siteName = readSiteName(compiler, value.parent, value);
  if (siteName) return named(siteName, climbAssignments(compiler, value.parent));
  return named(node.name?.text ?? 'class', node);
}

function readContainerName(compiler: TypeScript, container: ts.Node, inside: ts.Node): string | undefined {
  if (compiler.isModuleDeclaration(container)) return sanitize(container.name.text);
  return readSiteName(compiler, container, inside);
}

/** What `value` is stored under at this place; empty for what a module exports as a whole. */
function readSiteName(compiler: TypeScript, site: ts.Node, value: ts.Node): string | undefined {
  if (compiler.isJsxAttribute(site)) return sanitize(site.name.getText());
  if (isAssignment(compiler, site)) return site.right === value ? readTarget(compiler, site.left) : undefined;
  return isDeclaration(compiler, site) && site.initializer === value
    ? readDeclaredName(compiler, site.name)
    : undefined;
}

type Declaration =
  | ts.PropertyAssignment
  | ts.PropertyDeclaration
  | ts.VariableDeclaration
  | ts.ParameterDeclaration
  | ts.BindingElement;

function isDeclaration(compiler: TypeScript, node: ts.Node): node is Declaration {
  return (
    compiler.isPropertyAssignment(node) ||
    compiler.isPropertyDeclaration(node) ||
    compiler.isVariableDeclaration(node) ||
    compiler.isParameter(node) ||
    compiler.isBindingElement(node)
  );
}

function readDeclaredName(compiler: TypeScript, name: Declaration['name']): string | undefined {
  return compiler.isPropertyName(name) ? readKey(compiler, name) : undefined;
}

/** `exports.a`, `this.a` → `a`; `Cart.prototype.a` → `Cart.a`; `module.exports` → nothing. */
function readTarget(compiler: TypeScript, target: ts.Expression): string | undefined {
  const parts: string[] = [];
  let node = target;
  while (compiler.isPropertyAccessExpression(node) || compiler.isElementAccessExpression(node)) {
    parts.unshift(readAccessed(compiler, node));
    node = node.expression;
  }
  if (compiler.isIdentifier(node)) parts.unshift(node.text);
  if (parts[0] === 'module' && parts[1] === 'exports') parts.shift();
  if (parts[0] === 'exports') parts.shift();
  return parts
    .filter((part) => part !== 'prototype')
    .slice(-2)
    .join('.');
}

function readAccessed(
  compiler: TypeScript,
  node: ts.PropertyAccessExpression | ts.ElementAccessExpression,
): string {
  if (compiler.isElementAccessExpression(node)) return readIndex(compiler, node.argumentExpression);
  return node.name.text;
}

function readIndex(compiler: TypeScript, index: ts.Expression): string {
  if (compiler.isStringLiteralLike(index)) return sanitize(index.text) || 'property';
  return `[${sanitize(index.getText())}]`;
}

function readKey(compiler: TypeScript, name: ts.PropertyName): string {
  if (compiler.isPrivateIdentifier(name)) return name.text;
  if (compiler.isComputedPropertyName(name)) return readIndex(compiler, name.expression);
  return sanitize(name.text) || 'property';
}

/** How an anonymous function is used: `map callback`, `on exit` for `on('exit', …)`, `returned function`. */
function describeUse(compiler: TypeScript, site: ts.Node, value: ts.Node): string {
  if (compiler.isCallExpression(site) || compiler.isNewExpression(site)) {
    return site.expression === value ? 'iife' : describeCallback(compiler, site);
  }
  const returned = compiler.isReturnStatement(site) || compiler.isArrowFunction(site);
  if (returned) return 'returned function';
  return compiler.isArrayLiteralExpression(site) ? 'item' : 'function';
}

function describeCallback(compiler: TypeScript, call: ts.CallExpression | ts.NewExpression): string {
  const callee = readCallee(compiler, call.expression);
  const first = call.arguments?.[0];
  const label = first !== undefined && compiler.isStringLiteralLike(first) ? sanitize(first.text) : '';
  return label === '' ? `${callee} callback` : `${callee} ${label}`;
}

function readCallee(compiler: TypeScript, callee: ts.Expression): string {
  if (compiler.isIdentifier(callee)) return callee.text;
  if (compiler.isPropertyAccessExpression(callee) || compiler.isElementAccessExpression(callee)) {
    return readAccessed(compiler, callee);
  }
  if (compiler.isCallExpression(callee)) return readCallee(compiler, callee.expression);
  return callee.kind === compiler.SyntaxKind.SuperKeyword ? 'super' : 'function';
}

/** One line without quotes and without the sign that numbers duplicates. */
function sanitize(text: string): string {
  return text
    .replace(/[^\p{ID_Continue}$@/:.+*<>=-]+/gu, ' ')
    .slice(0, MAX_SEGMENT)
    .trim();
}
