import { describe, expect, it } from 'vitest';
import {
  judgeStatus,
  loadViolations,
  saveViolations,
  updateStatus,
  type StatusInput,
} from '../../../src/check/index.js';
import type { Exemption, Violation } from '../../../src/schema/index.js';
import { writeProjectFile } from '../../support/project-file.js';
import { makeProject } from '../../support/temp-project.js';
import { makeOutcome, makeViolation } from './make-violation.js';

const one = makeViolation();
const exemption: Exemption = {
  violation: one.id,
  reason: 'rewritten soon',
  owner: 'ann',
  expires: '2030-05-01',
};

function judge(input: Partial<StatusInput>): ReturnType<typeof judgeStatus> {
  return judgeStatus({
    outcome: makeOutcome([one]),
    exemptions: [],
    today: '2030-05-01',
    known: ['complexity'],
    ...input,
  });
}

function recorded(...violations: Violation[]): StatusInput['previous'] {
  return { schema: 1, at: '2030-01-01T00:00:00Z', violations };
}

describe('the status of a violation', () => {
  it('is open when it is found', () => {
    expect(judge({}).violations).toEqual([one]);
  });

  it('is exempt to the last day of its exemption, and open again with a note from the next', () => {
    const exempt = judge({ exemptions: [exemption] });
    expect(exempt.violations).toMatchObject([
      { status: 'exempt', exemption: 'rewritten soon (ann, until 2030-05-01)' },
    ]);
    const expired = judge({ exemptions: [exemption], today: '2030-05-02' });
    expect(expired.violations).toMatchObject([
      { status: 'open', exemption: 'expired on 2030-05-01: rewritten soon' },
    ]);
  });

  it('is exempt by check and path too', () => {
    const { violation: _, ...rest } = exemption;
    const statusWith = (path?: string, check = 'complexity') =>
      judge({ exemptions: [{ ...rest, check, ...(path === undefined ? {} : { path }) }] }).violations[0]
        ?.status;
    expect(statusWith('src/**')).toBe('exempt');
    expect(statusWith()).toBe('exempt');
    expect(statusWith('lib/**')).toBe('open');
    expect(statusWith('src/**', 'nesting')).toBe('open');
  });

  it('is resolved when a check that ran and looked does not find it again', () => {
    const old = makeViolation({ id: 'V-old', path: 'src/old.ts' });
    expect(judge({ previous: recorded(one, old) }).violations.map(({ id, status }) => [id, status])).toEqual([
      [one.id, 'open'],
      ['V-old', 'resolved'],
    ]);
    expect(
      judge({ previous: recorded(makeViolation({ id: 'V-x', status: 'resolved' })) }).violations,
    ).toEqual([one]);
  });

  it.each<[string, Partial<StatusInput>]>([
    [
      'its check did not run',
      { outcome: makeOutcome([], { ran: [], failedToRun: [{ id: 'complexity', error: 'x' }] }) },
    ],
    [
      'its file was skipped',
      { outcome: makeOutcome([], { skipped: [{ path: one.path, why: 'does not parse' }] }) },
    ],
    ['only other files were asked about', { outcome: makeOutcome([]), only: ['src/other.ts'] }],
  ])('is stale, not resolved, when %s', (_, input) => {
    expect(judge({ previous: recorded(one), ...input }).violations).toEqual([{ ...one, status: 'stale' }]);
  });

  it('is forgotten with its check', () => {
    expect(
      judge({ outcome: makeOutcome([]), previous: recorded(one), known: ['nesting'] }).violations,
    ).toEqual([]);
  });

  it('names exemptions that match nothing, unless something was not looked at', () => {
    const idle = { ...exemption, violation: 'V-gone' };
    expect(judge({ exemptions: [idle, exemption] }).notes).toEqual([
      'The exemption of V-gone matches nothing; remove it.',
    ]);
    expect(judge({ exemptions: [idle], today: '2031-01-01' }).notes).toEqual([
      'The exemption of V-gone has expired and matches nothing; remove it.',
    ]);
    expect(judge({ exemptions: [idle], only: [] }).notes).toEqual([]);
    const failed = makeOutcome([], { failedToRun: [{ id: 'complexity', error: 'x' }] });
    expect(judge({ exemptions: [idle], outcome: failed }).notes).toEqual([]);
  });
});

describe('what is known, once a few files were looked at again', () => {
  it('is what was found there now, and stays as it was elsewhere', () => {
    const gone = makeViolation({ id: 'V-gone', line: 3 });
    const elsewhere = makeViolation({ id: 'V-else', path: 'src/other.ts' });
    const unseen = makeViolation({ id: 'V-lint', check: 'lint' });
    const fresh = makeViolation({ id: 'V-new', line: 9 });
    const moved = { ...one, line: 50 };
    const updated = updateStatus([one, gone, elsewhere, unseen], {
      outcome: makeOutcome([moved, fresh], { ran: ['complexity'] }),
      exemptions: [{ ...exemption, violation: 'V-new' }],
      today: '2030-05-01',
      only: [one.path],
    });
    expect(new Map(updated.map(({ id, status }) => [id, status]))).toEqual(
      new Map([
        [one.id, 'open'],
        ['V-new', 'exempt'],
        ['V-else', 'open'],
        ['V-lint', 'open'],
        ['V-gone', 'resolved'],
      ]),
    );
    expect(updated.find(({ id }) => id === one.id)?.line).toBe(50);
  });
});

describe('the record of the last run', () => {
  it('comes back as it was saved, without changes that tools proposed', () => {
    const root = makeProject({});
    expect(loadViolations(root)).toBeUndefined();
    saveViolations(root, [{ ...one, fix: [{ start: 0, end: 1, text: '' }] }], '2030-01-01T00:00:00Z');
    expect(loadViolations(root)).toEqual(recorded(one));
  });

  it('is nothing when it is damaged', () => {
    const root = makeProject({});
    writeProjectFile(root, '.agentforge/cache/violations.json', '{"schema":1,"viol');
    expect(loadViolations(root)).toBeUndefined();
  });
});
