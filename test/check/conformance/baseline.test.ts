import { describe, expect, it } from 'vitest';
import {
  applyBaseline,
  createLookedAt,
  loadBaseline,
  saveBaseline,
  updateBaseline,
} from '../../../src/check/index.js';
import { readProjectFile, writeProjectFile } from '../../support/project-file.js';
import { makeProject } from '../../support/temp-project.js';
import { makeOutcome, makeViolation } from './make-violation.js';

const one = makeViolation({ id: 'V-1', value: 14, limit: 10 });
const two = makeViolation({ id: 'V-2', path: 'src/a.ts' });
const three = makeViolation({ id: 'V-3' });
const wasLookedAt = createLookedAt(makeOutcome([]), undefined);
const baseline = updateBaseline(undefined, [one, two], { force: false, wasLookedAt });
const ids = (violations: readonly { id: string }[]): string[] => violations.map(({ id }) => id);

describe('the baseline', () => {
  it('tolerates what was there and fails what is new', () => {
    const { failing, tolerated } = applyBaseline(
      [one, two, three, makeViolation({ id: 'V-4', status: 'exempt' })],
      baseline,
    );
    expect(ids(failing)).toEqual(['V-3']);
    expect(ids(tolerated)).toEqual(['V-1', 'V-2']);
    expect(ids(applyBaseline([one, two], undefined).failing)).toEqual(['V-1', 'V-2']);
  });

  it('fails what got worse, and tolerates what got better', () => {
    expect(ids(applyBaseline([{ ...one, value: 15 }], baseline).failing)).toEqual(['V-1']);
    expect(ids(applyBaseline([{ ...one, value: 11 }], baseline).failing)).toEqual([]);
  });

  it('only shrinks: new violations stay out, resolved ones leave, values go down', () => {
    const updated = updateBaseline(baseline, [{ ...one, value: 12 }, three], { force: false, wasLookedAt });
    expect(updated.violations).toEqual({ 'V-1': { check: 'complexity', path: 'src/cart.ts', value: 12 } });
    expect(updateBaseline(updated, [one], { force: false, wasLookedAt })).toEqual(updated);
  });

  it('keeps what nothing looked for', () => {
    const partly = createLookedAt(makeOutcome([]), ['src/cart.ts']);
    expect(
      Object.keys(updateBaseline(baseline, [], { force: false, wasLookedAt: partly }).violations),
    ).toEqual(['V-2']);
    const failed = createLookedAt(makeOutcome([], { ran: [] }), undefined);
    expect(updateBaseline(baseline, [], { force: false, wasLookedAt: failed })).toEqual(baseline);
  });

  it('becomes what is open now when forced', () => {
    const forced = updateBaseline(baseline, [three, { ...one, status: 'exempt' }], {
      force: true,
      wasLookedAt,
    });
    expect(Object.keys(forced.violations)).toEqual(['V-3']);
  });

  it('is a file sorted by place, which reads back', () => {
    const root = makeProject({});
    expect(loadBaseline(root)).toBeUndefined();
    saveBaseline(root, baseline);
    expect(loadBaseline(root)).toEqual(baseline);
    expect(readProjectFile(root, '.agentforge/baseline.json').indexOf('V-2')).toBeLessThan(
      readProjectFile(root, '.agentforge/baseline.json').indexOf('V-1'),
    );
  });

  it('is refused when it is damaged: forgetting it would fail or pass everything', () => {
    const root = makeProject({});
    writeProjectFile(root, '.agentforge/baseline.json', '{"schema":1,');
    expect(() => loadBaseline(root)).toThrow(/baseline\.json is not JSON/);
    writeProjectFile(root, '.agentforge/baseline.json', '{"schema":1}');
    expect(() => loadBaseline(root)).toThrow(/`violations` is missing/);
  });
});
