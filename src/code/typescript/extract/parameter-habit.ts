// Whether a file leaves the parameters of its functions as they were given.
import type ts from 'typescript';
import type { TypeScript } from '../../javascript/load-typescript.js';
import { isAssignmentOperator, isUpdate } from './syntax.js';

/** Fewer functions say nothing about a habit. */
const MIN_FUNCTIONS = 3;
/** One in so many may be an oversight. */
const EXCEPTION = 8;

export function keepsParameters(compiler: TypeScript, file: ts.SourceFile): boolean {
  let functions = 0;
  const assigning = new Set<ts.Node>();
  const visit = (node: ts.Node, around: readonly ts.SignatureDeclaration[]): void => {
    const isFunction = compiler.isFunctionLike(node) && 'body' in node && node.parameters.length > 0;
    if (isFunction) functions += 1;
    const name = readAssigned(compiler, node);
    const owner = name === undefined ? undefined : around.findLast((each) => hasParameter(each, name));
    if (owner !== undefined) assigning.add(owner);
    const inner = isFunction ? [...around, node] : around;
    compiler.forEachChild(node, (child) => visit(child, inner));
  };
  visit(file, []);
  return functions >= MIN_FUNCTIONS && assigning.size * EXCEPTION <= functions;
}

function readAssigned(compiler: TypeScript, node: ts.Node): string | undefined {
  if (isUpdate(compiler, node)) return readName(compiler, node.operand);
  const assigns =
    compiler.isBinaryExpression(node) && isAssignmentOperator(compiler, node.operatorToken.kind);
  return assigns ? readName(compiler, node.left) : undefined;
}

function readName(compiler: TypeScript, node: ts.Node): string | undefined {
  return compiler.isIdentifier(node) ? node.text : undefined;
}

function hasParameter({ parameters }: ts.SignatureDeclaration, name: string): boolean {
  return parameters.some((parameter) => parameter.name.getText() === name);
}
