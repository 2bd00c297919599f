// The few numbers every section needs.

/** @param {readonly number[]} values */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** @param {readonly number[]} values */
export function mean(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/**
 * The median time of each contestant in milliseconds. They take turns, so that what else the machine does hits all alike; the
 * first round warms up.
 * @param {number} rounds @param {Readonly<Record<string, () => unknown>>} contestants @returns {Promise<Record<string, number>>}
 */
export async function timeInTurns(rounds, contestants) {
  /** @type {Map<string, number[]>} */
  const times = new Map(Object.keys(contestants).map((name) => [name, []]));
  for (let round = 0; round <= rounds; round++) {
    for (const [name, run] of Object.entries(contestants)) {
      const start = performance.now();
      await run();
      if (round > 0) times.get(name)?.push(performance.now() - start);
    }
  }
  return Object.fromEntries([...times].map(([name, values]) => [name, median(values)]));
}
