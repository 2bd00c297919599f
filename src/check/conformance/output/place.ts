// Violations of one function belong together: it is one thing to look at, whatever checks complain about it.
import type { Violation } from '../../../schema/index.js';

/** One list for each place, in the order in which the places first occur; what is about no function is by itself. */
export function groupByPlace(violations: readonly Violation[]): [Violation, ...Violation[]][] {
  const groups = new Map<string, [Violation, ...Violation[]]>();
  for (const violation of violations) {
    const { id, path, line = 0, symbol } = violation;
    const key = symbol === undefined ? id : `${path}:${line}:${symbol}`;
    const known = groups.get(key);
    if (known) known.push(violation);
    else groups.set(key, [violation]);
  }
  return [...groups.values()];
}
