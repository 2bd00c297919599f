// Whether code that sees a variable with a narrowed type would do with the type that it was declared with.
import type ts from 'typescript';
import type { Region } from './region.js';
import type { Variable } from './variable.js';

export function isAccepted(region: Region, variable: Variable, declared: ts.Type): boolean {
  const uses = variable.references.filter(({ node }) => region.has(node));
  return uses.every(({ node, writes }) => !writes && isUseAccepted(region, node, declared));
}

/** As a whole where so much is expected, or for a property that is the same with either type. */
function isUseAccepted({ compiler, checker }: Region, node: ts.Identifier, declared: ts.Type): boolean {
  const { parent } = node;
  if (compiler.isPropertyAccessExpression(parent) && parent.expression === node) {
    const property = checker.getPropertyOfType(declared, parent.name.text);
    if (property === undefined) return false;
    const type = checker.getTypeOfSymbolAtLocation(property, parent);
    return (
      isCompared(compiler, parent) || checker.isTypeAssignableTo(type, checker.getTypeAtLocation(parent))
    );
  }
  if (compiler.isShorthandPropertyAssignment(parent)) return false;
  const expected = checker.getContextualType(node);
  if (expected === undefined || (expected.flags & compiler.TypeFlags.TypeParameter) !== 0) return false;
  return checker.isTypeAssignableTo(declared, expected);
}

/** With a constant, for which a wider type will do. */
function isCompared(compiler: Region['compiler'], { parent }: ts.Node): boolean {
  if (!compiler.isBinaryExpression(parent)) return false;
  const { EqualsEqualsEqualsToken, ExclamationEqualsEqualsToken } = compiler.SyntaxKind;
  const { kind } = parent.operatorToken;
  return kind === EqualsEqualsEqualsToken || kind === ExclamationEqualsEqualsToken;
}
