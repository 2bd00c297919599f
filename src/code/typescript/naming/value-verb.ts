// The verb for making a value, by what the value is: a template is formatted, an object literal built.
import type ts from 'typescript';
import type { TypeScript } from '../../javascript/load-typescript.js';
import { isLogical } from '../measure/visit-logic.js';
import { unwrap } from './describe-noun.js';
import { listWords } from './lexicon.js';
import { readCall } from './read-call.js';

/** Undefined when the value could be made in any way. */
export function chooseValueVerb(compiler: TypeScript, value: ts.Node): string | undefined {
  const node = unwrap(compiler, value);
  if (isText(compiler, node)) return 'format';
  if (compiler.isCallExpression(node))
    return readCall(compiler, node)?.verb ?? chooseMethodVerb(compiler, node);
  if (isLogical(compiler, node)) return isMade(compiler, node) ? 'ensure' : 'find';
  if (isArithmetic(compiler, node)) return 'compute';
  return SHAPES.find(([, isShape]) => isShape(compiler, node))?.[0];
}

type IsShape = (compiler: TypeScript, node: ts.Node) => boolean;

const SHAPES: readonly (readonly [string, IsShape])[] = [
  ['create', (compiler, node) => compiler.isNewExpression(node)],
  ['choose', isPlainChoice],
  ['find', (compiler, node) => compiler.isConditionalExpression(node)],
  [
    'build',
    (compiler, node) => compiler.isObjectLiteralExpression(node) || compiler.isArrayLiteralExpression(node),
  ],
  [
    'read',
    (compiler, node) => compiler.isPropertyAccessExpression(node) || compiler.isElementAccessExpression(node),
  ],
  ['render', (compiler, node) => compiler.isJsxElement(node) || compiler.isJsxFragment(node)],
  ['render', (compiler, node) => compiler.isJsxSelfClosingElement(node)],
];

/** `known ?? new Thing()`. */
function isMade(compiler: TypeScript, { operatorToken, right }: ts.BinaryExpression): boolean {
  if (operatorToken.kind === compiler.SyntaxKind.AmpersandAmpersandToken) return false;
  const node = unwrap(compiler, right);
  if (compiler.isNewExpression(node)) return true;
  if (!compiler.isCallExpression(node)) return false;
  const verb = readCall(compiler, node)?.verb;
  return verb !== undefined && MAKING.has(verb);
}

const MAKING = listWords('create make build open add init initialize new construct');

/** Between values that are there already: `wide ? 80 : narrow ? 40 : 60`. */
function isPlainChoice(compiler: TypeScript, node: ts.Node): boolean {
  if (!compiler.isConditionalExpression(node)) return false;
  return [node.whenTrue, node.whenFalse].every((branch) => {
    const value = unwrap(compiler, branch);
    return (
      compiler.isLiteralExpression(value) || compiler.isIdentifier(value) || isPlainChoice(compiler, value)
    );
  });
}

/** `price * count - discount`. */
function isArithmetic(compiler: TypeScript, node: ts.Node): boolean {
  return (
    compiler.isBinaryExpression(node) && /^(?:[-+*/%]|\*\*|<<|>>>?|[&|^])$/.test(node.operatorToken.getText())
  );
}

export function isText(compiler: TypeScript, node: ts.Node): boolean {
  if (compiler.isTemplateExpression(node) || compiler.isStringLiteralLike(node)) return true;
  if (!compiler.isBinaryExpression(node) || node.operatorToken.kind !== compiler.SyntaxKind.PlusToken)
    return false;
  return isText(compiler, unwrap(compiler, node.left)) || isText(compiler, unwrap(compiler, node.right));
}

const METHOD_VERBS: ReadonlyMap<string, string> = new Map([
  ['map', 'collect'],
  ['filter', 'filter'],
  ['find', 'find'],
  ['reduce', 'compute'],
  ['join', 'join'],
  ['split', 'split'],
  ['get', 'get'],
  ['match', 'match'],
  ['exec', 'match'],
  ['replace', 'replace'],
  ['slice', 'slice'],
]);

function chooseMethodVerb(compiler: TypeScript, node: ts.CallExpression): string | undefined {
  const callee = unwrap(compiler, node.expression);
  return compiler.isPropertyAccessExpression(callee) ? METHOD_VERBS.get(callee.name.text) : undefined;
}
