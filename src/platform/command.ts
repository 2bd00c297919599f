// Runs one command: own process group, clean environment, capped output, bounded time, and nothing left running after it.
import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { createBoundedOutput, type BoundedOutput } from './bounded-output.js';
import { cleanEnvironment } from './environment.js';
import { COMMAND_MARKER, endOwnGroup, toMarker } from './process-group.js';
import { processIdentity, type ProcessIdentity } from './process-identity.js';
import type { SandboxPlan } from './sandbox.js';

export interface CommandRequest {
  readonly argv: readonly string[];
  readonly cwd: string;
  /** Added to the clean environment, and stronger than it. */
  readonly env?: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly maxOutputBytes: number;
  readonly sandbox?: SandboxPlan;
  /** Records the process group. The command begins only after this has resolved, and not at all if we die before. */
  readonly onStarted?: (identity: ProcessIdentity) => void | Promise<void>;
  readonly input?: string;
}

export interface CommandResult {
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly timedOut: boolean;
  readonly aborted: boolean;
  /** Why the command never began; nothing of it has run. */
  readonly spawnError?: string;
  /** Standard output and standard error as they came, within the cap. */
  readonly output: string;
  readonly durationMs: number;
}

/** A command that cannot start is a result, not an exception; only a failing `onStarted` is thrown on. */
export async function runCommand(request: CommandRequest, signal?: AbortSignal): Promise<CommandResult> {
  const startedAt = performance.now();
  const refusal = findRefusal(request, signal);
  if (refusal !== undefined) return { ...NOT_RUN, aborted: signal?.aborted ?? false, spawnError: refusal };
  const scratch = request.sandbox ? undefined : makeScratchFolder();
  try {
    const result = await superviseCommand(request, toEnvironment(request, scratch), signal);
    return { ...result, durationMs: Math.round(performance.now() - startedAt) };
  } finally {
    if (scratch !== undefined) removeScratchFolder(scratch);
  }
}

const NOT_RUN = { exitCode: null, signal: null, timedOut: false, aborted: false, output: '', durationMs: 0 };

function findRefusal({ argv, cwd }: CommandRequest, signal: AbortSignal | undefined): string | undefined {
  const [program] = argv;
  if (signal?.aborted) return 'It was aborted before it began.';
  if (!program) return 'No command was given.';
  if (program.startsWith('-')) return `The program name ${program} begins with a dash.`;
  if (!statSync(cwd, { throwIfNoEntry: false })?.isDirectory())
    return `The working directory ${cwd} does not exist.`;
  return undefined;
}

function makeScratchFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'agentforge-'));
  mkdirSync(path.join(folder, 'tmp'));
  return folder;
}

function removeScratchFolder(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // Some tools leave read-only caches in their home; a stray temporary folder is no reason to fail a command.
  }
}

function toEnvironment(request: CommandRequest, scratch: string | undefined): Record<string, string> {
  const home = scratch ?? request.sandbox?.home ?? '/';
  const temporary = scratch === undefined ? '/tmp' : path.join(scratch, 'tmp');
  const fixed = { HOME: home, TMPDIR: temporary, CI: '1', TERM: 'dumb' };
  return { ...cleanEnvironment(), ...fixed, ...request.env };
}

/**
 * The gate waits on descriptor 3 for the marker of its own process group. End of file, which is what our death looks
 * like, closes it for good. The command's words are only ever "$@": the shell does not read them.
 */
const GATE = [
  'cd -- "$1" && shift && unset OLDPWD && echo ready >&3',
  `read -r ${COMMAND_MARKER} <&3`,
  `[ -n "$${COMMAND_MARKER}" ] && export ${COMMAND_MARKER}`,
  'exec 2>&1 3<&-',
  'exec "$@"',
].join(' && ');

type Supervised = Omit<CommandResult, 'durationMs'>;

async function superviseCommand(
  request: CommandRequest,
  env: Record<string, string>,
  signal: AbortSignal | undefined,
): Promise<Supervised> {
  const gateName = `gate-${randomBytes(6).toString('hex')}`;
  const child = spawnGate(request, env, gateName);
  if (typeof child === 'string') return { ...NOT_RUN, spawnError: child };
  const output = collectOutput(child, request.maxOutputBytes);
  const ending = watchEnding(child);
  const gate = watchGate(child);
  const identity = processIdentity(child.pid ?? 0);
  const limits = watchLimits(identity, request.timeoutMs, signal);
  try {
    if (identity) {
      await request.onStarted?.(identity);
      if (limits.restart()) gate.open(identity, request.input);
    }
    await ending.exited;
  } finally {
    limits.dispose();
    if (identity) await endOwnGroup(identity);
    await closeStreams(child, ending.closed);
  }
  const stopped = { timedOut: limits.timedOut(), aborted: limits.aborted() };
  const exit = await ending.exited;
  const text = output.toText();
  const wasStopped = stopped.timedOut || stopped.aborted;
  const spawnError = wasStopped ? undefined : findSpawnError(exit, text, gate.wasReached(), gateName);
  if (spawnError !== undefined) return { ...NOT_RUN, spawnError };
  return { exitCode: exit.code, signal: exit.signal, ...stopped, output: text };
}

function collectOutput(child: ChildProcess, maxBytes: number): BoundedOutput {
  const output = createBoundedOutput(maxBytes);
  child.stdout?.on('data', (chunk: Buffer) => output.add(chunk));
  child.stderr?.on('data', (chunk: Buffer) => output.add(chunk));
  return output;
}

/** After its last process has ended, a pipe can stay open only in hands we may not touch. */
const CLOSE_GRACE_MS = 500;

async function closeStreams(child: ChildProcess, closed: Promise<void>): Promise<void> {
  const waiting = new AbortController();
  await Promise.race([closed, sleep(CLOSE_GRACE_MS, undefined, { signal: waiting.signal }).catch(() => {})]);
  waiting.abort();
  for (const stream of child.stdio) stream?.destroy();
}

function spawnGate(
  request: CommandRequest,
  env: Record<string, string>,
  gateName: string,
): ChildProcess | string {
  const gated = ['/bin/sh', '-c', GATE, gateName, path.resolve(request.cwd), ...request.argv];
  const [program = '/bin/sh', ...args] = [...(request.sandbox?.prefix ?? []), ...gated];
  try {
    return spawn(program, args, {
      cwd: request.cwd,
      env,
      detached: true,
      stdio: [request.input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe', 'pipe'],
    });
  } catch (error) {
    return toMessage(error);
  }
}

interface Exit {
  readonly code: number | null;
  readonly signal: string | null;
  readonly error?: string;
}

function watchEnding(child: ChildProcess): { exited: Promise<Exit>; closed: Promise<void> } {
  const exited = new Promise<Exit>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
    child.once('error', (error) => resolve({ code: null, signal: null, error: toMessage(error) }));
  });
  const closed = new Promise<void>((resolve) => {
    child.once('close', () => resolve());
    child.once('error', () => resolve());
  });
  return { exited, closed };
}

interface Limits {
  /** The time a command has counts from its beginning, not from the wait at the gate; false when it is already over. */
  restart(): boolean;
  timedOut(): boolean;
  aborted(): boolean;
  dispose(): void;
}

function watchLimits(
  identity: ProcessIdentity | undefined,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Limits {
  let timedOut = false;
  let aborted = false;
  const end = (): void => {
    if (identity) void endOwnGroup(identity);
  };
  const onTimeout = (): void => {
    timedOut = true;
    end();
  };
  const onAbort = (): void => {
    aborted = true;
    end();
  };
  let timer = setTimeout(onTimeout, timeoutMs);
  signal?.addEventListener('abort', onAbort, { once: true });
  return {
    restart() {
      clearTimeout(timer);
      if (timedOut || aborted) return false;
      timer = setTimeout(onTimeout, timeoutMs);
      return true;
    },
    timedOut: () => timedOut,
    aborted: () => aborted,
    dispose() {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    },
  };
}

interface Gate {
  open(identity: ProcessIdentity, input: string | undefined): void;
  wasReached(): boolean;
}

function watchGate(child: ChildProcess): Gate {
  const socket = child.stdio[3];
  let reached = false;
  if (socket instanceof Duplex) socket.on('data', () => (reached = true));
  // A command that dies early closes its end first; its exit says all there is to say.
  for (const stream of [socket, child.stdin]) stream?.on('error', () => {});
  return {
    open(identity, input) {
      // The marker of an enclosing command goes along, so that ending that one ends this one too.
      const markers = [process.env[COMMAND_MARKER], toMarker(identity)].filter(Boolean).join(',');
      if (socket instanceof Duplex) socket.write(`${markers}\n`);
      if (input !== undefined) child.stdin?.end(input);
    },
    wasReached: () => reached,
  };
}

/** The gate's random name tells its own complaint (`not found`, `Permission denied`) from anything a command prints. */
function findSpawnError(
  exit: Exit,
  output: string,
  reachedGate: boolean,
  gateName: string,
): string | undefined {
  if (exit.error !== undefined) return exit.error;
  const complaint = output.split('\n').find((line) => line.startsWith(gateName));
  if (complaint !== undefined) return complaint.replace(/^gate-\w+: (?:line )?\d+: (?:exec: )?/, '');
  return reachedGate ? undefined : output.trim() || 'It ended before it began.';
}

function toMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
