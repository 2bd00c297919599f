// How long a CLI says that it wants to be left alone, in words: `try again in 1.2s`, `resets after 3h20m`.
const TOLD =
  /(?:try again|retry|resets?)\s+(?:in|after)\s+((?:(?:~|about )?\d+(?:\.\d+)?\s*(?:days?|d|hours?|h|minutes?|mins?|ms|m|seconds?|secs?|s)\b[\s,]*(?:and\s+)?)+)/i;
const PART = /(\d+(?:\.\d+)?)\s*(days?|d|hours?|h|minutes?|mins?|ms|m|seconds?|secs?|s)\b/gi;
/** A limit and the second since the epoch at which it ends. */
const UNTIL = /limit reached\|(\d{10})\b/;

export function readSaidWait(said: string, nowMs: number): number | undefined {
  const until = UNTIL.exec(said)?.[1];
  if (until !== undefined) return Math.max(0, Number(until) * 1_000 - nowMs);
  const told = TOLD.exec(splitUnits(said))?.[1];
  if (told === undefined) return undefined;
  const parts = [...told.matchAll(PART)].map(([, amount, unit]) => Number(amount) * toMs(unit ?? ''));
  return parts.reduce((sum, ms) => sum + ms, 0);
}

/** `3h20m` as `3h 20m`: a unit ends where the next number begins. */
function splitUnits(said: string): string {
  return said.slice(0, MAX_CHARS).replace(/(\d[dhm])(?=\d)/gi, '$1 ');
}

const MAX_CHARS = 5_000;

function toMs(unit: string): number {
  if (unit.toLowerCase() === 'ms') return 1;
  const units: Readonly<Record<string, number>> = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1_000 };
  return units[unit[0]?.toLowerCase() ?? ''] ?? 0;
}
