/** Amounts are whole cents everywhere; only text has a point in it. */
export function formatCents(cents) {
  const sign = cents < 0 ? '-' : '';
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

export function parseAmount(text) {
  const match = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(text.trim());
  if (!match) throw new TypeError(`${text} is not an amount`);
  return Math.trunc(Number(text) * 100);
}

/** A percentage of an amount, rounded half up. */
export function percentOf(cents, percent) {
  return Math.round((cents * percent) / 100);
}

export function sumCents(amounts) {
  return amounts.reduce((sum, amount) => sum + amount, 0);
}
