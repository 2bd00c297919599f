// What a single node does to the world: a call made for its effect, a property set, something deleted.
import type ts from 'typescript';
import type { TypeScript } from '../../javascript/load-typescript.js';
import { describeNoun, unwrap } from './describe-noun.js';
import { readCall } from './read-call.js';
import type { CallWords } from './read-call.js';
import { isGeneric, splitWords } from './words.js';

export function readAction(compiler: TypeScript, node: ts.Node): CallWords | undefined {
  if (compiler.isCallExpression(node)) return readCallAction(compiler, node);
  if (compiler.isDeleteExpression(node)) {
    const object = describeNoun(compiler, node.expression);
    return object.length === 0 ? undefined : { verb: 'remove', object, weight: 0.8, isChange: true };
  }
  if (!compiler.isBinaryExpression(node) || !isWrite(compiler, node)) return undefined;
  const target = unwrap(compiler, node.left);
  if (compiler.isPropertyAccessExpression(target)) return readPropertyWrite(compiler, target);
  return compiler.isElementAccessExpression(target) ? readElementWrite(compiler, target) : undefined;
}

/** Calls that only fetch a value say less than those made for what they do. */
function readCallAction(compiler: TypeScript, call: ts.CallExpression): CallWords | undefined {
  const use = findUse(compiler, call);
  const read = use === undefined ? undefined : readCall(compiler, call);
  if (read === undefined || use === 'done') return read;
  return read.verb === 'take' || read.verb === 'remove' ? undefined : { ...read, weight: read.weight * 0.5 };
}

function weigh(verb: string, object: readonly string[], weight: number): CallWords | undefined {
  return object.length === 0 ? undefined : { verb, object, weight };
}

/** `done` for a statement of its own and for what is returned, `stored` for what a variable is set to. */
function findUse(compiler: TypeScript, call: ts.CallExpression): 'done' | 'stored' | undefined {
  let { parent } = call;
  while (
    compiler.isAwaitExpression(parent) ||
    compiler.isParenthesizedExpression(parent) ||
    compiler.isVoidExpression(parent)
  ) {
    parent = parent.parent;
  }
  if (compiler.isExpressionStatement(parent) || compiler.isReturnStatement(parent)) return 'done';
  const assigns =
    compiler.isBinaryExpression(parent) && parent.operatorToken.kind === compiler.SyntaxKind.EqualsToken;
  return assigns || compiler.isVariableDeclaration(parent) ? 'stored' : undefined;
}

/** `=`, `+=`, `??=` and the like. */
export function isWrite(compiler: TypeScript, node: ts.BinaryExpression): boolean {
  const { kind } = node.operatorToken;
  return kind >= compiler.SyntaxKind.FirstAssignment && kind <= compiler.SyntaxKind.LastAssignment;
}

/** `prices[name] = …` → set price; where neither says what it is, the key: `o[key] = …` → set key. */
function readElementWrite(compiler: TypeScript, node: ts.ElementAccessExpression): CallWords | undefined {
  const told = weigh('set', describeNoun(compiler, node), 0.5);
  const { argumentExpression: key } = node;
  if (told !== undefined || !compiler.isIdentifier(key) || key.text.length < 3) return told;
  return weigh('set', splitWords(key.text), 0.45);
}

/** `order.total = …` → set total; several properties of one thing are an update of it. */
function readPropertyWrite(compiler: TypeScript, node: ts.PropertyAccessExpression): CallWords | undefined {
  const own = splitWords(node.name.text);
  return isGeneric(own)
    ? weigh('update', describeNoun(compiler, node.expression), 0.45)
    : weigh('set', own, 0.45);
}
