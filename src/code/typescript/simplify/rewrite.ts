// What one kind of simplification makes of a place in the code.
import type ts from 'typescript';
import type { TextChange } from '../../../schema/index.js';
import type { Refusal } from '../../refactoring.js';
import type { Source } from './source.js';

export type RewriteKind =
  | 'boolean_result'
  | 'merge_nested'
  | 'merge_guards'
  | 'merge_branches'
  | 'drop_else'
  | 'guard_clause'
  | 'invert_branches'
  | 'pull_out'
  | 'membership'
  | 'lookup_table'
  | 'dispatch_table'
  | 'early_returns';

export interface Rewrite {
  readonly ok: true;
  readonly kind: RewriteKind;
  readonly changes: readonly TextChange[];
  readonly created: readonly string[];
  readonly summary: string;
}

/** Undefined where the code does not have the shape; a refusal where it has, but the change would not be safe. */
export type Attempt = Rewrite | Refusal | undefined;

export type Rewriter<T extends ts.Node> = (source: Source, node: T) => Attempt;

export function rewrite(kind: RewriteKind, changes: readonly TextChange[], summary: string): Rewrite {
  return { ok: true, kind, changes, created: [], summary };
}
