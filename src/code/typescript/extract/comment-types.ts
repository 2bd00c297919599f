// The types that a file names in its comments: one of them may fit a value that no other words are found for.
import type ts from 'typescript';
import type { TypeScript } from '../../javascript/load-typescript.js';
import { isAccepted } from './accepted-type.js';
import type { Region } from './region.js';
import type { Variable } from './variable.js';

const known = new WeakMap<ts.SourceFile, readonly ts.TypeNode[]>();

/** Of a type that the variable fits and that says enough for all the moved code does with it. */
export function findCommentType(region: Region, variable: Variable): string | undefined {
  const { compiler, checker, file } = region;
  const [name] = variable.declarations;
  if (name === undefined) return undefined;
  const own = checker.getTypeAtLocation(name);
  if ((own.flags & compiler.TypeFlags.Any) !== 0) return undefined;
  const nodes = known.get(file) ?? listNamed(compiler, file);
  known.set(file, nodes);
  const fitting = nodes.find((node) => {
    const type = checker.getTypeFromTypeNode(node);
    const isObject = (type.flags & compiler.TypeFlags.Object) !== 0;
    return isObject && checker.isTypeAssignableTo(own, type) && isAccepted(region, variable, type);
  });
  return fitting?.getText(file);
}

/** Each once, in the order of the file. */
function listNamed(compiler: TypeScript, file: ts.SourceFile): ts.TypeNode[] {
  const found = new Map<string, ts.TypeNode>();
  const add = (type: ts.TypeNode | undefined): void => {
    if (type === undefined) return;
    const isNamed = compiler.isTypeReferenceNode(type) || compiler.isImportTypeNode(type);
    const text = type.getText(file);
    if (isNamed && !found.has(text)) found.set(text, type);
  };
  const visit = (node: ts.Node): void => {
    if (compiler.isParameter(node) || compiler.isVariableDeclaration(node)) add(compiler.getJSDocType(node));
    if (compiler.isFunctionLike(node)) add(compiler.getJSDocReturnType(node));
    compiler.forEachChild(node, visit);
  };
  visit(file);
  return [...found.values()];
}
