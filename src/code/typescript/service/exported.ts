// What a file exports, as text that can be compared.
import type ts from 'typescript';
import type { TypeScript } from '../../javascript/load-typescript.js';

/** Names of exports; with a checker, their types as well. */
export function listExports(compiler: TypeScript, file: ts.SourceFile, checker?: ts.TypeChecker): string[] {
  const symbol = checker?.getSymbolAtLocation(file);
  if (checker === undefined || symbol === undefined) return listExportSyntax(compiler, file);
  return checker.getExportsOfModule(symbol).map((each) => {
    const type = checker.getTypeOfSymbolAtLocation(each, file);
    return `${each.name}: ${checker.typeToString(type, file, compiler.TypeFormatFlags.NoTruncation)}`;
  });
}

function listExportSyntax(compiler: TypeScript, file: ts.SourceFile): string[] {
  const found: string[] = [];
  const { SyntaxKind } = compiler;
  for (const statement of file.statements) {
    const modifiers = compiler.canHaveModifiers(statement) ? compiler.getModifiers(statement) : undefined;
    const exported = modifiers?.some(({ kind }) => kind === SyntaxKind.ExportKeyword) === true;
    if (exported) found.push(...listDeclared(compiler, statement));
    if (compiler.isExportDeclaration(statement)) found.push(statement.getText(file));
    if (compiler.isExportAssignment(statement)) found.push('default');
  }
  const visit = (node: ts.Node): void => {
    if (compiler.isPropertyAccessExpression(node) && isExportsAccess(compiler, node))
      found.push(node.getText(file));
    compiler.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function listDeclared(compiler: TypeScript, statement: ts.Statement): string[] {
  if (compiler.isVariableStatement(statement)) {
    return statement.declarationList.declarations.map(({ name }) => name.getText());
  }
  const named = compiler.isFunctionDeclaration(statement) || compiler.isClassDeclaration(statement);
  return named ? [statement.name?.text ?? 'default'] : [];
}

/** `exports.name` and `module.exports`. */
function isExportsAccess(compiler: TypeScript, node: ts.PropertyAccessExpression): boolean {
  const { expression } = node;
  if (!compiler.isIdentifier(expression)) return false;
  return expression.text === 'exports' || (expression.text === 'module' && node.name.text === 'exports');
}
