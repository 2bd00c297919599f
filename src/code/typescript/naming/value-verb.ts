// The verb for making a value, by what the value is: a template is formatted, an object literal built.
import type ts from 'typescript';
import type { TypeScript } from '../../javascript/load-typescript.js';
import { isLogical } from '../measure/visit-logic.js';
import { unwrap } from './describe-noun.js';
import { readCall } from './read-call.js';

/** Undefined when the value could be made in any way. */
export function chooseValueVerb(compiler: TypeScript, value: ts.Node): string | undefined {
  const node = unwrap(compiler, value);
  if (isText(compiler, node)) return 'format';
  if (compiler.isCallExpression(node))
    return readCall(compiler, node)?.verb ?? chooseMethodVerb(compiler, node);
  if (isLogical(compiler, node)) return isMade(compiler, node) ? 'ensure' : 'resolve';
  return SHAPES.find(([, isShape]) => isShape(compiler, node))?.[0];
}

type IsShape = (compiler: TypeScript, node: ts.Node) => boolean;

const SHAPES: readonly (readonly [string, IsShape])[] = [
  ['create', (compiler, node) => compiler.isNewExpression(node)],
  ['choose', (compiler, node) => compiler.isConditionalExpression(node)],
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
  return compiler.isNewExpression(node) || compiler.isCallExpression(node);
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
