// What became of violations: compared with the last run, and with what people have decided.
import type { Exemption, Violation, ViolationRecord } from '../../schema/index.js';
import { covers, describeExemption, hasExpired } from './exemptions.js';
import { createLookedAt } from './looked-at.js';
import { sortViolations } from './order.js';
import type { ChecksOutcome } from './run-checks.js';

export interface StatusInput {
  readonly outcome: ChecksOutcome;
  readonly exemptions: readonly Exemption[];
  /** As `2030-12-31`. */
  readonly today: string;
  readonly previous?: ViolationRecord | undefined;
  /** Ids of all checks there are; what belongs to none of them any more is forgotten. */
  readonly known: readonly string[];
  /** The files the run was restricted to. */
  readonly only?: readonly string[] | undefined;
}

export interface Judged {
  /** Open and exempt ones of this run, then those of the last one that are resolved or, because nothing looked, stale. */
  readonly violations: readonly Violation[];
  /** Sentences about exemptions that no longer do anything. */
  readonly notes: readonly string[];
}

export function judgeStatus(input: StatusInput): Judged {
  const current = input.outcome.violations.map((violation) => applyExemptions(violation, input));
  return {
    violations: [...sortViolations(current), ...sortViolations(listVanished(input))],
    notes: describeIdle(input),
  };
}

function applyExemptions(violation: Violation, { exemptions, today }: StatusInput): Violation {
  const matching = exemptions.filter((exemption) => covers(exemption, violation));
  const valid = matching.find((exemption) => !hasExpired(exemption, today));
  if (valid) {
    const why = `${valid.reason} (${valid.owner}, until ${valid.expires})`;
    return { ...violation, status: 'exempt', exemption: why };
  }
  const [expired] = matching;
  if (!expired) return { ...violation, status: 'open' };
  return { ...violation, status: 'open', exemption: `expired on ${expired.expires}: ${expired.reason}` };
}

function listVanished({ outcome, previous, known, only }: StatusInput): Violation[] {
  const found = new Set(outcome.violations.map(({ id }) => id));
  const wasLookedAt = createLookedAt(outcome, only);
  return (previous?.violations ?? [])
    .filter(({ id, check, status }) => !found.has(id) && status !== 'resolved' && known.includes(check))
    .map((violation) => ({ ...violation, status: wasLookedAt(violation) ? 'resolved' : 'stale' }));
}

/** What is known, with what a run over a few files found there; the rest stays as it was. */
export function updateStatus(
  known: readonly Violation[],
  input: Omit<StatusInput, 'previous' | 'known'>,
): readonly Violation[] {
  const { violations: current } = judgeStatus({ ...input, known: [] });
  const found = new Set(current.map(({ id }) => id));
  const wasLookedAt = createLookedAt(input.outcome, input.only);
  const others = known
    .filter(({ id }) => !found.has(id))
    .map((one): Violation => (wasLookedAt(one) ? { ...one, status: 'resolved' } : one));
  const isThere = ({ status }: Violation): boolean => status === 'open' || status === 'exempt';
  return [
    ...sortViolations([...current, ...others.filter(isThere)]),
    ...sortViolations(others.filter((one) => !isThere(one))),
  ];
}

function describeIdle(input: StatusInput): string[] {
  const { outcome, exemptions, today, only } = input;
  // What was not looked at may well be what an exemption is about.
  if (only !== undefined) return [];
  const isJudged = ({ check }: Exemption): boolean =>
    check === undefined
      ? outcome.failedToRun.length === 0
      : !outcome.failedToRun.some(({ id }) => id === check);
  return exemptions
    .filter((exemption) => isJudged(exemption) && !outcome.violations.some((one) => covers(exemption, one)))
    .map((exemption) => {
      const age = hasExpired(exemption, today) ? 'has expired and ' : '';
      return `The exemption of ${describeExemption(exemption)} ${age}matches nothing; remove it.`;
    });
}
