// What a piece of code changes outside of itself: properties of what it was given, variables around its function, calls made for what they do.
import type ts from 'typescript';
import type { TypeScript } from '../../javascript/load-typescript.js';
import { unwrap } from './describe-noun.js';
import { listWords } from './lexicon.js';
import type { NamingInput } from './proposal.js';
import { isWrite } from './read-action.js';
import { walkOwn } from './walk-own.js';

/** Do not change anything that a reader of the name would ask about. */
const SILENT = listWords('debug log warn info trace error assert print super require');
/** Methods that are called for what they do, even where their result is returned. */
const DEEDS = listWords(
  'end send write emit close destroy pipe redirect respond dispatch publish abort exit',
);

/** The nodes that change something, in source order. */
export function listChanges(input: NamingInput): ts.Node[] {
  const { ts: compiler, nodes } = input;
  const changes: ts.Node[] = [];
  const own = listOwnNames(input);
  walkOwn(compiler, nodes, (node) => {
    if (isChange(input, node, own)) changes.push(node);
  });
  return changes;
}

function isChange(input: NamingInput, node: ts.Node, own: ReadonlySet<string>): boolean {
  const { ts: compiler } = input;
  const target = findWritten(compiler, node);
  if (target !== undefined)
    return compiler.isIdentifier(target) ? isOutside(input, target) : !isOwn(compiler, target, own);
  return compiler.isCallExpression(node) && !isNote(input, node) && isDeed(compiler, node, own);
}

/** What an assignment, a step or a deletion changes. */
function findWritten(compiler: TypeScript, node: ts.Node): ts.Node | undefined {
  if (compiler.isBinaryExpression(node) && isWrite(compiler, node)) return unwrap(compiler, node.left);
  if (compiler.isDeleteExpression(node)) return unwrap(compiler, node.expression);
  const isStep =
    (compiler.isPrefixUnaryExpression(node) || compiler.isPostfixUnaryExpression(node)) &&
    (node.operator === compiler.SyntaxKind.PlusPlusToken ||
      node.operator === compiler.SyntaxKind.MinusMinusToken);
  return isStep ? unwrap(compiler, node.operand) : undefined;
}

/** Declared by the code itself, or made anew by it: nobody else knows it yet. */
export function listOwnNames({ ts: compiler, nodes }: NamingInput): ReadonlySet<string> {
  const own = new Set<string>();
  walkOwn(compiler, nodes, (node) => {
    if (compiler.isVariableDeclaration(node) || compiler.isBindingElement(node)) own.add(node.name.getText());
    if (!compiler.isBinaryExpression(node) || !isWrite(compiler, node)) return;
    const value = unwrap(compiler, node.right);
    const isFresh =
      compiler.isObjectLiteralExpression(value) ||
      compiler.isArrayLiteralExpression(value) ||
      compiler.isNewExpression(value);
    if (isFresh && compiler.isIdentifier(node.left)) own.add(node.left.text);
  });
  return own;
}

export function isOwn(compiler: TypeScript, node: ts.Node, own: ReadonlySet<string>): boolean {
  let root = unwrap(compiler, node);
  while (compiler.isPropertyAccessExpression(root) || compiler.isElementAccessExpression(root))
    root = unwrap(compiler, root.expression);
  return compiler.isIdentifier(root) && own.has(root.text);
}

/** A variable that the function around does not declare itself. */
function isOutside({ ts: compiler, target }: NamingInput, name: ts.Identifier): boolean {
  let found = false;
  const visit = (node: ts.Node): void => {
    const declares =
      compiler.isVariableDeclaration(node) || compiler.isParameter(node) || compiler.isBindingElement(node);
    found ||= declares && compiler.isIdentifier(node.name) && node.name.text === name.text;
    if (!found) compiler.forEachChild(node, visit);
  };
  visit(target);
  return !found;
}

/** `notes.push(…)`: something is only noted down on the way. */
function isNote({ ts: compiler }: NamingInput, { expression }: ts.CallExpression): boolean {
  if (!compiler.isPropertyAccessExpression(expression)) return false;
  const { expression: list, name } = expression;
  return /^(?:push|unshift|add)$/.test(name.text) && compiler.isIdentifier(list);
}

/** A statement of its own, or what nobody calls for its result alone. */
function isDeed(compiler: TypeScript, call: ts.CallExpression, own: ReadonlySet<string>): boolean {
  const callee = unwrap(compiler, call.expression);
  const isMember = compiler.isPropertyAccessExpression(callee);
  const name = isMember ? callee.name.text : callee.getText();
  if (isMember && isOwn(compiler, callee.expression, own)) return false;
  const holder = findHolder(compiler, call);
  if (compiler.isReturnStatement(holder)) return isMember && DEEDS.has(name);
  const isReport = isMember && /^(?:console|log|logger|assert)$/.test(callee.expression.getText());
  return compiler.isExpressionStatement(holder) && !SILENT.has(name) && !isReport;
}

function findHolder(compiler: TypeScript, { parent }: ts.Node): ts.Node {
  const waits = compiler.isAwaitExpression(parent) || compiler.isVoidExpression(parent);
  return waits ? findHolder(compiler, parent) : parent;
}
