// Names one process beyond doubt: a pid alone is recycled, a pid with its start time and boot is not.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

export interface ProcessIdentity {
  readonly pid: number;
  readonly startTime: string;
  readonly bootId: string;
}

/** What the kernel's process table says about a pid, zombies included. */
export interface ProcessEntry {
  readonly startTime: string;
  readonly group: number;
  readonly isZombie: boolean;
}

/** The identity of a running process; `undefined` when there is none. A zombie runs nothing, so it counts as none. */
export function processIdentity(pid: number): ProcessIdentity | undefined {
  const entry = readProcessEntry(pid);
  return entry && !entry.isZombie ? { pid, startTime: entry.startTime, bootId: currentBootId() } : undefined;
}

export function isSameProcess(identity: ProcessIdentity): boolean {
  const current = processIdentity(identity.pid);
  return current?.startTime === identity.startTime && current.bootId === identity.bootId;
}

let own: ProcessIdentity | undefined;

export function ownIdentity(): ProcessIdentity {
  own ??= processIdentity(process.pid) ?? { pid: process.pid, startTime: 'unknown', bootId: currentBootId() };
  return own;
}

let bootId: string | undefined;

export function currentBootId(): string {
  bootId ??= process.platform === 'linux' ? readLinuxBootId() : readDarwinBootId();
  return bootId;
}

export function readProcessEntry(pid: number): ProcessEntry | undefined {
  if (!Number.isSafeInteger(pid) || pid <= 0) return undefined;
  return process.platform === 'linux' ? readLinuxEntry(pid) : readDarwinEntry(pid);
}

function readLinuxEntry(pid: number): ProcessEntry | undefined {
  const stat = readFileIfThere(`/proc/${pid}/stat`);
  if (stat === undefined) return undefined;
  // The command name in field 2 may itself hold spaces and brackets, so fields are counted after its last bracket.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, , group] = fields;
  const startTime = fields[19];
  if (state === undefined || startTime === undefined) return undefined;
  return { startTime, group: Number(group), isZombie: state === 'Z' || state === 'X' };
}

function readDarwinEntry(pid: number): ProcessEntry | undefined {
  const line = runTool('ps', ['-o', 'stat=', '-o', 'pgid=', '-o', 'lstart=', '-p', String(pid)]);
  const match = line === undefined ? null : /^(\S+)\s+(\d+)\s+(.+)$/.exec(line);
  const [, state, group, startTime] = match ?? [];
  if (state === undefined || startTime === undefined) return undefined;
  return { startTime, group: Number(group), isZombie: state.startsWith('Z') };
}

function readLinuxBootId(): string {
  return readFileIfThere('/proc/sys/kernel/random/boot_id')?.trim() ?? 'unknown';
}

function readDarwinBootId(): string {
  const session = runTool('sysctl', ['-n', 'kern.bootsessionuuid']);
  if (session) return session;
  // Only the seconds: the microseconds move when the clock is adjusted.
  return /sec = (\d+)/.exec(runTool('sysctl', ['-n', 'kern.boottime']) ?? '')?.[1] ?? 'unknown';
}

function readFileIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** `TZ` and `LC_ALL` are fixed because `ps` prints the start time in words of the local zone. */
function runTool(tool: string, args: readonly string[]): string | undefined {
  try {
    const env = { PATH: '/bin:/usr/bin:/sbin:/usr/sbin', TZ: 'UTC', LC_ALL: 'C' };
    const text = execFileSync(tool, args, { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    return text.trim() || undefined;
  } catch {
    return undefined;
  }
}
