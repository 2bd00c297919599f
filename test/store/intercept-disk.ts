// A disk whose every call passes through a test first.
import type { Disk } from '../../src/platform/index.js';

export interface DiskCall {
  readonly name: keyof Disk;
  readonly args: readonly unknown[];
  /** The first argument, which is always a path. */
  readonly file: string;
  /** Does what was asked. */
  readonly proceed: () => unknown;
}

/** `intercept` returns what the call returns; it throws to make it fail. */
export function interceptDisk(base: Disk, intercept: (call: DiskCall) => unknown): Disk {
  return new Proxy(base, {
    get:
      (target, name: keyof Disk) =>
      (...args: unknown[]): unknown =>
        intercept({
          name,
          args,
          file: String(args[0]),
          proceed: (): unknown => Reflect.apply(target[name], target, args),
        }),
  });
}
