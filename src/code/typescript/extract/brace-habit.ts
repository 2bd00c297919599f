// How a file writes what stands in braces: with spaces inside or without, on one line or one line each.
import type ts from 'typescript';
import type { TypeScript } from '../../javascript/load-typescript.js';

export interface BraceHabit {
  /** What stands inside of the braces on one line. */
  readonly gap: '' | ' ';
  /** Objects of three and more parts have a line for each. */
  readonly isTall: boolean;
  /** Whether a comma stands behind the last line. */
  readonly trailingComma: boolean;
}

/** So many parts are where a habit begins to show. */
const MANY = 3;
/** Fewer objects say nothing about a habit. */
const MIN_OBJECTS = 2;

export function readBraceHabit(compiler: TypeScript, file: ts.SourceFile): BraceHabit {
  const counts = { spaced: 0, tight: 0, tall: 0, flat: 0, commas: 0 };
  const visit = (node: ts.Node): void => {
    const parts = listParts(compiler, node);
    if (parts !== undefined && parts.length > 0) {
      const start = node.getStart(file) + 1;
      const isTall = /^[^\S\n]*\r?\n/.test(file.text.slice(start, start + 80));
      if (!isTall) counts[file.text[start] === ' ' ? 'spaced' : 'tight'] += 1;
      if (parts.length >= MANY) counts[isTall ? 'tall' : 'flat'] += 1;
      if (isTall && parts.hasTrailingComma === true) counts.commas += 1;
    }
    compiler.forEachChild(node, visit);
  };
  visit(file);
  return {
    gap: counts.tight > counts.spaced ? '' : ' ',
    isTall: counts.flat === 0 && counts.tall >= MIN_OBJECTS,
    trailingComma: counts.commas * 2 > counts.tall,
  };
}

function listParts(compiler: TypeScript, node: ts.Node): ts.NodeArray<ts.Node> | undefined {
  if (compiler.isObjectLiteralExpression(node)) return node.properties;
  const isList =
    compiler.isObjectBindingPattern(node) || compiler.isNamedImports(node) || compiler.isNamedExports(node);
  return isList ? node.elements : undefined;
}

/** Lines are parted by \n and indented from the beginning. */
export function renderBraces(
  { gap, isTall, trailingComma }: BraceHabit,
  parts: readonly string[],
  indent: string,
): string {
  if (!isTall || parts.length < MANY) return `{${gap}${parts.join(', ')}${gap}}`;
  const last = trailingComma ? ',' : '';
  const lines = parts.map((part, index) => indent + part + (index < parts.length - 1 ? ',' : last));
  return ['{', ...lines, '}'].join('\n');
}
