// The names that a file itself has for types, which read better than what the compiler would spell out.
import type ts from 'typescript';
import type { TypeScript } from '../../javascript/load-typescript.js';

type Mentions = ReadonlyMap<ts.Type, ts.TypeReferenceNode>;

// A type belongs to one checker; a file may outlive it.
const known = new WeakMap<ts.TypeChecker, WeakMap<ts.SourceFile, Mentions>>();

/** A mention of exactly this type somewhere in the file. */
export function findKnownType(
  compiler: TypeScript,
  checker: ts.TypeChecker,
  file: ts.SourceFile,
  type: ts.Type,
): ts.TypeReferenceNode | undefined {
  const files = known.get(checker) ?? new WeakMap<ts.SourceFile, Mentions>();
  known.set(checker, files);
  const names = files.get(file) ?? listKnownTypes(compiler, checker, file);
  files.set(file, names);
  return names.get(type);
}

function listKnownTypes(compiler: TypeScript, checker: ts.TypeChecker, file: ts.SourceFile): Mentions {
  const names = new Map<ts.Type, ts.TypeReferenceNode>();
  const visit = (node: ts.Node): void => {
    if (compiler.isTypeReferenceNode(node)) {
      const type = checker.getTypeFromTypeNode(node);
      if (!names.has(type)) names.set(type, node);
    }
    compiler.forEachChild(node, visit);
  };
  visit(file);
  return names;
}
