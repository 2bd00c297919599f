// Places where a test may end the process at once, as a power cut would. Costs a string comparison when unused.

const [wanted, count] = (process.env['AGENTFORGE_FAILPOINT'] ?? '').split(':');
let remaining = Number(count ?? 1);

/** Every name that is passed to `failpoint`, in the order of a step. */
export const FAILPOINTS = [
  'measured',
  'asked',
  'answered',
  'replied',
  'images-stored',
  'act-started',
  'file-applied',
  'applied',
  'command-started',
  'verified',
  'reverted',
  'finished',
  'settled',
  'checkpointed',
] as const;
export type Failpoint = (typeof FAILPOINTS)[number];

export function failpoint(name: Failpoint): void {
  if (wanted !== name || --remaining > 0) return;
  process.kill(process.pid, 'SIGKILL');
  // The signal may take a moment to arrive; nothing may happen after this line.
  for (;;);
}
