// Whether a run can say that something is gone: only where its check ran and its file was looked at.
import type { Violation } from '../../schema/index.js';
import type { ChecksOutcome } from './run-checks.js';

export type LookedAt = (place: Pick<Violation, 'check' | 'path'>) => boolean;

export function createLookedAt(
  { ran, skipped }: Pick<ChecksOutcome, 'ran' | 'skipped'>,
  only: readonly string[] | undefined,
): LookedAt {
  const finished = new Set(ran);
  const unseen = new Set(skipped.map(({ path }) => path));
  const wanted = only && new Set(only);
  return ({ check, path }) => finished.has(check) && !unseen.has(path) && (!wanted || wanted.has(path));
}
