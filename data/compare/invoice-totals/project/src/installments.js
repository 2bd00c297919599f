/** Splits an amount into parts that differ by a cent at most, larger ones first. */
export function splitCents(cents, parts) {
  const base = Math.floor(cents / parts);
  const rest = cents - base * parts;
  return Array.from({ length: parts }, (_, index) => (index < rest ? base + 1 : base));
}
