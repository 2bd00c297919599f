// Writes down the types of variables where the new function can name them.
import type ts from 'typescript';
import type { Refusal } from '../../refactoring.js';
import type { TypeScript } from '../../javascript/load-typescript.js';
import { refuse } from './refusal.js';
import type { Region } from './region.js';
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
}

/** The type a variable has where the region begins; `place` is where the text will stand. */
export function describeVariable(region: Region, variable: Variable, place: ts.Node): Described | Refusal {
  const { checker } = region;
  const use = variable.references.find(({ node }) => region.has(node)) ?? variable.references[0];
  if (use === undefined) return refuse('type_not_nameable', `The type of ${variable.name} is unknown.`);
  const declared = findAnnotation(region, variable);
  const written = variable.references.some(({ node, writes }) => writes && region.has(node));
  const type = written ? declaredType(region, variable, use.node) : checker.getTypeAtLocation(use.node);
  if (declared !== undefined && checker.getTypeFromTypeNode(declared) === type) {
    return checkNames(region, variable.name, declared.getText(region.file), declared, place);
  }
  return describeType(region, variable.name, type, place);
}

function declaredType(region: Region, variable: Variable, use: ts.Node): ts.Type {
  const symbol = region.checker.getSymbolAtLocation(variable.declarations[0] ?? use);
  return symbol === undefined
    ? region.checker.getTypeAtLocation(use)
    : region.checker.getTypeOfSymbol(symbol);
}

export function findAnnotation({ compiler }: Region, variable: Variable): ts.TypeNode | undefined {
  const parent = variable.declarations[0]?.parent;
  if (parent === undefined) return undefined;
  if (compiler.isParameter(parent) && (parent.questionToken ?? parent.dotDotDotToken) !== undefined)
    return undefined;
  return compiler.isVariableDeclaration(parent) || compiler.isParameter(parent) ? parent.type : undefined;
}

export function describeType(
  region: Region,
  name: string,
  type: ts.Type,
  place: ts.Node,
): Described | Refusal {
  const { compiler, checker, file } = region;
  const widened = checker.getBaseTypeOfLiteralType(type);
  const base = (type.flags & compiler.TypeFlags.BooleanLiteral) !== 0 ? checker.getBooleanType() : type;
  const flags =
    compiler.NodeBuilderFlags.NoTruncation | compiler.NodeBuilderFlags.UseSingleQuotesForStringLiteralType;
  const node = checker.typeToTypeNode(isFreshLiteral(compiler, type) ? widened : base, place, flags);
  if (node === undefined) return refuseType(name);
  const printer = compiler.createPrinter({ removeComments: true });
  const text = printer.printNode(compiler.EmitHint.Unspecified, node, file).replace(/\s*\n\s*/g, ' ');
  return checkNames(region, name, text, node, place);
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
  if (text.includes('import(')) return refuseType(name);
  const generics = new Set<ts.TypeParameterDeclaration>();
  for (const each of listTypeNames(compiler, node)) {
    const local = findLocalType(compiler, each, region.first, place);
    if (local === undefined) continue;
    if (!compiler.isTypeParameterDeclaration(local)) return refuseType(name);
    generics.add(local);
  }
  return { ok: true, text, generics: [...generics] };
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
  for (let at: ts.Node = from.parent; !isAround(at, place); at = at.parent) {
    const found = listTypes(compiler, at).find((each) => each.name?.text === name);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isAround(outer: ts.Node, inner: ts.Node): boolean {
  return outer !== inner && outer.pos <= inner.pos && inner.end <= outer.end;
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
