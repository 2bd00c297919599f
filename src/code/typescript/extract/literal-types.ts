// Types that only repeat the literals of the code, such as `490 | 790`, give way to what they are kinds of, unless somebody wrote them down.
import type ts from 'typescript';
import type { TypeScript } from '../../javascript/load-typescript.js';
import { isUseAccepted } from './accepted-type.js';
import { isAssignmentTo } from './stores.js';
import type { Region } from './region.js';
import type { Variable } from './variable.js';

/** Of a variable, for the given uses of it: the wider type if they can live with it. */
export function widenVariable(
  region: Region,
  variable: Variable,
  type: ts.Type,
  uses: readonly ts.Identifier[],
): ts.Type {
  const wide = findWide(region, type);
  if (wide === undefined || isWrittenDown(region, variable)) return type;
  return uses.every((node) => isUseAccepted(region, node, wide)) ? wide : type;
}

/** Of an expression where it stands. */
export function widenValue(region: Region, expression: ts.Expression, type: ts.Type): ts.Type {
  const { compiler, checker } = region;
  const wide = findWide(region, type);
  if (wide === undefined || !isMadeOfLiterals(region, expression)) return type;
  const { parent } = expression;
  if (compiler.isVariableDeclaration(parent) && parent.type === undefined) {
    const variable = region.variables.find(parent.name)?.variable;
    return variable === undefined ? type : widenVariable(region, variable, type, listReads(variable));
  }
  const expected = checker.getContextualType(expression);
  return expected === undefined || checker.isTypeAssignableTo(wide, expected) ? wide : type;
}

/** The type that was written down for what the value is stored in: `Cents` of `price: Cents`, not the numbers. */
export function findStoredType(
  region: Region,
  expression: ts.Expression,
  own: ts.Type,
): ts.TypeNode | undefined {
  const { compiler, checker } = region;
  const name = findWide(region, own) === undefined ? undefined : findTarget(compiler, expression);
  const [declaration] = (name && region.variables.find(name)?.variable.declarations) ?? [];
  const type = declaration === undefined ? undefined : readAnnotation(compiler, declaration);
  if (type === undefined) return undefined;
  return checker.isTypeAssignableTo(own, checker.getTypeFromTypeNode(type)) ? type : undefined;
}

/** `x` of `x = value` and of `const x = value`. */
function findTarget(compiler: TypeScript, value: ts.Expression): ts.Node | undefined {
  const { parent } = value;
  if (compiler.isVariableDeclaration(parent)) return parent.name;
  return isAssignmentTo(compiler, parent, value) ? parent.left : undefined;
}

function readAnnotation(compiler: TypeScript, { parent }: ts.Identifier): ts.TypeNode | undefined {
  return compiler.isVariableDeclaration(parent) ? parent.type : undefined;
}

function listReads({ references, declarations }: Variable): ts.Identifier[] {
  return references.map(({ node }) => node).filter((node) => !declarations.includes(node));
}

/** `number` of `490 | 790`; undefined for everything else, also for what has a name. */
function findWide({ compiler, checker }: Region, type: ts.Type): ts.Type | undefined {
  if (type.aliasSymbol !== undefined) return undefined;
  const parts = type.isUnion() ? type.types : [type];
  const { TypeFlags } = compiler;
  const known = TypeFlags.StringLiteral | TypeFlags.NumberLiteral | TypeFlags.Undefined | TypeFlags.Null;
  const isPlain = parts.every(({ flags }) => (flags & known) !== 0 && (flags & TypeFlags.EnumLiteral) === 0);
  const wide = isPlain ? checker.getBaseTypeOfLiteralType(type) : type;
  return wide === type ? undefined : wide;
}

/** The literals stand in a type, here or where the value comes from. */
function isWrittenDown(region: Region, { kind, declarations: [name] }: Variable): boolean {
  const { compiler, checker } = region;
  if (name === undefined || readAnnotation(compiler, name) !== undefined) return true;
  const { parent } = name;
  const value = compiler.isVariableDeclaration(parent) ? parent.initializer : undefined;
  // What can be set anew has a wide type already, unless it was given one.
  if (findWide(region, checker.getTypeAtLocation(name)) === undefined) return false;
  return kind !== 'const' || value === undefined || !isMadeOfLiterals(region, value);
}

/** `wide ? 80 : 60`. */
function isMadeOfLiterals(region: Region, node: ts.Expression): boolean {
  const { compiler } = region;
  if (compiler.isParenthesizedExpression(node)) return isMadeOfLiterals(region, node.expression);
  if (compiler.isPrefixUnaryExpression(node)) return isMadeOfLiterals(region, node.operand);
  if (compiler.isConditionalExpression(node))
    return isMadeOfLiterals(region, node.whenTrue) && isMadeOfLiterals(region, node.whenFalse);
  if (compiler.isIdentifier(node)) return node.text === 'undefined' || isLiteralConstant(region, node);
  return compiler.isLiteralExpression(node) || node.kind === compiler.SyntaxKind.NullKeyword;
}

/** A constant that is called `LIMIT` for short. */
function isLiteralConstant({ compiler, checker }: Region, node: ts.Identifier): boolean {
  const declaration = checker.getSymbolAtLocation(node)?.valueDeclaration;
  if (declaration === undefined || !compiler.isVariableDeclaration(declaration)) return false;
  return isLiteral(compiler, declaration.initializer) && declaration.type === undefined;
}

function isLiteral(compiler: TypeScript, node: ts.Expression | undefined): boolean {
  return node !== undefined && compiler.isLiteralExpression(node);
}
