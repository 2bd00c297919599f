// How the functions of a file are written: camelCase, unless the file clearly does otherwise.
import type ts from 'typescript';
import type { TypeScript } from '../../javascript/load-typescript.js';
import { joinCamel, joinSnake } from './words.js';

export type JoinWords = (words: readonly string[]) => string;

/** Fewer functions say nothing about a habit. */
const MIN_FUNCTIONS = 3;
const known = new WeakMap<ts.SourceFile, JoinWords>();

export function findNameStyle(compiler: TypeScript, file: ts.SourceFile): JoinWords {
  const remembered = known.get(file);
  if (remembered !== undefined) return remembered;
  const names = listFunctionNames(compiler, file).filter((name) => /[a-z]/.test(name));
  const style = chooseStyle(names);
  known.set(file, style);
  return style;
}

function chooseStyle(names: readonly string[]): JoinWords {
  const share = (pattern: RegExp): number => names.filter((name) => pattern.test(name)).length / names.length;
  if (names.length < MIN_FUNCTIONS) return joinCamel;
  if (share(/^_?[a-z\d]+(?:_[a-z\d]+)+$/) > 0.5) return joinSnake;
  return share(/^fn[A-Z]/) > 0.5 ? (words) => joinCamel(['fn', ...words]) : joinCamel;
}

function listFunctionNames(compiler: TypeScript, file: ts.SourceFile): string[] {
  const names: string[] = [];
  const pending: ts.Node[] = [file];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (compiler.isFunctionLike(node) && node.name !== undefined && compiler.isIdentifier(node.name))
      names.push(node.name.text);
    else if (
      compiler.isVariableDeclaration(node) &&
      compiler.isIdentifier(node.name) &&
      isFunction(compiler, node.initializer)
    ) {
      names.push(node.name.text);
    }
    compiler.forEachChild(node, (child) => void pending.push(child));
  }
  return names;
}

function isFunction(compiler: TypeScript, node: ts.Node | undefined): boolean {
  return node !== undefined && (compiler.isArrowFunction(node) || compiler.isFunctionExpression(node));
}
