// One call to a provider, made when the limiter lets it, and made again when that may help.
import { AgentForgeError, type Broken, type Usage } from '../schema/index.js';
import type { Pause } from '../platform/index.js';
import { ModelFailure, type OnWait } from './contract.js';
import type { CallSize, Limiter } from './limiter/index.js';
import type { CallFailure } from './providers/failure.js';

/** Tries that ended without being told when to come back; being told to wait is no failure. */
const MAX_TRIES = 10;
const MAX_WAITS = 100;
const FIRST_BACKOFF_MS = 1_000;
const MAX_BACKOFF_MS = 60_000;

interface Answer {
  readonly headers: Readonly<Record<string, string>>;
  readonly usageSeen: Usage;
}

export interface PatientCall<T extends Answer> {
  readonly limiter: Limiter;
  readonly pause: Pause;
  readonly timeoutMs: number;
  readonly size: CallSize;
  /** What is counted for a call that broke. */
  readonly bound: Omit<Broken, 'calls'>;
  readonly call: (signal: AbortSignal) => Promise<T>;
  readonly explain: (error: unknown) => CallFailure;
  readonly signal: AbortSignal;
  readonly onWait?: OnWait | undefined;
  readonly random?: () => number;
}

export async function callPatiently<T extends Answer>(
  patient: PatientCall<T>,
): Promise<{ result: T; broken?: Broken | undefined }> {
  let broken: Broken | undefined;
  let tries = 0;
  for (let round = 1; ; round++) {
    const tried = await tryOnce(patient);
    if ('result' in tried) return { result: tried.result, broken };
    const { failure } = tried;
    if (failure.charged) broken = sumBroken(broken, { calls: 1, ...patient.bound });
    tries += failure.afterMs === undefined ? 1 : 0;
    if (!failure.retry) throw new ModelFailure(failure.message, broken);
    if (tries >= MAX_TRIES || round >= MAX_WAITS)
      throw new ModelFailure(`${failure.message} It was tried ${round} times.`, broken);
    const waitMs = failure.afterMs ?? backOff(tries, patient.random);
    patient.onWait?.(failure.message, waitMs);
    await patient.pause(waitMs, patient.signal);
  }
}

async function tryOnce<T extends Answer>(
  patient: PatientCall<T>,
): Promise<{ result: T } | { failure: CallFailure }> {
  const { limiter, size, signal, timeoutMs, call, explain, onWait } = patient;
  const permit = await limiter.admit(size, signal, onWait);
  const deadline = AbortSignal.timeout(timeoutMs);
  try {
    const result = await call(AbortSignal.any([signal, deadline]));
    await permit.settle({ headers: result.headers, usage: result.usageSeen });
    return { result };
  } catch (error) {
    const failure = explain(deadline.aborted ? deadline.reason : error);
    await permit.settle({ headers: failure.headers, status: failure.status, afterMs: failure.afterMs });
    if (signal.aborted) throw new AgentForgeError('interrupted', 'The call was stopped.', { cause: error });
    return { failure };
  }
}

/** Full jitter: processes that failed together do not come back together. */
function backOff(tries: number, random = Math.random): number {
  return random() * Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (tries - 1));
}

/** What broken calls can have used, all in all. */
export function sumBroken(known: Broken | undefined, more: Broken): Broken {
  if (!known) return more;
  return {
    calls: known.calls + more.calls,
    inputTokens: known.inputTokens + more.inputTokens,
    outputTokens: known.outputTokens + more.outputTokens,
    costUsd: known.costUsd === null || more.costUsd === null ? null : known.costUsd + more.costUsd,
  };
}
