// Names for a condition by the variables that are set when it holds: `if (…) quiet = true` → is quiet.
import type ts from 'typescript';
import type { TypeScript } from '../../javascript/load-typescript.js';
import { unwrap } from './describe-noun.js';
import { readFlag, renderPredicate } from './predicate.js';
import { propose } from './proposal.js';
import type { NamingInput, Proposal } from './proposal.js';
import { readString, readTextWords } from './read-string.js';
import { isAdjective, isGeneric, isVerb, splitWords } from './words.js';

interface Store {
  readonly name: string;
  readonly value: ts.Node;
}

export function proposeFromStores(
  { ts: compiler }: NamingInput,
  statements: readonly ts.Statement[],
): Proposal[] {
  const stores = statements.flatMap((statement) => readStore(compiler, statement) ?? []);
  const [first] = stores;
  if (first === undefined) return [];
  const isAll = stores.length === statements.length;
  return [
    ...stores.flatMap((store) => proposeFlag(compiler, store)),
    // Where more than constants is set, a text among them tells what happened rather than when.
    ...(isAll && stores.every(({ value }) => compiler.isLiteralExpression(value))
      ? stores.flatMap((store) => proposeState(compiler, store))
      : []),
    ...proposeChange(compiler, first, isAll),
  ];
}

/** `x = value`. */
function readStore(compiler: TypeScript, statement: ts.Statement): Store | undefined {
  if (!compiler.isExpressionStatement(statement) || !compiler.isBinaryExpression(statement.expression))
    return undefined;
  const { left, right, operatorToken } = statement.expression;
  const isPlain = operatorToken.kind === compiler.SyntaxKind.EqualsToken && compiler.isIdentifier(left);
  return isPlain ? { name: left.text, value: unwrap(compiler, right) } : undefined;
}

/** `quiet = true` → is quiet. */
function proposeFlag(compiler: TypeScript, { name, value }: Store): Proposal[] {
  if (value.kind !== compiler.SyntaxKind.TrueKeyword) return [];
  const flag = readFlag(splitWords(name), []);
  return flag === undefined ? [] : [propose(78, renderPredicate(flag))];
}

/** `remark = 'free of charge'` → is free of charge. */
function proposeState(compiler: TypeScript, { value }: Store): Proposal[] {
  const text = readString(compiler, value);
  const words = text === undefined || !/^[a-z][a-z -]+$/.test(text) ? [] : readTextWords(text);
  const [first = ''] = words;
  const isState = words.length > 1 && words.length < 4 && (isAdjective(first) || !isVerb(first));
  return isState ? [propose(66, 'is', words)] : [];
}

/** `price = 0` → should reset price. */
function proposeChange(compiler: TypeScript, { name, value }: Store, isAll: boolean): Proposal[] {
  const words = splitWords(name);
  if (isGeneric(words)) return [];
  const isReset = /^(?:0|''|""|null|undefined|\[\]|false)$/.test(value.getText());
  if (value.kind === compiler.SyntaxKind.TrueKeyword) return [];
  return [propose(isAll ? 46 : 36, 'should', isReset ? 'reset' : 'set', words)];
}
