// The return type of the new function, where it has to be written.
import type ts from 'typescript';
import type { Refusal } from '../../refactoring.js';
import type { TypeScript } from '../../javascript/load-typescript.js';
import type { FunctionPlan, StatementPlan } from './plan.js';
import { knowsUndefined } from './never-undefined.js';
import type { Protocol, RecordProtocol, Way } from './protocol.js';
import type { Region } from './region.js';
import { quote, renderTag } from './call-text.js';
import { isTruth } from './is-truth.js';
import { findStoredType, widenValue } from './literal-types.js';
import { mayNarrow } from './may-narrow.js';
import { readStyle } from './style.js';
import { hasModifier, isGenerator, isPlainValue } from './syntax.js';
import { describeNode, describeType } from './types.js';
import { describeOutput } from './variable-types.js';
import type { Described } from './types.js';
import type { TypeImport } from './type-imports.js';
import type { Variable } from './variable.js';

export interface ReturnType {
  readonly text: string;
  readonly generics: readonly ts.TypeParameterDeclaration[];
  readonly imports: readonly TypeImport[];
}

/** Undefined when the compiler can find it out by itself, or when it cannot be named. */
export function describeReturn(plan: StatementPlan): ReturnType | undefined {
  const { typing } = plan.region;
  if (typing === 'none') return undefined;
  const found = describeByProtocol(plan, saysReturns(plan.region));
  if (found === undefined) return undefined;
  return plan.uses.awaits ? { ...found, text: `Promise<${found.text}>` } : found;
}

/** Comments that speak of parameters speak of the result as well. */
function saysReturns({ compiler, file, typing }: Region): boolean {
  return typing === 'comments' || readStyle(compiler, file).annotatesReturns;
}

/** The type of what is made `true` or `false`. */
export function describeTruth({ region }: FunctionPlan): ReturnType | undefined {
  return saysReturns(region) ? BOOLEAN : undefined;
}

const BOOLEAN: ReturnType = { text: 'boolean', generics: [], imports: [] };

/** The type of an expression; unwritten where the compiler may find that it narrows something. */
export function describeValue(plan: FunctionPlan, expression: ts.Expression): ReturnType | undefined {
  const { region, placement } = plan;
  const { compiler, checker } = region;
  if (region.typing === 'none' || !saysReturns(region)) return undefined;
  const own = checker.getTypeAtLocation(expression);
  const isBoolean = (own.flags & compiler.TypeFlags.BooleanLike) !== 0;
  if (isBoolean ? mayNarrow(plan, expression) : isAccidental(compiler, own)) return undefined;
  // What is written in place is what is expected there, not what the compiler would make of it alone.
  const type = isPlainValue(compiler, expression)
    ? checker.getContextualType(expression)
    : widenValue(region, expression, own);
  if (type === undefined) return undefined;
  const stored = findStoredType(region, expression, own);
  const found = keepNamed(
    stored === undefined
      ? describeType(region, 'the result', type, placement.beside)
      : describeNode(region, 'the result', stored, placement.beside),
  );
  if (found === undefined) return undefined;
  return plan.uses.awaits ? { ...found, text: `Promise<${found.text}>` } : found;
}

/** `'' | true`, as conditions have that are not meant to give a value. */
function isAccidental({ TypeFlags }: TypeScript, type: ts.Type): boolean {
  return (
    type.isUnion() && type.types.some((each) => isLoneBoolean(TypeFlags, type, each) || isEmptyText(each))
  );
}

function isLoneBoolean(
  { BooleanLiteral }: typeof ts.TypeFlags,
  { types }: ts.UnionType,
  part: ts.Type,
): boolean {
  const booleans = types.filter(({ flags }) => (flags & BooleanLiteral) !== 0);
  return booleans.length === 1 && booleans.includes(part);
}

function isEmptyText(type: ts.Type): boolean {
  return type.isStringLiteral() && type.value === '';
}

function describeByProtocol(plan: StatementPlan, always: boolean): ReturnType | undefined {
  const { protocol } = plan;
  switch (protocol.kind) {
    case 'tail':
      return describeTail(plan);
    case 'value':
      return addUndefined(describeOwner(plan));
    case 'record':
      // Elsewhere the mark would not tell the parts of the union apart.
      return knowsUndefined(plan.region.checker) ? describeRecord(plan, protocol) : undefined;
    default:
      return always ? describeSimple(plan, protocol) : undefined;
  }
}

/** What the compiler would find out as well. */
function describeSimple(
  plan: StatementPlan,
  protocol: Protocol & { readonly kind: 'flag' | 'signal' | 'plain' },
): ReturnType | undefined {
  if (protocol.kind === 'flag') return BOOLEAN;
  return protocol.kind === 'signal'
    ? describeSignal(plan, protocol.ways)
    : describeOutputs(plan, plan.flow.outputs);
}

function describeSignal({ region }: StatementPlan, ways: readonly Way[]): ReturnType {
  const style = readStyle(region.compiler, region.file);
  const words = ways.map(({ leave }) => quote(style, leave));
  return { text: [...words, 'undefined'].join(' | '), generics: [], imports: [] };
}

function addUndefined(type: ReturnType | undefined): ReturnType | undefined {
  if (type === undefined || /\| undefined$/.test(type.text)) return type;
  const text = type.text.includes('=>') ? `(${type.text})` : type.text;
  return { ...type, text: `${text} | undefined` };
}

/** Of a function that returns `boolean | undefined`, a part may always know the answer. */
function describeTail(plan: StatementPlan): ReturnType | undefined {
  const { region, exits } = plan;
  const found = describeOwner(plan);
  if (found === undefined || !/^(?:boolean \| undefined|undefined \| boolean)$/.test(found.text))
    return found;
  const values = listReturned(region);
  const isCertain = values.every((value) => value !== undefined && isTruth(region, value));
  return isCertain && !exits.falls ? BOOLEAN : found;
}

/** What the function around the region says it returns, or what is expected of it; for an async one, what the promise holds. */
function describeOwner(plan: StatementPlan): ReturnType | undefined {
  const { region, placement } = plan;
  const { compiler, owner } = region;
  if (!compiler.isFunctionLike(owner) || isGenerator(owner)) return undefined;
  const isAsync = hasModifier(compiler, owner, compiler.SyntaxKind.AsyncKeyword);
  if (isAsync && !plan.uses.awaits && returnsPromise(plan)) return undefined;
  if (owner.type === undefined) return describeExpected(plan, isAsync);
  const type = isAsync ? readPromised(region, owner.type) : owner.type;
  if (type === undefined || compiler.isTypePredicateNode(type)) return undefined;
  return keepNamed(describeNode(region, 'the result', type, placement.beside));
}

/** A function that is handed to somebody, or is part of an object, may be expected to return a certain type. */
function describeExpected({ region, placement }: StatementPlan, isAsync: boolean): ReturnType | undefined {
  const { compiler, checker } = region;
  const signatures = findExpected(region)?.getCallSignatures() ?? [];
  const [signature] = signatures;
  if (signature === undefined || signatures.length > 1) return undefined;
  const returned = checker.getReturnTypeOfSignature(signature);
  const type = isAsync ? checker.getAwaitedType(returned) : returned;
  const { TypeFlags } = compiler;
  const open = TypeFlags.Any | TypeFlags.Unknown | TypeFlags.Void | TypeFlags.TypeParameter;
  if (type === undefined || (type.flags & open) !== 0) return undefined;
  return keepNamed(describeType(region, 'the result', type, placement.beside));
}

function findExpected({ compiler, checker, owner }: Region): ts.Type | undefined {
  if (compiler.isArrowFunction(owner) || compiler.isFunctionExpression(owner))
    return checker.getContextualType(owner);
  if (!compiler.isMethodDeclaration(owner) || !compiler.isObjectLiteralExpression(owner.parent))
    return undefined;
  const member = checker.getContextualType(owner.parent)?.getProperty(owner.name.getText());
  return member === undefined ? undefined : checker.getTypeOfSymbolAtLocation(member, owner);
}

function readPromised({ compiler }: Region, type: ts.TypeNode): ts.TypeNode | undefined {
  if (!compiler.isTypeReferenceNode(type) || type.typeName.getText() !== 'Promise') return undefined;
  return type.typeArguments?.[0];
}

function returnsPromise({ region }: StatementPlan): boolean {
  return listReturned(region).some(
    (value) =>
      value !== undefined && region.checker.getTypeAtLocation(value).getProperty('then') !== undefined,
  );
}

/** Of each `return` in the region. */
function listReturned(region: Region): (ts.Expression | undefined)[] {
  return [...region.graph.jumps.keys()]
    .filter(region.compiler.isReturnStatement)
    .filter((node) => region.has(node))
    .map(({ expression }) => expression);
}

function keepNamed(described: Described | Refusal): ReturnType | undefined {
  return described.ok ? described : undefined;
}

function describeOutputs(
  { region, placement }: StatementPlan,
  outputs: readonly Variable[],
): ReturnType | undefined {
  const [only, second] = outputs;
  if (only === undefined) return { text: 'void', generics: [], imports: [] };
  if (second === undefined) return keepNamed(describeOutput(region, only, placement.beside));
  const parts = describeProperties(region, outputs, placement.beside);
  return parts === undefined ? undefined : { ...parts, text: `{ ${parts.text} }` };
}

function describeProperties(
  region: Region,
  variables: readonly Variable[],
  place: ts.Node,
): ReturnType | undefined {
  const texts: string[] = [];
  const generics: ts.TypeParameterDeclaration[] = [];
  const imports: TypeImport[] = [];
  for (const variable of variables) {
    const described = describeOutput(region, variable, place);
    if (!described.ok) return undefined;
    texts.push(`${variable.name}: ${described.text}`);
    generics.push(...described.generics);
    imports.push(...described.imports);
  }
  return { text: texts.join('; '), generics, imports };
}

/** A union with one part for each way out, so that the caller knows what is in the record when. */
function describeRecord(plan: StatementPlan, protocol: RecordProtocol): ReturnType | undefined {
  const { region, placement, flow } = plan;
  const style = readStyle(region.compiler, region.file);
  const value = describeOwner(plan);
  const outputs = describeProperties(region, flow.outputs, placement.beside);
  const early = describeProperties(region, protocol.early, placement.beside);
  const needsValue = protocol.ways.some(({ group }) => group.kind === 'value');
  if (outputs === undefined || early === undefined || (needsValue && value === undefined)) return undefined;
  const toPart = (way: Way | undefined, rest: string): string =>
    `{ ${[renderTag(style, protocol, way, ': '), rest].filter((text) => text !== '').join('; ')} }`;
  const parts = protocol.ways.map((way) =>
    toPart(way, way.group.kind === 'value' ? `value: ${value?.text ?? 'undefined'}` : early.text),
  );
  const all = value === undefined ? [outputs, early] : [value, outputs, early];
  return {
    text: [...parts, toPart(undefined, outputs.text)].join(' | '),
    generics: all.flatMap(({ generics }) => generics),
    imports: all.flatMap(({ imports }) => imports),
  };
}
