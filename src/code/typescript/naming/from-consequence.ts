// Names for a condition by what is done when it holds: `if (…) flush(buffer)` → should flush buffer.
import type ts from 'typescript';
import type { TypeScript } from '../../javascript/load-typescript.js';
import { isLogical } from '../measure/visit-logic.js';
import { describeNoun, unwrap } from './describe-noun.js';
import { proposeFromActions } from './from-actions.js';
import { readFunctionWords } from './function-words.js';
import { proposeFromMessage } from './from-message.js';
import { proposeFromStores } from './from-stores.js';
import { propose } from './proposal.js';
import type { NamingInput, Proposal } from './proposal.js';
import { mapLast, toGerund, toSingular } from './words.js';

export function proposeConsequence(input: NamingInput, statement: ts.Statement): Proposal[] {
  const { ts: compiler } = input;
  const statements = compiler.isBlock(statement) ? [...statement.statements] : [statement];
  const [only] = statements;
  if (only === undefined) return [];
  const jump = [
    ...proposeFromMessage(input, statements),
    ...(statements.length === 1 ? proposeJump(input, only) : []),
    ...proposeFromStores(input, statements),
  ];
  const [action] = proposeFromActions({ ...input, nodes: statements });
  if (action === undefined) return jump;
  const words = action.words.slice(0, action.words.at(-1) === 'needed' ? -2 : undefined);
  return [...jump, propose(Math.min(76, action.score), 'should', words)];
}

function proposeJump(input: NamingInput, only: ts.Statement): Proposal[] {
  const { ts: compiler } = input;
  if (compiler.isContinueStatement(only)) return [propose(70, 'should', 'skip', findElement(input, only))];
  if (compiler.isBreakStatement(only)) return proposeStop(readFunctionWords(input).verb);
  if (compiler.isThrowStatement(only)) return proposeInvalid(describeSubject(input));
  return compiler.isReturnStatement(only) ? proposeReturn(input, only.expression) : [];
}

function proposeStop(verb: string): Proposal[] {
  const told =
    verb === '' || verb === 'is' || verb === 'has' ? [] : [propose(57, 'should', 'stop', toGerund(verb))];
  return [...told, propose(56, 'should', 'stop')];
}

function proposeInvalid(subject: readonly string[]): Proposal[] {
  return [propose(subject.length > 0 ? 58 : 34, 'is', 'invalid', subject)];
}

/** `return false` → should reject, `return STYLE` → can use style. */
function proposeReturn(input: NamingInput, value: ts.Expression | undefined): Proposal[] {
  const { ts: compiler } = input;
  const { object } = readFunctionWords(input);
  if (value === undefined) return [propose(46, 'should', 'skip', object)];
  const { TrueKeyword, FalseKeyword } = compiler.SyntaxKind;
  if (value.kind === TrueKeyword) return [propose(46, 'should', 'accept', object)];
  if (value.kind === FalseKeyword) return [propose(46, 'should', 'reject', object)];
  const noun = describeNoun(compiler, findFirstPart(compiler, value));
  if (noun.length > 0) return [propose(48, 'can', 'use', noun)];
  return [
    ...proposeStop(readFunctionWords(input).verb).slice(0, -1),
    propose(20, 'should', 'return', 'early'),
  ];
}

/** `prefix` of `prefix + '[]'`. */
function findFirstPart(compiler: TypeScript, value: ts.Expression): ts.Expression {
  return compiler.isBinaryExpression(value) ? findFirstPart(compiler, value.left) : value;
}

/** What the innermost loop around goes through, one by one. */
function findElement({ ts: compiler, target }: NamingInput, from: ts.Node): string[] {
  let node = from.parent;
  while (node !== target && !compiler.isIterationStatement(node, false)) node = node.parent;
  if (!compiler.isForOfStatement(node) && !compiler.isForInStatement(node)) return [];
  const { initializer, expression } = node;
  const isDeclared = compiler.isVariableDeclarationList(initializer);
  const noun = describeNoun(compiler, isDeclared ? initializer.declarations[0]?.name : initializer);
  return noun.length > 0 ? noun : mapLast(describeNoun(compiler, expression), toSingular);
}

/** What is tested last: what stands before it only says when. */
function describeSubject({ ts: compiler, nodes }: NamingInput): string[] {
  let node: ts.Node | undefined = nodes[0];
  while (node !== undefined) {
    node = unwrap(compiler, node);
    if (isLogical(compiler, node)) node = node.right;
    else if (compiler.isBinaryExpression(node)) node = node.left;
    else if (compiler.isPrefixUnaryExpression(node)) node = node.operand;
    else if (compiler.isTypeOfExpression(node)) node = node.expression;
    else return describeNoun(compiler, node);
  }
  return [];
}
