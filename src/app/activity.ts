// What the gates did lately: what hooks recorded for outside agents, and what journals say of our own tasks.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Runtime } from '../engine/index.js';
import { isDiskError, parseJson } from '../platform/index.js';
import type { Event } from '../schema/index.js';

export interface ActivityRecord {
  readonly at: string;
  /** Which agent: a coding CLI, or a task of ours. */
  readonly who: string;
  readonly kind: 'blocked' | 'asked' | 'warned' | 'caught' | 'bypassed' | 'undone';
  readonly guard: string;
  /** What would have happened. */
  readonly what: string;
  readonly reason: string;
}

export interface Activity {
  readonly since: string;
  /** Tool calls that hooks judged. */
  readonly calls: number;
  readonly counts: Readonly<Record<ActivityRecord['kind'], number>>;
  /** By guard, most first. */
  readonly guards: readonly { readonly guard: string; readonly count: number }[];
  /** The newest first. */
  readonly records: readonly ActivityRecord[];
}

const KINDS: Readonly<Record<string, ActivityRecord['kind']>> = {
  deny: 'blocked',
  ask: 'asked',
  warn: 'warned',
  caught: 'caught',
  bypass: 'bypassed',
};
const MAX_RECORDS = 1_000;
/** A hook that shows that it blocks. */
const CANARY = 'agentforge-canary';

export async function listActivity(runtime: Runtime, project: string, since: Date): Promise<Activity> {
  const from = since.toISOString();
  const { calls, records: judged } = readSpool(path.join(project, '.agentforge', 'spool'), from);
  const records = [...judged, ...(await readJournals(runtime, from))].sort((a, b) => (a.at < b.at ? 1 : -1));
  const counts = { blocked: 0, asked: 0, warned: 0, caught: 0, bypassed: 0, undone: 0 };
  const byGuard = new Map<string, number>();
  for (const { kind, guard } of records) {
    counts[kind] += 1;
    if (guard !== '') byGuard.set(guard, (byGuard.get(guard) ?? 0) + 1);
  }
  return {
    since: from,
    calls,
    counts,
    guards: [...byGuard].map(([guard, count]) => ({ guard, count })).sort((a, b) => b.count - a.count),
    records: records.slice(0, MAX_RECORDS),
  };
}

/** A line that is damaged or of another kind says nothing. */
function readSpool(folder: string, from: string): { calls: number; records: ActivityRecord[] } {
  const records: ActivityRecord[] = [];
  let calls = 0;
  for (const file of listDays(folder, from.slice(0, 'YYYY-MM-DD'.length))) {
    for (const line of readFileSync(file, 'utf8').split('\n')) {
      const record = readLine(line);
      if (record === undefined || record.at < from || record.session === CANARY) continue;
      calls += 1;
      const kind = KINDS[record.verdict];
      if (kind !== undefined) records.push(toRecord(record, kind));
    }
  }
  return { calls, records };
}

function listDays(folder: string, first: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => /^\d{4}-\d\d-\d\d.*\.jsonl$/.test(name) && name.slice(0, first.length) >= first)
      .sort()
      .map((name) => path.join(folder, name));
  } catch (error) {
    if (isDiskError(error, 'ENOENT')) return [];
    throw error;
  }
}

interface SpoolLine {
  readonly at: string;
  readonly verdict: string;
  readonly dialect?: unknown;
  readonly session?: unknown;
  readonly name?: unknown;
  readonly paths?: unknown;
  readonly command?: unknown;
  readonly guard?: unknown;
  readonly reason?: unknown;
}

function readLine(line: string): SpoolLine | undefined {
  const value = line === '' ? undefined : parseJson(line);
  const isRecord = typeof value === 'object' && value !== null && 'at' in value && 'verdict' in value;
  return isRecord && typeof value.at === 'string' && typeof value.verdict === 'string'
    ? (value as SpoolLine)
    : undefined;
}

function toRecord(line: SpoolLine, kind: ActivityRecord['kind']): ActivityRecord {
  const text = (value: unknown): string => (typeof value === 'string' ? value : '');
  const paths = Array.isArray(line.paths) ? line.paths.filter((one) => typeof one === 'string') : [];
  return {
    at: line.at,
    who: text(line.dialect),
    kind,
    guard: text(line.guard),
    what: [text(line.name), text(line.command) || paths.join(', ')].filter((part) => part !== '').join(' '),
    reason: text(line.reason),
  };
}

async function readJournals(runtime: Runtime, from: string): Promise<ActivityRecord[]> {
  const records: ActivityRecord[] = [];
  for (const task of await runtime.store.list())
    for (const event of await runtime.store.events(task))
      if (event.at >= from) records.push(...toOwnRecord(task, event));
  return records;
}

function toOwnRecord(who: string, event: Event): ActivityRecord[] {
  const { at } = event;
  if (event.type === 'action-blocked') {
    const { action, guard, reason } = event;
    return [{ at, who, kind: 'blocked', guard, what: action, reason }];
  }
  if (event.type !== 'reverted') return [];
  const what = event.act.edits.map((edit) => edit.path).join(', ');
  return [{ at, who, kind: 'undone', guard: '', what, reason: event.why }];
}
