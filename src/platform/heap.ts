// Keeps a process that runs for days small.
import { setFlagsFromString } from 'node:v8';

/**
 * On a large machine V8 lets garbage pile up to several times what is in use before it collects; outputs of megabytes would make
 * a run grow to half a gigabyte. Growing in small steps costs little time here, because a run mostly waits.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--heap-growing-percent=10');
}
