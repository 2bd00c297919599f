// Loops that repeat themselves word for word: one action again and again, a cycle of steps, states visited again.
import type { LoopRecord } from '../../schema/index.js';
import { takeWhileFromEnd, type Finding, type History } from './history.js';
import { signatureOf } from './loop-record.js';

export function findIdenticalAction({ window, last, thresholds }: History): Finding | undefined {
  if (last.repeatable) return undefined;
  const signature = signatureOf(last);
  const steps = takeWhileFromEnd(window, (record) => signatureOf(record) === signature);
  if (steps.length < thresholds.identical) return undefined;
  const verb = last.outcome === 'failure' ? 'failed' : 'brought nothing new';
  return {
    kind: 'identical_action',
    confidence: 0.95,
    description: `${nameOf(last)} ${verb} ${steps.length} times in a row, each time with the same result.`,
    steps,
  };
}

/** The workspace keeps coming back to states it was in before: one change undoes the other. */
export function findOscillation({ window, last, thresholds }: History): Finding | undefined {
  if (!last.mutates || last.outcome === 'failure') return undefined;
  const changes = window.filter((record) => record.mutates && record.outcome === 'success');
  const sinceNewState = changes.findLastIndex((record) => record.progress) + 1;
  const returns = changes.filter((_change, at) => at >= sinceNewState && isReturn(changes, at));
  if (returns.length < thresholds.oscillation || returns.at(-1) !== last) return undefined;
  return {
    kind: 'oscillation',
    confidence: 0.9,
    description: `The last changes lead back to earlier states ${returns.length} times: each undoes the one before.`,
    steps: returns,
  };
}

/** A stretch of at least two different steps that is gone through again, word for word, with nothing new in it. */
export function findCycle(history: History): Finding | undefined {
  const { signatures, window, thresholds } = history;
  // Once is not a cycle, whatever the threshold.
  const rounds = Math.max(2, thresholds.cycle);
  const longest = Math.floor(window.length / rounds);
  for (let period = 2; period <= longest; period += 1) {
    const length = period * rounds;
    const tail = signatures.slice(-length);
    const isPeriodic = tail.every((signature, at) => signature === tail[at % period]);
    const again = window.slice(-(length - period));
    if (isPeriodic && again.length <= history.stale.length && isFruitless(again, history)) {
      return describeCycle(window.slice(-length), period, rounds);
    }
  }
  return undefined;
}

function isReturn(changes: readonly LoopRecord[], at: number): boolean {
  const here = stateOf(changes[at]);
  return (
    here !== stateOf(changes[at - 1]) && changes.slice(0, at).some((earlier) => stateOf(earlier) === here)
  );
}

function stateOf(record: LoopRecord | undefined): string | undefined {
  return record && (record.workspace ?? signatureOf(record));
}

/** Failures need only come round; repeated successes must also have cost as many steps as no progress may. */
function isFruitless(again: readonly LoopRecord[], { thresholds }: History): boolean {
  if (again.some((record) => record.repeatable) || new Set(again.map(signatureOf)).size < 2) return false;
  return again.every((record) => record.outcome === 'failure') || again.length >= thresholds.noProgress;
}

function describeCycle(steps: readonly LoopRecord[], period: number, rounds: number): Finding {
  const names = [...new Set(steps.map(nameOf))].slice(0, 3).join(', ');
  if (steps.every((record) => record.outcome === 'failure')) {
    const description = `The same ${period} failing steps came round ${rounds} times: ${names}.`;
    return { kind: 'error_cycle', confidence: 0.9, description, steps };
  }
  const description = `The same ${period} steps came round ${rounds} times with the same results: ${names}.`;
  return { kind: 'semantic_loop', confidence: 0.85, description, steps };
}

function nameOf(record: LoopRecord): string {
  return record.target === undefined ? record.action : `${record.action} on ${record.target}`;
}
