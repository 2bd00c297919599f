import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { HarnessEvent } from '../../src/app/index.js';
import { createProgress } from '../../src/cli/progress.js';

let written = '';
beforeEach(() => {
  written = '';
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    written += String(text);
    return true;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
});

const AT = { seq: 1, at: '2026-01-01T00:00:00.000Z', epoch: 1, prev: '', hash: '', task: 'fix-1.1' } as const;

const FINISHED: HarnessEvent = {
  ...AT,
  type: 'step-finished',
  step: 3,
  action: 'edit_file',
  target: 'a.js',
  result: 'success',
  summary: 'changed a.js (line 2: "x" → "y")',
  record: {
    ...{ step: 3, action: 'edit_file', parameters: '', outcome: 'success', result: '' },
    ...{ mutates: true, repeatable: false, progress: true },
  },
  facts: [],
  retire: [],
  contents: [],
  points: 0,
  durationMs: 1,
};

type Activity = Extract<HarnessEvent, { type: 'activity' }>;

function doing(what: Activity['doing'], detail: string): Activity {
  return { type: 'activity', task: 'fix-1.1', step: 3, phase: 'implement', doing: what, detail };
}

function show(...events: HarnessEvent[]): void {
  const progress = createProgress();
  for (const event of events) progress.show(event);
  progress.end();
}

describe('progress in a pipe', () => {
  it('counts no tokens of a step that was asked before it was resumed', () => {
    show({ ...AT, type: 'resumed' }, FINISHED);
    expect(written).toBe('resumed\n✓ step 3 edit_file a.js: changed a.js (line 2: "x" → "y")\n');
  });

  it('counts tokens since then, and says so', () => {
    const asked: HarnessEvent = {
      ...{ ...AT, type: 'step-asked', step: 4, attempt: 0, context: '', boundUsd: 0, inputs: '' },
      tokens: { total: 900, prefix: 100, fresh: 800 },
    };
    const replied: HarnessEvent = {
      ...{ ...AT, type: 'step-replied', step: 4, attempt: 0, reply: {}, model: 'inbox', costUsd: 0 },
      usage: { inputTokens: 900, outputTokens: 10, cachedTokens: 0 },
    };
    const events = [asked, replied, FINISHED];
    show(...events);
    expect(written).toContain('900 tokens (910 in all, 800 fresh, 0 cached)');
    show({ ...AT, type: 'resumed' }, ...events);
    expect(written).toContain('900 tokens (910 since it was resumed, 800 fresh, 0 cached)');
  });

  it('says before a search what is looked for, because a search does not pause', () => {
    show(doing('measuring', 'where checks and tests stand'), doing('measuring', 'recipes for fare'));
    expect(written).toBe('looking for a way to fix fare …\n');
  });

  it('names whatever takes long, once it does', () => {
    vi.useFakeTimers();
    const progress = createProgress();
    const testing = doing('verifying', 'test suite');
    progress.show(testing);
    vi.advanceTimersByTime(3_000);
    progress.show(testing);
    expect(written).toBe('');
    vi.advanceTimersByTime(5_000);
    expect(written).toBe('verifying test suite …\n');
    progress.end();
    vi.useRealTimers();
  });
});
