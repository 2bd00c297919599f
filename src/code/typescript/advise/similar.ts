// Whether two sequences of steps are much the same to a reader, so that one of them is enough.
import type { FunctionMeasure } from '../../../schema/index.js';
import type { Refactoring } from '../../refactoring.js';
import type { State } from './trial.js';

const MUCH = 0.7;

export function isSimilar(a: State, b: State): boolean {
  if (a.steps.length !== b.steps.length) return false;
  if (a.steps.length > 1 && outlineOf(a) === outlineOf(b)) return true;
  return a.steps.every((step, index) => {
    const other = b.steps[index];
    return other !== undefined && overlap(step.refactoring, other.refactoring) >= MUCH;
  });
}

/** The same steps in another order leave functions of the same size. */
function outlineOf({ target, created }: State): string {
  const sizes = created.map((measure) => sizesOf(measure)).sort();
  return [sizesOf(target), ...sizes].join(' ');
}

function sizesOf({ cyclomatic, cognitive, lines, parameters }: FunctionMeasure): string {
  return [cyclomatic, cognitive, lines, parameters].join('/');
}

/** The share of lines that both are about; of expressions that of the text. */
function overlap(a: Refactoring, b: Refactoring): number {
  if (a.action !== 'extract_function' || b.action !== 'extract_function') {
    return JSON.stringify(a) === JSON.stringify(b) ? 1 : 0;
  }
  if (a.function !== b.function || (a.expression === undefined) !== (b.expression === undefined)) return 0;
  if (a.expression !== undefined && b.expression !== undefined) return a.expression === b.expression ? 1 : 0;
  const both = Math.min(a.end, b.end) - Math.max(a.start, b.start) + 1;
  const either = Math.max(a.end, b.end) - Math.min(a.start, b.start) + 1;
  return both / either;
}
