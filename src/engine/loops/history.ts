// The end of a task's history as the loop rules see it: a bounded window, and the part of it without progress.
import type { LoopKind, LoopRecord, LoopThresholds } from '../../schema/index.js';
import { signatureOf } from './loop-record.js';

/** Older steps never matter, so that a verdict costs the same at step 50 and at step 5,000. */
export const windowSize = 40;

export interface History {
  readonly window: readonly LoopRecord[];
  /** Signature of each record of the window. */
  readonly signatures: readonly string[];
  readonly last: LoopRecord;
  /** The records since the last progress, the last step included. */
  readonly stale: readonly LoopRecord[];
  readonly thresholds: LoopThresholds;
}

/** One reason to call the last steps a loop. */
export interface Finding {
  readonly kind: LoopKind;
  readonly confidence: number;
  readonly description: string;
  /** The steps that show it, oldest first. */
  readonly steps: readonly LoopRecord[];
}

/** Undefined when the last step made progress: then no loop is going on, whatever came before. */
export function toHistory(records: readonly LoopRecord[], thresholds: LoopThresholds): History | undefined {
  const window = records.slice(-windowSize);
  const last = window.at(-1);
  if (last === undefined || last.progress) return undefined;
  const lastProgress = window.findLastIndex((record) => record.progress);
  const stale = window.slice(lastProgress + 1);
  const demanded = last.workspace === undefined ? demandMore(thresholds) : thresholds;
  return { window, signatures: window.map(signatureOf), last, stale, thresholds: demanded };
}

/** The longest end of `records` for which `belongs` holds. */
export function takeWhileFromEnd(
  records: readonly LoopRecord[],
  belongs: (record: LoopRecord) => boolean,
): readonly LoopRecord[] {
  return records.slice(records.findLastIndex((record) => !belongs(record)) + 1);
}

/**
 * Without a workspace hash nobody knows that nothing changed in between, so one more repetition is asked for; and
 * whether a step made progress is then itself a guess, so twice as many such steps are.
 */
function demandMore(thresholds: LoopThresholds): LoopThresholds {
  return {
    ...thresholds,
    identical: thresholds.identical + 1,
    semantic: thresholds.semantic + 1,
    cycle: thresholds.cycle + 1,
    oscillation: thresholds.oscillation + 1,
    noProgress: thresholds.noProgress * 2,
  };
}
