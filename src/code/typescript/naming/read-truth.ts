// What it says when a value is simply taken as a condition: `user.active` → user is active, `user` → has user.
import type ts from 'typescript';
import type { TypeScript } from '../../javascript/load-typescript.js';
import { describeNoun, unwrap } from './describe-noun.js';
import { assertDoes, assertHas, readFlag } from './predicate.js';
import type { Predicate } from './predicate.js';
import { isVerb, splitWords } from './words.js';

export function readTruth(compiler: TypeScript, value: ts.Node): Predicate | undefined {
  const node = unwrap(compiler, value);
  const name = readLastName(compiler, node);
  if (name !== undefined) {
    const owner = compiler.isPropertyAccessExpression(node) ? describeNoun(compiler, node.expression) : [];
    const flag =
      readFlag(splitWords(name), owner.includes('options') ? [] : owner) ?? readImperative(splitWords(name));
    if (flag !== undefined) return flag;
  }
  return assertPresence(compiler, node);
}

/** A flag such as `stripDashed` says what should be done. */
function readImperative(words: readonly string[]): Predicate | undefined {
  return words.length > 1 && isVerb(words[0] ?? '') ? assertDoes('should', ...words) : undefined;
}

/** `x` is there: neither null nor undefined, nor empty. */
export function assertPresence(compiler: TypeScript, node: ts.Node): Predicate | undefined {
  const value = unwrap(compiler, node);
  const name = readLastName(compiler, value);
  const isCount = compiler.isPropertyAccessExpression(value) && (name === 'length' || name === 'size');
  const noun = describeNoun(compiler, isCount ? value.expression : value);
  if (noun.length > 0) return assertHas(noun);
  // Of a part even a plain word says what is asked for.
  const isPart = compiler.isPropertyAccessExpression(value) && !isCount && (name?.length ?? 0) > 2;
  return isPart ? assertHas(splitWords(value.name.text)) : undefined;
}

export function readLastName(compiler: TypeScript, node: ts.Node): string | undefined {
  if (compiler.isPropertyAccessExpression(node)) return node.name.text;
  return compiler.isIdentifier(node) ? node.text : undefined;
}
