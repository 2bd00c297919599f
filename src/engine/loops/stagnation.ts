// Loops without a literal repetition: other actions with the same outcome, other changes with the same answer, nothing new.
import { takeWhileFromEnd, type Finding, type History } from './history.js';
import type { LoopRecord } from '../../schema/index.js';

/** Waiting for something outside is legitimate for longer, but not for ever. */
const patienceWithRepeatable = 3;

/** One variant after the other, all stopped by the same obstacle. */
export function findSameOutcome({ stale, last, thresholds }: History): Finding | undefined {
  if (last.repeatable) return undefined;
  const outcome = outcomeOf(last);
  const steps = takeWhileFromEnd(stale, (record) => !record.repeatable && outcomeOf(record) === outcome);
  if (steps.length < thresholds.semantic) return undefined;
  const variants = new Set(steps.map((record) => record.parameters)).size;
  const what = last.error === undefined ? 'with the same result' : `with the same error (${last.error})`;
  return {
    kind: 'semantic_loop',
    confidence: 0.85,
    description: `${steps.length} steps in a row ended ${what}, in ${variants} variants.`,
    steps,
  };
}

/** Changes are made, and the same question about them keeps getting the same answer: a red one, or one that shows no effect. */
export function findSameAnswer({ window, last, thresholds }: History): Finding | undefined {
  if (last.mutates || isExpected(last)) return undefined;
  const question = questionOf(last);
  const steps = window.filter(
    (record, at) =>
      !isExpected(record) &&
      questionOf(record) === question &&
      (at === 0 || questionOf(window[at - 1]) !== question),
  );
  // Each round may be an honest attempt, so both bounds must be reached.
  if (steps.length < Math.max(thresholds.semantic, thresholds.noProgress)) return undefined;
  return {
    kind: 'no_progress',
    confidence: 0.7,
    description: `${last.action} gave the same answer ${steps.length} times, whatever was done in between.`,
    steps,
  };
}

export function findNoProgress({ stale, last, thresholds }: History): Finding | undefined {
  // A wait or a handover is not what brings the count about; only too many of them are.
  const counted = last.repeatable ? 0 : stale.filter((record) => !record.repeatable).length;
  const isWaiting = stale.length >= thresholds.noProgress * patienceWithRepeatable;
  if (counted < thresholds.noProgress && !isWaiting) return undefined;
  return {
    kind: 'no_progress',
    confidence: 0.75,
    description: `${stale.length} steps in a row changed nothing and showed nothing new.`,
    steps: stale,
  };
}

/** Errors are compared by class; where the class says nothing, and for successes, by what came back. */
function outcomeOf(record: LoopRecord): string {
  return record.error === undefined || record.error === 'other' ? `result:${record.result}` : record.error;
}

/** A green answer to what may be asked after every change. */
function isExpected(record: LoopRecord): boolean {
  return record.repeatable && record.outcome === 'success';
}

function questionOf(record: LoopRecord | undefined): string | undefined {
  return record && [record.action, record.parameters, record.content ?? record.result].join(':');
}
