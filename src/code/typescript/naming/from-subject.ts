// Names for a condition of many parts that all ask about one thing: `user.verified && !user.banned && …` → is user eligible.
import type ts from 'typescript';
import type { TypeScript } from '../../javascript/load-typescript.js';
import { isLogical } from '../measure/visit-logic.js';
import { describeNoun, unwrap } from './describe-noun.js';
import { propose } from './proposal.js';
import type { Proposal } from './proposal.js';

const MIN_OPERANDS = 3;

export function proposeFromSubject(compiler: TypeScript, condition: ts.Expression): Proposal[] {
  const node = unwrap(compiler, condition);
  if (!isLogical(compiler, node)) return [];
  const roots = listOperands(compiler, node).map((operand) => findRoot(compiler, operand));
  const [root] = roots;
  if (roots.length < MIN_OPERANDS || root === undefined) return [];
  if (!compiler.isIdentifier(root) || roots.some((other) => other?.getText() !== root.text)) return [];
  const noun = describeNoun(compiler, root);
  if (noun.length === 0) return [];
  return node.operatorToken.kind === compiler.SyntaxKind.AmpersandAmpersandToken
    ? [propose(66, 'is', noun, 'eligible')]
    : [propose(54, 'is', 'special', noun)];
}

function listOperands(compiler: TypeScript, node: ts.Node): ts.Node[] {
  const value = unwrap(compiler, node);
  return isLogical(compiler, value)
    ? [...listOperands(compiler, value.left), ...listOperands(compiler, value.right)]
    : [value];
}

/** `user` of `!user.team.open`, of `isKnown(user)`, of `Users.has(user)` and of `user.age > 18`. */
export function findRoot(compiler: TypeScript, operand: ts.Node): ts.Node | undefined {
  let node: ts.Node | undefined = operand;
  for (;;) {
    if (node === undefined) return undefined;
    node = unwrap(compiler, node);
    const inner = findInner(compiler, node);
    if (inner === node) return node;
    node = inner;
  }
}

function findInner(compiler: TypeScript, node: ts.Node): ts.Node | undefined {
  if (compiler.isPropertyAccessExpression(node) || compiler.isElementAccessExpression(node))
    return node.expression;
  if (compiler.isBinaryExpression(node)) return node.left;
  if (compiler.isPrefixUnaryExpression(node)) return node.operand;
  if (compiler.isTypeOfExpression(node)) return node.expression;
  if (compiler.isConditionalExpression(node)) return node.condition;
  return compiler.isCallExpression(node) ? findAsked(compiler, node) : node;
}

/** What is asked about: what stands before the dot, unless that only says who answers. */
function findAsked(
  compiler: TypeScript,
  { expression, arguments: given }: ts.CallExpression,
): ts.Node | undefined {
  if (!compiler.isPropertyAccessExpression(expression)) return given[0];
  const owner = unwrap(compiler, expression.expression);
  const answers = compiler.isIdentifier(owner) && /^[A-Z]/.test(owner.text) && given.length > 0;
  return answers ? given[0] : owner;
}
