// Guards that a person has set aside for a while: who, why and until when. Agents cannot write this file.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { isDiskError, nodeDisk, parseJson, replaceFile } from '../platform/index.js';
import { AgentForgeError } from '../schema/index.js';
import { keepStateOutOfGit } from './state-folder.js';

const Bypass = z.object({ guard: z.string(), reason: z.string(), until: z.string(), at: z.string() });
export type Bypass = z.infer<typeof Bypass>;
const Bypasses = z.array(Bypass);

const MAX_DAYS = 30;
const DAY_MS = 86_400_000;

export function readBypasses(project: string): Bypass[] {
  try {
    const text = readFileSync(fileOf(project), 'utf8');
    const parsed = Bypasses.safeParse(parseJson(text));
    if (parsed.success) return parsed.data;
  } catch (error) {
    if (isDiskError(error, 'ENOENT')) return [];
    throw error;
  }
  throw new AgentForgeError('bad_config', `${fileOf(project)} is damaged; remove it to lift every bypass.`);
}

/** The ids of those that are still set aside. */
export function listBypassed(project: string, nowMs: number): string[] {
  return readBypasses(project)
    .filter(({ until }) => Date.parse(until) > nowMs)
    .map(({ guard }) => guard);
}

export interface NewBypass {
  readonly guard: string;
  readonly reason: string;
  readonly untilMs: number;
}

/** One a guard: a new one takes the place of the last. */
export function addBypass(project: string, { guard, reason, untilMs }: NewBypass, nowMs: number): Bypass {
  if (untilMs <= nowMs || untilMs > nowMs + MAX_DAYS * DAY_MS)
    throw new AgentForgeError('bad_usage', `A bypass ends within ${MAX_DAYS} days; name a time until then.`);
  const added = {
    guard,
    reason,
    until: new Date(untilMs).toISOString(),
    at: new Date(nowMs).toISOString(),
  };
  save(project, [...readBypasses(project).filter((one) => one.guard !== guard), added]);
  return added;
}

/** False when there was none. */
export function endBypass(project: string, guard: string): boolean {
  const known = readBypasses(project);
  const left = known.filter((one) => one.guard !== guard);
  if (left.length < known.length) save(project, left);
  return left.length < known.length;
}

function save(project: string, bypasses: readonly Bypass[]): void {
  keepStateOutOfGit(nodeDisk, project);
  replaceFile(nodeDisk, fileOf(project), `${JSON.stringify(bypasses, null, 2)}\n`, { durable: true });
}

function fileOf(project: string): string {
  return path.join(project, '.agentforge', 'bypasses.json');
}
