// A disk that fails at the n-th call, as a full or a broken one does.
import { AgentForgeError } from '../../src/schema/index.js';
import type { Disk } from '../../src/platform/index.js';
import { interceptDisk } from '../store/intercept-disk.js';

export interface FailingDisk {
  readonly disk: Disk;
  calls(): number;
  /** What was asked of it when it failed. */
  failedAt(): string | undefined;
}

const WRITES: readonly (keyof Disk)[] = [
  'makeDirectory',
  'create',
  'append',
  'truncate',
  'sync',
  'syncDirectory',
  'rename',
  'link',
  'touch',
];

/** With ENOSPC only calls that write count; a write that fails may have written half. With `forGood` every later one fails too. */
export function failAt(
  base: Disk,
  count: number,
  how: { code: 'ENOSPC' | 'EIO'; forGood?: boolean },
): FailingDisk {
  let calls = 0;
  let failed: string | undefined;
  const disk = interceptDisk(base, ({ name, args, file, proceed }) => {
    if (how.code === 'ENOSPC' && !WRITES.includes(name)) return proceed();
    calls++;
    if (calls !== count && !(how.forGood && calls > count)) return proceed();
    failed ??= `${name} ${file}`;
    writeHalf(base, name, file, args[1]);
    const cause = Object.assign(new Error(how.code), { code: how.code });
    throw new AgentForgeError('disk_failed', `Could not ${name} ${file} (${how.code}): the disk says so.`, {
      cause,
    });
  });
  return { disk, calls: () => calls, failedAt: () => failed };
}

function writeHalf(target: Disk, name: keyof Disk, file: string, data: unknown): void {
  if ((name !== 'create' && name !== 'append') || (typeof data !== 'string' && !(data instanceof Uint8Array)))
    return;
  const bytes = Buffer.from(data);
  target[name](file, bytes.subarray(0, Math.floor(bytes.length / 2)));
}
