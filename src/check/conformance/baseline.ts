// The ratchet: violations that were there when it was set are tolerated, as long as they do not get worse.
import path from 'node:path';
import {
  ensureDirectory,
  nodeDisk,
  parseJson,
  parseShape,
  present,
  readText,
  replaceFile,
} from '../../platform/index.js';
import { AgentForgeError, ViolationBaseline, type Violation } from '../../schema/index.js';
import type { LookedAt } from './looked-at.js';

const NAME = '.agentforge/baseline.json';

export function loadBaseline(root: string): ViolationBaseline | undefined {
  const text = readText(nodeDisk, path.join(root, NAME));
  if (text === undefined) return undefined;
  const value = parseJson(text);
  if (value === undefined)
    throw new AgentForgeError('bad_config', `${NAME} is not JSON; restore it from git or make a new one.`);
  return parseShape(value, ViolationBaseline, NAME, 'bad_config');
}

export function saveBaseline(root: string, baseline: ViolationBaseline): void {
  const file = path.join(root, NAME);
  ensureDirectory(nodeDisk, path.dirname(file));
  replaceFile(nodeDisk, file, `${JSON.stringify(baseline, null, 2)}\n`, { durable: true, mode: 'usual' });
}

export interface Ratchet {
  /** Open violations that are not in the baseline, or got worse since. */
  readonly failing: readonly Violation[];
  /** Open violations that are tolerated. */
  readonly tolerated: readonly Violation[];
}

/** Without a baseline every open violation fails. */
export function applyBaseline(
  violations: readonly Violation[],
  baseline: ViolationBaseline | undefined,
): Ratchet {
  const known = baseline?.violations ?? {};
  const open = violations.filter(({ status }) => status === 'open');
  const isTolerated = (violation: Violation): boolean => {
    const entry = known[violation.id];
    return entry !== undefined && (violation.value ?? 0) <= (entry.value ?? Infinity);
  };
  return {
    failing: open.filter((violation) => !isTolerated(violation)),
    tolerated: open.filter(isTolerated),
  };
}

/** Only shrinks: entries that a run looked for and did not find leave, values get smaller. With `force`, it becomes what is open now. */
export function updateBaseline(
  baseline: ViolationBaseline | undefined,
  violations: readonly Violation[],
  options: { readonly force: boolean; readonly wasLookedAt: LookedAt },
): ViolationBaseline {
  const open = violations.filter(({ status }) => status === 'open');
  if (baseline === undefined || options.force) return toBaseline(open.map((one) => [one.id, toEntry(one)]));
  const current = new Map(open.map((violation) => [violation.id, violation]));
  const kept = Object.entries(baseline.violations).filter(
    ([id, entry]) => current.has(id) || !options.wasLookedAt(entry),
  );
  return toBaseline(kept.map(([id, entry]) => [id, shrink(entry, current.get(id)?.value)]));
}

type Entry = ViolationBaseline['violations'][string];

function shrink(entry: Entry, value: number | undefined): Entry {
  if (value === undefined) return entry;
  return { ...entry, value: Math.min(value, entry.value ?? value) };
}

function toEntry({ check, path: file, value }: Violation): Entry {
  return { check, path: file, ...present({ value }) };
}

/** Sorted by place, so that a change of one violation is a change of one line. */
function toBaseline(entries: readonly (readonly [string, Entry])[]): ViolationBaseline {
  const keyOf = ([id, { path: file, check }]: readonly [string, Entry]): string => `${file}\0${check}\0${id}`;
  const sorted = [...entries].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  return { schema: 1, violations: Object.fromEntries(sorted) };
}
