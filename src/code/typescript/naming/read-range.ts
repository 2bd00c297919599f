// What a pair of comparisons asserts that bound one value from both sides: `c >= 48 && c <= 57` → is digit.
import type ts from 'typescript';
import type { TypeScript } from '../../javascript/load-typescript.js';
import { isLogical } from '../measure/visit-logic.js';
import { describeNoun, unwrap } from './describe-noun.js';
import { assertIs, assertIsA } from './predicate.js';
import type { Predicate } from './predicate.js';

const CHARACTERS: ReadonlyMap<string, readonly string[]> = new Map([
  ['09', ['digit']],
  ['az', ['lowercase', 'letter']],
  ['AZ', ['uppercase', 'letter']],
  ['af', ['hex', 'letter']],
  ['AF', ['hex', 'letter']],
]);

export function readRange(compiler: TypeScript, node: ts.BinaryExpression): Predicate | undefined {
  if (!isLogical(compiler, node) || node.operatorToken.kind !== compiler.SyntaxKind.AmpersandAmpersandToken) {
    return undefined;
  }
  const low = readBound(compiler, node.left);
  const high = readBound(compiler, node.right);
  if (low === undefined || high === undefined || low.subject.getText() !== high.subject.getText())
    return undefined;
  const kind = CHARACTERS.get(readCharacter(low.bound) + readCharacter(high.bound));
  if (kind !== undefined) return assertIsA([], kind);
  const noun = describeNoun(compiler, low.subject);
  return noun.length === 0 ? undefined : assertIs(noun, 'in', 'range');
}

interface Bound {
  readonly subject: ts.Node;
  /** The text of the limit. */
  readonly bound: string;
}

function readBound(compiler: TypeScript, expression: ts.Expression): Bound | undefined {
  const node = unwrap(compiler, expression);
  if (!compiler.isBinaryExpression(node) || !/^[<>]=?$/.test(node.operatorToken.getText())) return undefined;
  const [left, right] = [unwrap(compiler, node.left), unwrap(compiler, node.right)];
  if (compiler.isLiteralExpression(left)) return { subject: right, bound: left.text };
  return { subject: left, bound: compiler.isLiteralExpression(right) ? right.text : '' };
}

/** Of the character itself or of its code. */
function readCharacter(bound: string): string {
  return bound.length > 1 && Number(bound) > 0 ? String.fromCharCode(Number(bound)) : bound;
}
