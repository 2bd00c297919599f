// Names of control messages: sorting them gives the order in which they were posted.
import type { Clock, Ids } from '../platform/index.js';

/** A clock that stands still or goes back does not change the order of what one process posts. */
export function createControlIds(clock: Clock, ids: Ids): () => string {
  let lastMs = 0;
  let count = 0;
  return () => {
    lastMs = Math.max(lastMs, clock.now());
    return `${String(lastMs).padStart(15, '0')}-${String(count++).padStart(6, '0')}-${ids.hex(8)}`;
  };
}
