import { describe, expect, it } from 'vitest';
import { detectLoops } from '../../../src/engine/loops/index.js';
import { history, record, success, thresholds } from './records.js';

describe('detectLoops', () => {
  it('reports a loop where it first shows and again each time it went on as long after that', () => {
    const records = history(...Array.from({ length: 9 }, () => record()));
    expect(detectLoops(records, thresholds).map((detection) => detection.step)).toEqual([3, 6, 9]);
  });

  it('reports a loop anew when it comes back after progress', () => {
    const loop = [record(), record(), record()];
    const records = history(...loop, success({ workspace: 'new', progress: true }), ...loop);
    expect(detectLoops(records, thresholds).map((detection) => detection.step)).toEqual([3, 7]);
  });

  it('reports nothing for an empty history', () => {
    expect(detectLoops([], thresholds)).toEqual([]);
  });
});
