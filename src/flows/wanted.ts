// How many of the violations that a flow lists are to be fixed. Those beyond are there in case one of the first is not.
import type { TaskState } from '../schema/index.js';

/** So many are tried for every one that is wanted. */
export const TRIES_EACH = 3;

/** As many as wanted are fixed, or as many as may be were tried. */
export function hasEnough({ children }: TaskState, wanted: number | undefined): boolean {
  if (wanted === undefined) return false;
  const ended = children.filter(({ status }) => status !== undefined);
  const fixed = ended.filter(({ status }) => status === 'completed');
  return fixed.length >= wanted || ended.length >= wanted * TRIES_EACH;
}
