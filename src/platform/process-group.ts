// Ends everything a command started, and never a process that merely inherited its number.
import { readFileSync, readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { currentBootId, readProcessEntry, type ProcessIdentity } from './process-identity.js';

/** The environment variable by which the descendants of a command are recognised, even after they leave its group. */
export const COMMAND_MARKER = 'AGENTFORGE_COMMAND';

const GRACE_MS = 2_000;
const POLL_MS = 20;

export function toMarker(identity: ProcessIdentity): string {
  return `${identity.pid}.${identity.startTime}.${identity.bootId}`;
}

/**
 * Ends a command that an earlier run of the harness left behind. The group as a whole is signalled only while its leader,
 * running or zombie, is still in the process table with the recorded start time: until then the kernel cannot have given
 * the number to anyone else. Once the leader is gone, a group of that number may belong to a stranger, so only processes
 * that carry the command's own marker are ended (Linux; elsewhere nothing is). A descendant that wiped its environment
 * after its leader died is the one that gets away.
 */
export async function endProcessGroup(identity: ProcessIdentity): Promise<'ended' | 'gone'> {
  if (identity.bootId !== currentBootId()) return 'gone';
  return endMembers(identity, () => readProcessEntry(identity.pid)?.startTime === identity.startTime);
}

/** The same for a command of this process whose leader is alive or was reaped a moment ago: the group is ours for certain. */
export async function endOwnGroup(identity: ProcessIdentity): Promise<void> {
  await endMembers(identity, () => true);
}

async function endMembers(identity: ProcessIdentity, ownsGroup: () => boolean): Promise<'ended' | 'gone'> {
  const find = (): number[] => findMembers(identity, ownsGroup());
  const members = find();
  if (members.length === 0) return 'gone';
  for (const member of members) sendSignal(member, 'SIGTERM');
  for (let waitedMs = 0; waitedMs < GRACE_MS && find().length > 0; waitedMs += POLL_MS) await sleep(POLL_MS);
  for (let waitedMs = 0; waitedMs < GRACE_MS; waitedMs += POLL_MS) {
    const survivors = find();
    if (survivors.length === 0) break;
    for (const survivor of survivors) sendSignal(survivor, 'SIGKILL');
    await sleep(POLL_MS);
  }
  return 'ended';
}

/** Targets for `kill`: the pids of living members where they can be listed, the negative group number elsewhere. */
function findMembers(identity: ProcessIdentity, ownsGroup: boolean): number[] {
  if (process.platform !== 'linux') return ownsGroup && groupExists(identity.pid) ? [-identity.pid] : [];
  const marker = toMarker(identity);
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => pid !== process.pid && isMember(pid, identity, marker, ownsGroup));
}

function isMember(pid: number, identity: ProcessIdentity, marker: string, ownsGroup: boolean): boolean {
  const entry = readProcessEntry(pid);
  if (!entry || entry.isZombie) return false;
  if (ownsGroup && entry.group === identity.pid) return true;
  // Nothing older than the leader can descend from it, which spares reading most environments.
  return Number(entry.startTime) >= Number(identity.startTime) && carriesMarker(pid, marker);
}

function carriesMarker(pid: number, marker: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1').includes(marker);
  } catch {
    return false;
  }
}

function groupExists(group: number): boolean {
  try {
    process.kill(-group, 0);
    return true;
  } catch {
    return false;
  }
}

function sendSignal(target: number, signal: NodeJS.Signals): void {
  try {
    process.kill(target, signal);
  } catch {
    // It ended by itself between being found and being signalled.
  }
}
