// Builds loop records for tests: a fruitless failing edit unless told otherwise.
import { LoopThresholds, type LoopRecord } from '../../../src/schema/index.js';

export const thresholds = LoopThresholds.parse({});

export function record(changes: Partial<LoopRecord> = {}): LoopRecord {
  return {
    step: 1,
    action: 'edit_file',
    parameters: 'p',
    target: 'src/cart.ts',
    outcome: 'failure',
    result: 'r',
    error: 'no_match',
    workspace: 'w',
    mutates: true,
    repeatable: false,
    progress: false,
    ...changes,
  };
}

/** A successful step has no error class. */
export function success(changes: Partial<LoopRecord> = {}): LoopRecord {
  return omit(record({ outcome: 'success', ...changes }), 'error');
}

export function withoutHash(records: readonly LoopRecord[]): LoopRecord[] {
  return records.map((each) => omit(each, 'workspace'));
}

export function omit(whole: LoopRecord, field: 'error' | 'workspace' | 'target'): LoopRecord {
  const rest = { ...whole };
  delete rest[field];
  return rest;
}

/** Numbers the steps from 1. */
export function history(...records: LoopRecord[]): LoopRecord[] {
  return records.map((each, index) => ({ ...each, step: index + 1 }));
}
