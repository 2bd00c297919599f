// The types that a table needs in TypeScript, where they do not follow from its entries.
import type ts from 'typescript';
import { hasModifier } from '../extract/syntax.js';
import type { Selection } from './selection.js';
import type { Source } from './source.js';
import type { Entry, Result } from './table.js';

/** `<K, V>`, or nothing where the compiler finds out by itself. */
export function writeMapType(
  source: Source,
  selection: Selection,
  result: ts.Type | undefined,
  entries: readonly Entry[],
): string {
  if (!source.style.typescript) return '';
  const keys = listBases(
    source,
    selection.arms.flatMap((arm) => arm.keys),
  );
  const values = listBases(
    source,
    entries.map(({ expression }) => expression),
  );
  const takesSubject = isAssignable(source, source.checker.getTypeAtLocation(selection.subject), keys);
  const givesResult = fitsResult(source, result, values);
  if (takesSubject && givesResult && keys.length === 1 && values.length === 1) return '';
  const literals = [...new Set(entries.map(({ value }) => value))].join(' | ');
  return `<${takesSubject ? keys.join(' | ') : 'unknown'}, ${givesResult ? values.join(' | ') : literals}>`;
}

/** Whether the types leave nothing out and nothing else is expected: then a plain object needs no check. */
export function isExhaustive(source: Source, selection: Selection, result: Result): boolean {
  const { ts: compiler, checker, style } = source;
  if (!style.typescript || selection.fallback !== undefined) return false;
  const type = findResultType(source, result);
  if (type === undefined || checker.isTypeAssignableTo(checker.getUndefinedType(), type)) return false;
  const keys = selection.arms.flatMap((arm) => arm.keys);
  const texts = new Set(keys.map((key) => (compiler.isStringLiteralLike(key) ? key.text : undefined)));
  const parts = listParts(checker.getTypeAtLocation(selection.subject));
  return parts.every((part) => part.isStringLiteral() && texts.has(part.value));
}

/** Literal types are needed where not any value of these would do. */
export function needsLiterals(source: Source, result: Result, entries: readonly Entry[]): boolean {
  const values = entries.map(({ expression }) => expression);
  return (
    source.style.typescript && !fitsResult(source, findResultType(source, result), listBases(source, values))
  );
}

/** The type of the keys, wide enough for what is looked up. */
export function writeKeyType(source: Source, selection: Selection): string {
  const keys = listBases(
    source,
    selection.arms.flatMap((arm) => arm.keys),
  );
  const type = source.checker.getTypeAtLocation(selection.subject);
  return isAssignable(source, type, keys) ? keys.join(' | ') : 'unknown';
}

type Base = 'string' | 'number' | 'boolean' | 'null';

function listBases(source: Source, expressions: readonly ts.Expression[]): Base[] {
  return [...new Set(expressions.map((expression) => findBase(source, expression)))];
}

function findBase({ ts: compiler }: Source, expression: ts.Expression): Base {
  if (compiler.isStringLiteralLike(expression)) return 'string';
  if (expression.kind === compiler.SyntaxKind.NullKeyword) return 'null';
  const isNumber = compiler.isNumericLiteral(expression) || compiler.isPrefixUnaryExpression(expression);
  return isNumber ? 'number' : 'boolean';
}

/** Whether every value of the type is of one of these. */
function isAssignable({ ts: compiler }: Source, type: ts.Type, bases: readonly Base[]): boolean {
  const { TypeFlags } = compiler;
  const flags: Record<Base, ts.TypeFlags> = {
    string: TypeFlags.StringLike,
    number: TypeFlags.NumberLike,
    boolean: TypeFlags.BooleanLike,
    null: TypeFlags.Null,
  };
  const allowed = bases.reduce((sum, base) => sum | flags[base], TypeFlags.Any | TypeFlags.Never);
  return listParts(type).every((part) => (part.flags & allowed) !== 0);
}

function listParts(type: ts.Type): readonly ts.Type[] {
  return type.isUnion() ? type.types : [type];
}

/** Whether any value of these fits where the result goes; literal types do not take any string. */
function fitsResult(source: Source, type: ts.Type | undefined, bases: readonly Base[]): boolean {
  const { checker } = source;
  if (type === undefined) return true;
  const wide: Record<Base, ts.Type> = {
    string: checker.getStringType(),
    number: checker.getNumberType(),
    boolean: checker.getBooleanType(),
    null: checker.getNullType(),
  };
  return bases.every((base) => checker.isTypeAssignableTo(wide[base], type));
}

/** The type a value must have where it goes. */
export function findResultType(source: Source, { target }: Result): ts.Type | undefined {
  const { ts: compiler, checker } = source;
  if (target !== undefined) {
    const symbol = checker.getSymbolAtLocation(
      compiler.isPropertyAccessExpression(target) ? target.name : target,
    );
    return symbol === undefined ? undefined : checker.getTypeOfSymbol(symbol);
  }
  const signature = checker.getSignatureFromDeclaration(source.target);
  if (signature === undefined) return undefined;
  const type = checker.getReturnTypeOfSignature(signature);
  const isAsync = hasModifier(compiler, source.target, compiler.SyntaxKind.AsyncKeyword);
  return isAsync ? checker.getAwaitedType(type) : type;
}
