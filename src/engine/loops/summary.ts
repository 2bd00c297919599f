// Totals over a history of steps: what was done most and how often it worked.
import type { LoopRecord } from '../../schema/index.js';

export interface LoopSummary {
  readonly total: number;
  readonly byAction: Readonly<Record<string, number>>;
  readonly byOutcome: Readonly<Record<LoopRecord['outcome'], number>>;
  /** Absent while nothing has been done. */
  readonly successRate?: number;
  readonly mostCommon?: string;
}

export function summarize(records: readonly LoopRecord[]): LoopSummary {
  const byAction = new Map<string, number>();
  for (const record of records) byAction.set(record.action, (byAction.get(record.action) ?? 0) + 1);
  const successes = records.filter((record) => record.outcome === 'success').length;
  const [mostCommon] = [...byAction].sort(([, a], [, b]) => b - a)[0] ?? [];
  return {
    total: records.length,
    byAction: Object.fromEntries(byAction),
    byOutcome: { success: successes, failure: records.length - successes },
    ...(mostCommon !== undefined && { successRate: successes / records.length, mostCommon }),
  };
}
