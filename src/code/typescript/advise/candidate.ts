// One refactoring that might help, and what is expected of it before it is tried.
import type ts from 'typescript';
import type { Refactoring } from '../../refactoring.js';
import type { TransformInput } from '../transform-input.js';
import type { FunctionMetric } from './metric.js';
import type { PieceTally } from './tally-of.js';
import type { Usages } from './usages.js';

export type CandidateKind = 'statements' | 'condition' | 'expression' | 'simplify';

export interface Candidate {
  readonly kind: CandidateKind;
  /** Everything but the name of the new function. */
  readonly parts: CandidateParts;
  /** What moves, for its name. */
  readonly nodes: readonly ts.Node[];
  readonly tally: PieceTally;
  /** By how much the metric of the function is expected to fall. */
  readonly gain: number;
  /** What the metric of the new function is expected to be. */
  readonly own: number;
  /** Estimated: how many at most, and how many at least. */
  readonly parameters: number;
  readonly neededParameters: number;
  /** Estimated: variables that go in and come back changed. */
  readonly rewritten: number;
  /** Estimated: variables that come back. */
  readonly outputs: number;
  /** How much a reader is asked to take: see `price.ts`. */
  readonly cost: number;
}

export type CandidateParts =
  | {
      readonly action: 'extract_function';
      readonly start: number;
      readonly end: number;
      readonly expression?: string;
    }
  | { readonly action: 'simplify_conditional'; readonly line: number };

/** The function that candidates are looked for in. */
export interface Field {
  readonly input: TransformInput;
  readonly metric: FunctionMetric;
  readonly limit: number;
  readonly usages: Usages;
  /** What all of it decides. */
  readonly decisions: number;
  /** What a reviewer wants a new function to decide at least. */
  readonly minDecisions: number;
  /** It was cut out of another one by an earlier step. */
  readonly isNew: boolean;
  /** Names of functions that earlier steps made. */
  readonly created: ReadonlySet<string>;
  /** Nothing better was found. */
  readonly isLastResort: boolean;
}

export function completeRefactoring(
  { parts }: Candidate,
  place: { readonly path: string; readonly function: string },
  name: string,
): Refactoring {
  if (parts.action === 'simplify_conditional') return { ...place, ...parts };
  return { ...place, ...parts, name };
}
