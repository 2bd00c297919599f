import { describe, expect, it } from 'vitest';
import {
  actionSignature,
  signatureOf,
  toLoopRecord,
  type FinishedStep,
} from '../../../src/engine/loops/index.js';
import { LoopRecord } from '../../../src/schema/index.js';

const step: FinishedStep = {
  step: 7,
  action: 'edit_file',
  parameters: { path: 'a.ts', old: 'x', new: 'y' },
  target: 'a.ts',
  observation: 'replaced 1 occurrence',
  failed: false,
  workspace: 'w2',
  mutates: true,
  repeatable: false,
  seen: { workspaces: new Set(['w1']), contents: new Set() },
};

const resultOf = (observation: string): string => toLoopRecord({ ...step, observation }).result;
const contentOf = (observation: string): string | undefined => toLoopRecord({ ...step, observation }).content;

describe('the record of a step', () => {
  it('fits the schema and has digests of sixteen hex digits', () => {
    const made = toLoopRecord({ ...step, failed: true, errorText: 'old text not found', checks: 'c' });
    expect(LoopRecord.parse(made)).toEqual(made);
    for (const digest of [made.parameters, made.result, made.content])
      expect(digest).toMatch(/^[0-9a-f]{16}$/);
  });

  it('is blind to the order of keys in the parameters', () => {
    const swapped = { new: 'y', old: 'x', path: 'a.ts' };
    expect(toLoopRecord({ ...step, parameters: swapped }).parameters).toBe(toLoopRecord(step).parameters);
    expect(toLoopRecord({ ...step, parameters: { ...swapped, old: 'z' } }).parameters).not.toBe(
      toLoopRecord(step).parameters,
    );
  });

  it.each([
    ['numbers', 'sh: line 11301: cd: lib: No such directory', 'sh: line 11316: cd: lib: No such directory'],
    ['timings', '4 passed in 0.12s', '4 passed in 31.07s'],
    ['addresses', '<Cart object at 0x7f01ab>', '<Cart object at 0x55ffe0>'],
    ['uuids', 'job 6f1c7a52-9f0b-4c53-8a55-0d3f0a8f1b11', 'job 0b0f8f5e-1d1c-4e0f-9d36-6a1e5a1f2c22'],
    ['temporary paths', 'wrote /tmp/tmpx81/out.txt', 'wrote /tmp/tmpq7_/out.txt'],
    ['clock times', 'at 2025-01-02T03:04:05Z', 'at 2026-11-12 13:14:15.678+01:00'],
  ])('has the same result whatever the %s', (_what, one, other) => {
    expect(resultOf(one)).toBe(resultOf(other));
  });

  it('has other content when a number in it is another, but not when only a timing is', () => {
    expect(contentOf('3 failed in 0.1s')).not.toBe(contentOf('2 failed in 0.1s'));
    expect(contentOf('3 failed in 0.1s')).toBe(contentOf('3 failed in 0.9s'));
  });

  it.each([
    ['The text to replace did not appear in a.ts', 'no_match'],
    ['a.ts: No such file or directory', 'not_found'],
    ['SyntaxError: unexpected token', 'syntax_error'],
    ['Reverted: the change broke tests', 'test_regression'],
    ['cannot extract: control flow leaves the range', 'extraction_blocked'],
    ['denied by guard control-files', 'denied'],
    ['strange', 'other'],
  ])('classifies "%s" as %s', (errorText, error) => {
    expect(toLoopRecord({ ...step, failed: true, errorText }).error).toBe(error);
  });
});

describe('progress', () => {
  const progressOf = (changes: Partial<FinishedStep>): boolean =>
    toLoopRecord({ ...step, ...changes }).progress;
  const read: Partial<FinishedStep> = { action: 'read', mutates: false, observation: 'some content' };
  const seen = { workspaces: new Set(['w1', 'w2']), contents: new Set([contentOf('some content') ?? '']) };

  it('is a workspace not seen before', () => {
    expect(progressOf({})).toBe(true);
    expect(progressOf({ seen })).toBe(false);
  });

  it('is not a change that failed or left the checks worse', () => {
    expect(progressOf({ failed: true })).toBe(false);
    expect(progressOf({ checksWorse: true })).toBe(false);
  });

  it('is the first read of new content', () => {
    expect(progressOf(read)).toBe(true);
    expect(progressOf({ ...read, seen })).toBe(false);
    expect(progressOf({ ...read, failed: true })).toBe(false);
  });

  it('is a red answer not heard before, when the action measures', () => {
    expect(progressOf({ ...read, failed: true, measures: true })).toBe(true);
    expect(progressOf({ ...read, failed: true, measures: true, seen })).toBe(false);
  });
});

describe('signatures', () => {
  it('differ by action, parameters, result and workspace', () => {
    const variants = [
      step,
      { ...step, action: 'write_file' },
      { ...step, parameters: {} },
      { ...step, observation: 'other' },
      { ...step, workspace: 'w3' },
    ];
    expect(new Set(variants.map((each) => signatureOf(toLoopRecord(each)))).size).toBe(variants.length);
  });

  it('of an action ignore what came back', () => {
    expect(actionSignature(step.action, { new: 'y', path: 'a.ts', old: 'x' })).toBe(
      actionSignature(step.action, step.parameters),
    );
    expect(actionSignature(step.action, {})).not.toBe(actionSignature(step.action, step.parameters));
  });

  it('take parameters that are no JSON at all', () => {
    expect(actionSignature('complete', undefined)).toBe(actionSignature('complete', null));
  });
});
