// Writes types down where the new function can name what they are made of.
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
export const MAX_LENGTH = 200;

/** A type as it stands in the file. */
export function describeNode(
  region: Region,
  name: string,
  node: ts.TypeNode,
  place: ts.Node,
): Described | Refusal {
  return checkNames(region, name, node.getText(region.file), node, place);
}

export function describeType(
  region: Region,
  name: string,
  given: ts.Type,
  place: ts.Node,
): Described | Refusal {
  const { compiler, checker, file } = region;
  const type = leaveThis(region, given);
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
  const text = printer.printNode(compiler.EmitHint.Unspecified, node, file).replace(/;\s*\}/g, ' }');
  return checkNames(region, name, text, node, place);
}

/** Outside of its class the type `this` is the class. */
function leaveThis({ compiler, checker }: Region, type: ts.Type): ts.Type {
  const isThis =
    (type.flags & compiler.TypeFlags.TypeParameter) !== 0 && checker.typeToString(type) === 'this';
  return isThis ? (checker.getBaseConstraintOfType(type) ?? type) : type;
}

/** Other types are as short as any name for them. */
function isObject(compiler: TypeScript, type: ts.Type): boolean {
  return (type.flags & (compiler.TypeFlags.Object | compiler.TypeFlags.UnionOrIntersection)) !== 0;
}

function isFreshLiteral(compiler: TypeScript, type: ts.Type): boolean {
  return type.isLiteral() && (type.flags & compiler.TypeFlags.EnumLiteral) === 0;
}

export function refuseType(name: string): Refusal {
  return refuse('type_not_nameable', `The type of ${name} cannot be written where the new function stands.`);
}

/** Every name in a type must mean the same at the new place, or be a type parameter that can be repeated there. */
export function checkNames(
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
