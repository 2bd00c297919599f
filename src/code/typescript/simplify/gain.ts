// What a change would do to the numbers of a function, without reading the rest of its file again.
import type ts from 'typescript';
import type { TextChange } from '../../../schema/index.js';
import { parseSource } from '../../javascript/load-typescript.js';
import { applyChanges } from '../extract/moved-text.js';
import { measureFunction } from '../measure/measure-function.js';
import type { FunctionNumbers } from '../measure/measure-function.js';
import type { FunctionNode } from '../transform-input.js';
import { startOf } from './source.js';
import type { Source } from './source.js';

/** By how much each number gets smaller. */
export interface Gain {
  readonly cyclomatic: number;
  readonly cognitive: number;
  readonly nesting: number;
}

export type Measured = Pick<FunctionNumbers, keyof Gain>;

export function measureTarget(source: Source): Measured {
  return measureFunction(source.ts, source.target);
}

/** Undefined when the function cannot be read any more or no number gets smaller without another getting larger. */
export function findGain(source: Source, before: Measured, changes: readonly TextChange[]): Gain | undefined {
  const node = reparse(source, changes);
  if (node === undefined) return undefined;
  const after = measureFunction(source.ts, node);
  const gain = {
    cyclomatic: before.cyclomatic - after.cyclomatic,
    cognitive: before.cognitive - after.cognitive,
    // One level is what every condition needs.
    nesting: Math.max(1, before.nesting) - Math.max(1, after.nesting),
  };
  const numbers = Object.values(gain);
  return numbers.every((number) => number >= 0) && numbers.some((number) => number > 0) ? gain : undefined;
}

/** The function alone, in the least that makes it a file. */
function reparse(source: Source, changes: readonly TextChange[]): FunctionNode | undefined {
  const { ts: compiler, file, target, text } = source;
  const start = startOf(source, target);
  const inside = changes.filter(
    (change) => change.start >= start && change.end > start && change.end <= target.end,
  );
  const code = applyChanges(text, inside, { start, end: target.end });
  const [before, after] = wrap(source);
  const parsed = parseSource(compiler, file.fileName, before + code + after, true);
  const isTarget = (node: ts.Node): node is FunctionNode =>
    node.kind === target.kind && node.getStart(parsed) === before.length;
  const find = (node: ts.Node): FunctionNode | undefined =>
    isTarget(node) ? node : compiler.forEachChild(node, find);
  return hasErrors(parsed) ? undefined : find(parsed);
}

function wrap({ ts: compiler, target }: Source): [string, string] {
  if (compiler.isFunctionDeclaration(target)) return ['', ''];
  if (compiler.isFunctionExpression(target) || compiler.isArrowFunction(target)) return ['(', ')'];
  return compiler.isClassLike(target.parent) ? ['class Around extends Base { ', ' }'] : ['({ ', ' })'];
}

/** The parser keeps what it stumbled over on the file, where its types do not show it. */
function hasErrors(file: ts.SourceFile): boolean {
  return (
    'parseDiagnostics' in file && Array.isArray(file.parseDiagnostics) && file.parseDiagnostics.length > 0
  );
}
