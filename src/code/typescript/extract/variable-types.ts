// Writes down the types of variables: in words of the file where it has some.
import type ts from 'typescript';
import type { TypeScript } from '../../javascript/load-typescript.js';
import type { Refusal } from '../../refactoring.js';
import { isAccepted } from './accepted-type.js';
import { widenVariable } from './literal-types.js';
import type { Region } from './region.js';
import { MAX_LENGTH, checkNames, describeType, refuseType } from './types.js';
import type { Described } from './types.js';
import { isImported } from './type-imports.js';
import { findOrigin } from './type-origin.js';
import type { Variable } from './variable.js';

/** The type a variable has where the region begins; `place` is where the text will stand. */
export function describeVariable(region: Region, variable: Variable, place: ts.Node): Described | Refusal {
  const use = variable.references.find(({ node }) => region.has(node)) ?? variable.references[0];
  if (use === undefined) return refuseType(variable.name);
  const written = variable.references.some(({ node, writes }) => writes && region.has(node));
  const type = written
    ? getDeclaredType(region, variable, use.node)
    : widenVariable(
        region,
        variable,
        region.checker.getTypeAtLocation(use.node),
        variable.references.map(({ node }) => node).filter((node) => region.has(node)),
      );
  const precise = describeKnown(region, variable, type, place);
  const wide = written ? precise : describeDeclared(region, variable, place);
  return chooseShorter(region, wide, precise.ok ? precise : wide, () =>
    describeOrigin(region, variable, type, place),
  );
}

/** A name says more than what it stands for; the way to where a type comes from is for those without one. */
function chooseShorter(
  region: Region,
  wide: Described | Refusal,
  precise: Described | Refusal,
  findWay: () => Described | Refusal,
): Described | Refusal {
  const short = wide.ok && precise.ok && isShorter(wide, precise) ? wide : precise;
  if (!short.ok) return findWay();
  if (!/['{]/.test(short.text) && isImported(region, short.imports)) return short;
  const way = findWay();
  return way.ok && isBetter(way, short) ? way : short;
}

/** Literals one after the other say less than any other way to put it. */
function isShorter(a: Described, b: Described): boolean {
  return listsLiterals(a.text) === listsLiterals(b.text)
    ? a.text.length < b.text.length
    : listsLiterals(b.text);
}

function listsLiterals(text: string): boolean {
  return text.split('|').every((part) => /^\s*['"\d-]/.test(part));
}

function isBetter(a: Described, b: Described): boolean {
  return a.text.length < b.text.length || a.imports.length < b.imports.length;
}

/** Narrowed types have no names; the one that the variable was declared with may have one, if the code can live with it. */
function describeDeclared(region: Region, variable: Variable, place: ts.Node): Described | Refusal {
  const [name] = variable.declarations;
  const declared = name === undefined ? undefined : getDeclaredType(region, variable, name);
  if (declared === undefined || !isAccepted(region, variable, declared)) return refuseType(variable.name);
  return describeKnown(region, variable, declared, place);
}

/** The last resort. */
function describeOrigin(
  region: Region,
  variable: Variable,
  type: ts.Type,
  place: ts.Node,
): Described | Refusal {
  const origin = region.typing === 'annotations' ? findOrigin(region, variable, type) : undefined;
  if (origin === undefined) return refuseType(variable.name);
  const { root, text } = origin;
  if (root !== undefined) return checkNames(region, variable.name, text, root, place);
  return text.length > MAX_LENGTH ? refuseType(variable.name) : { ok: true, text, generics: [], imports: [] };
}

/** The type a variable has where the region ends: that of its next use. */
export function describeOutput(region: Region, variable: Variable, place: ts.Node): Described | Refusal {
  const [name] = variable.declarations;
  const next = variable.references.find(({ node, reads }) => reads && node.pos >= region.last.end);
  if (name === undefined) return refuseType(variable.name);
  const own =
    next === undefined
      ? getDeclaredType(region, variable, name)
      : region.checker.getTypeAtLocation(next.node);
  const later = variable.references.map(({ node }) => node).filter((node) => node.pos >= region.last.end);
  const type = widenVariable(region, variable, own, later);
  const precise = describeKnown(region, variable, type, place);
  return chooseShorter(region, precise, precise, () => describeOrigin(region, variable, type, place));
}

/** Words of the file are better than those of the compiler. */
function describeKnown(
  region: Region,
  variable: Variable,
  type: ts.Type,
  place: ts.Node,
): Described | Refusal {
  const annotation = findAnnotation(region, variable);
  const parts = annotation === undefined ? [] : selectParts(region, annotation, type);
  if (annotation === undefined || parts.length === 0) return describeType(region, variable.name, type, place);
  const text = parts.map((part) => (part === 'undefined' ? part : part.getText(region.file))).join(' | ');
  return checkNames(region, variable.name, text, annotation.node, place);
}

interface Annotation {
  readonly node: ts.TypeNode;
  /** `x?: T` may be undefined as well. */
  readonly optional: boolean;
}

/** The members of a written union that make up a type; none if it is another type. */
function selectParts(
  { compiler, checker }: Region,
  { node, optional }: Annotation,
  type: ts.Type,
): readonly (ts.TypeNode | 'undefined')[] {
  const members = compiler.isUnionTypeNode(node) ? [...node.types] : [node];
  const wanted = type.isUnion() ? type.types : [type];
  const parts: (ts.TypeNode | 'undefined')[] = members.filter((member) =>
    checker.isTypeAssignableTo(checker.getTypeFromTypeNode(member), type),
  );
  const types = parts.map((part) =>
    part === 'undefined' ? checker.getUndefinedType() : checker.getTypeFromTypeNode(part),
  );
  const absent = checker.getUndefinedType();
  if (optional && !types.includes(absent) && checker.isTypeAssignableTo(absent, type)) {
    parts.push('undefined');
    types.push(absent);
  }
  return wanted.every((each) => types.some((known) => checker.isTypeAssignableTo(each, known))) ? parts : [];
}

function getDeclaredType(region: Region, variable: Variable, use: ts.Node): ts.Type {
  const symbol = region.checker.getSymbolAtLocation(variable.declarations[0] ?? use);
  return symbol === undefined
    ? region.checker.getTypeAtLocation(use)
    : region.checker.getTypeOfSymbol(symbol);
}

/** The text of the annotation, to be repeated where the variable is declared anew. */
export function getAnnotationText(region: Region, variable: Variable): string | undefined {
  return findAnnotationNode(region, variable)?.getText(region.file);
}

export function findAnnotationNode(region: Region, variable: Variable): ts.TypeNode | undefined {
  return findAnnotation(region, variable)?.node;
}

function findAnnotation({ compiler, typing }: Region, variable: Variable): Annotation | undefined {
  const parent = variable.declarations[0]?.parent;
  if (parent === undefined) return undefined;
  if (typing === 'comments') {
    const node = compiler.getJSDocType(parent);
    return node === undefined ? undefined : { node, optional: isOptionalInComment(compiler, parent) };
  }
  if (compiler.isVariableDeclaration(parent)) {
    return parent.type === undefined ? undefined : { node: parent.type, optional: false };
  }
  if (!compiler.isParameter(parent) || parent.type === undefined) return undefined;
  return { node: parent.type, optional: parent.questionToken !== undefined };
}

/** `@param {T} [x]` may be undefined as well. */
function isOptionalInComment(compiler: TypeScript, node: ts.Node): boolean {
  return compiler.isParameter(node) && compiler.getJSDocParameterTags(node).some((tag) => tag.isBracketed);
}
