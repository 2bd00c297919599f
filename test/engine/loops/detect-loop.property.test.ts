import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { detectLoop, detectLoops } from '../../../src/engine/loops/index.js';
import { LoopDetection, LoopRecord } from '../../../src/schema/index.js';
import { thresholds } from './records.js';

// Few distinct values, so that arbitrary histories do contain repetitions.
const few = fc.constantFrom('a', 'b', 'c');
const maybe = fc.option(few, { nil: undefined });
const record = fc
  .record({
    step: fc.nat(),
    action: few,
    parameters: few,
    target: maybe,
    outcome: fc.constantFrom('success' as const, 'failure' as const),
    result: few,
    content: maybe,
    error: maybe,
    workspace: maybe,
    checks: maybe,
    mutates: fc.boolean(),
    repeatable: fc.boolean(),
    progress: fc.boolean(),
  })
  .map((value) => LoopRecord.parse(value));
const records = fc.array(record, { maxLength: 100, size: 'max' });
const count = fc.integer({ min: 1, max: 50 });
const anyThresholds = fc.record({
  identical: count,
  semantic: count,
  cycle: count,
  noProgress: count,
  oscillation: count,
  replanAt: count,
  escalateAt: count,
});
const wholeWindow = fc.array(record, { minLength: 40, maxLength: 40 });

describe('detectLoop on arbitrary histories', () => {
  it('never throws and gives a well-formed verdict on the last step', () => {
    fc.assert(
      fc.property(records, anyThresholds, (history, chosen) => {
        const detection = detectLoop(history, chosen);
        if (detection === undefined) return;
        expect(LoopDetection.parse(detection).step).toBe(history.at(-1)?.step);
        expect(detection.evidence.length).toBeGreaterThan(0);
        expect(detection.suggestions.length).toBeGreaterThan(0);
      }),
    );
  });

  it('does not depend on records older than the window', () => {
    fc.assert(
      fc.property(records, wholeWindow, (older, recent) => {
        expect(detectLoop([...older, ...recent], thresholds)).toEqual(detectLoop(recent, thresholds));
      }),
    );
  });

  it('finds nothing while every step makes progress to a new workspace', () => {
    fc.assert(
      fc.property(records, (history) => {
        const healthy = history.map((each, index) => ({ ...each, progress: true, workspace: `w${index}` }));
        expect(detectLoops(healthy, thresholds)).toEqual([]);
      }),
    );
  });

  it('reports a detection only at steps where the verdict on the history so far is one', () => {
    fc.assert(
      fc.property(records, (history) => {
        const numbered = history.map((each, index) => ({ ...each, step: index + 1 }));
        for (const detection of detectLoops(numbered, thresholds)) {
          expect(detectLoop(numbered.slice(0, detection.step), thresholds)).toEqual(detection);
        }
      }),
    );
  });
});
