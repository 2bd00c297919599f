// Writes down the types of variables where the new function can name them.
import type ts from 'typescript';
import type { Refusal } from '../../refactoring.js';
import type { TypeScript } from '../../javascript/load-typescript.js';
import { listNames } from './file-names.js';
import { findKnownType } from './known-types.js';
import { refuse } from './refusal.js';
import type { Region } from './region.js';
import { readStyle } from './style.js';
import { contains } from './syntax.js';
import { splitImports } from './type-imports.js';
import type { TypeImport } from './type-imports.js';
import type { Variable } from './variable.js';

type LocalType =
  | ts.TypeParameterDeclaration
  | ts.TypeAliasDeclaration
  | ts.InterfaceDeclaration
  | ts.ClassDeclaration
  | ts.EnumDeclaration;

export interface Described {
  readonly ok: true;
  readonly text: string;
  /** Type parameters of functions around the region that the text mentions. */
  readonly generics: readonly ts.TypeParameterDeclaration[];
  /** Types that the file must import for it. */
  readonly imports: readonly TypeImport[];
}

/** A type that takes longer to read than the code that it belongs to helps nobody. */
const MAX_LENGTH = 200;

/** The type a variable has where the region begins; `place` is where the text will stand. */
export function describeVariable(region: Region, variable: Variable, place: ts.Node): Described | Refusal {
  const use = variable.references.find(({ node }) => region.has(node)) ?? variable.references[0];
  if (use === undefined) return refuseType(variable.name);
  const written = variable.references.some(({ node, writes }) => writes && region.has(node));
  const type = written
    ? getDeclaredType(region, variable, use.node)
    : region.checker.getTypeAtLocation(use.node);
  return describeKnown(region, variable, type, place);
}

/** The type a variable has where the region ends: that of its next use. */
export function describeOutput(region: Region, variable: Variable, place: ts.Node): Described | Refusal {
  const [name] = variable.declarations;
  const next = variable.references.find(({ node, reads }) => reads && node.pos >= region.last.end);
  if (name === undefined) return refuseType(variable.name);
  const type =
    next === undefined
      ? getDeclaredType(region, variable, name)
      : region.checker.getTypeAtLocation(next.node);
  return describeKnown(region, variable, type, place);
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

/** A type as it stands in the file. */
export function describeNode(
  region: Region,
  name: string,
  node: ts.TypeNode,
  place: ts.Node,
): Described | Refusal {
  return checkNames(region, name, node.getText(region.file), node, place);
}

function getDeclaredType(region: Region, variable: Variable, use: ts.Node): ts.Type {
  const symbol = region.checker.getSymbolAtLocation(variable.declarations[0] ?? use);
  return symbol === undefined
    ? region.checker.getTypeAtLocation(use)
    : region.checker.getTypeOfSymbol(symbol);
}

/** The text of the annotation, to be repeated where the variable is declared anew. */
export function getAnnotationText(region: Region, variable: Variable): string | undefined {
  return findAnnotation(region, variable)?.node.getText(region.file);
}

function findAnnotation({ compiler }: Region, variable: Variable): Annotation | undefined {
  const parent = variable.declarations[0]?.parent;
  if (parent === undefined) return undefined;
  if (compiler.isVariableDeclaration(parent)) {
    return parent.type === undefined ? undefined : { node: parent.type, optional: false };
  }
  if (!compiler.isParameter(parent) || parent.type === undefined) return undefined;
  return { node: parent.type, optional: parent.questionToken !== undefined };
}

export function describeType(
  region: Region,
  name: string,
  type: ts.Type,
  place: ts.Node,
): Described | Refusal {
  const { compiler, checker, file } = region;
  const mention = findKnownType(compiler, checker, file, type);
  if (mention !== undefined && isObject(compiler, type)) {
    const described = describeNode(region, name, mention, place);
    if (described.ok) return described;
  }
  const widened = checker.getBaseTypeOfLiteralType(type);
  const base = (type.flags & compiler.TypeFlags.BooleanLiteral) !== 0 ? checker.getBooleanType() : type;
  const flags =
    compiler.NodeBuilderFlags.NoTruncation | compiler.NodeBuilderFlags.UseSingleQuotesForStringLiteralType;
  const node = checker.typeToTypeNode(isFreshLiteral(compiler, type) ? widened : base, place, flags);
  if (node === undefined) return refuseType(name);
  const printer = compiler.createPrinter({ removeComments: true });
  const text = printer.printNode(compiler.EmitHint.Unspecified, node, file);
  return checkNames(region, name, text, node, place);
}

/** Other types are as short as any name for them. */
function isObject(compiler: TypeScript, type: ts.Type): boolean {
  return (type.flags & (compiler.TypeFlags.Object | compiler.TypeFlags.UnionOrIntersection)) !== 0;
}

function isFreshLiteral(compiler: TypeScript, type: ts.Type): boolean {
  return type.isLiteral() && (type.flags & compiler.TypeFlags.EnumLiteral) === 0;
}

function refuseType(name: string): Refusal {
  return refuse('type_not_nameable', `The type of ${name} cannot be written where the new function stands.`);
}

/** Every name in a type must mean the same at the new place, or be a type parameter that can be repeated there. */
function checkNames(
  region: Region,
  name: string,
  text: string,
  node: ts.Node,
  place: ts.Node,
): Described | Refusal {
  const { compiler } = region;
  const split = splitImports(text.replace(/\s*\n\s*/g, ' '));
  if (split === undefined || split.text.length > MAX_LENGTH) return refuseType(name);
  if (region.typing === 'comments')
    return { ok: true, text: quoteImports(region, text), imports: [], generics: [] };
  const taken = listNames(compiler, region.file);
  if (split.imports.some((each) => taken.has(each.name))) return refuseType(name);
  const generics = new Set<ts.TypeParameterDeclaration>();
  for (const each of listTypeNames(compiler, node)) {
    const local = findLocalType(compiler, each, region.first, place);
    if (local === undefined) continue;
    if (!compiler.isTypeParameterDeclaration(local)) return refuseType(name);
    generics.add(local);
  }
  return { ok: true, ...split, generics: [...generics] };
}

/** In a comment the import stands where the type does. */
function quoteImports({ compiler, file }: Region, text: string): string {
  const { quote } = readStyle(compiler, file);
  return text.replace(/\s*\n\s*/g, ' ').replace(/\bimport\("([^"]+)"\)/g, `import(${quote}$1${quote})`);
}

function listTypeNames(compiler: TypeScript, node: ts.Node): string[] {
  const names: string[] = [];
  const own = new Set<string>();
  const visit = (each: ts.Node): void => {
    if (compiler.isTypeParameterDeclaration(each)) own.add(each.name.text);
    if (compiler.isTypeReferenceNode(each)) names.push(getLeftmost(compiler, each.typeName));
    if (compiler.isTypeQueryNode(each)) {
      names.push(getLeftmost(compiler, each.exprName));
    }
    compiler.forEachChild(each, visit);
  };
  visit(node);
  return names.filter((each) => !own.has(each));
}

function getLeftmost(compiler: TypeScript, name: ts.EntityName): string {
  let at = name;
  while (compiler.isQualifiedName(at)) at = at.left;
  return at.text;
}

/** The declaration of a type that is in sight from `from`, but not from `place`. */
function findLocalType(
  compiler: TypeScript,
  name: string,
  from: ts.Node,
  place: ts.Node,
): ts.Node | undefined {
  for (let at: ts.Node = from.parent; at === place || !contains(at, place); at = at.parent) {
    const found = listTypes(compiler, at).find((each) => each.name?.text === name);
    if (found !== undefined) return found;
  }
  return undefined;
}

function listTypes(compiler: TypeScript, node: ts.Node): readonly LocalType[] {
  if (compiler.isFunctionLike(node) || compiler.isClassLike(node)) return [...(node.typeParameters ?? [])];
  const statements =
    compiler.isBlock(node) || compiler.isCaseOrDefaultClause(node) ? [...node.statements] : [];
  return statements.filter((each) => isLocalType(compiler, each));
}

function isLocalType(
  compiler: TypeScript,
  node: ts.Node,
): node is Exclude<LocalType, ts.TypeParameterDeclaration> {
  return (
    compiler.isTypeAliasDeclaration(node) ||
    compiler.isInterfaceDeclaration(node) ||
    compiler.isClassDeclaration(node) ||
    compiler.isEnumDeclaration(node)
  );
}
