import { describe, expect, it } from 'vitest';
import { summarize } from '../../../src/engine/loops/index.js';
import { record, success } from './records.js';

describe('summarize', () => {
  it('counts by action and outcome and names the most common action', () => {
    expect(summarize([record(), record(), success({ action: 'read' }), success()])).toEqual({
      total: 4,
      byAction: { edit_file: 3, read: 1 },
      byOutcome: { success: 2, failure: 2 },
      successRate: 0.5,
      mostCommon: 'edit_file',
    });
  });

  it('claims no rate for an empty history', () => {
    expect(summarize([])).toEqual({ total: 0, byAction: {}, byOutcome: { success: 0, failure: 0 } });
  });
});
