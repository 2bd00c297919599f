const DAY_MS = 24 * 60 * 60 * 1000;

/** A day as `YYYY-MM-DD`, always in UTC. */
export function parseDay(text) {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!match) throw new TypeError(`${text} is not a day`);
  const [, year, month, day] = match.map(Number);
  return new Date(Date.UTC(year, month - 1, day));
}

export function formatDay(date) {
  return date.toISOString().slice(0, 10);
}

export function addDays(date, days) {
  return new Date(date.getTime() + days * DAY_MS);
}

export function addMonths(date, months) {
  const moved = new Date(date);
  moved.setUTCMonth(moved.getUTCMonth() + months);
  return moved;
}

export function daysBetween(from, to) {
  return Math.round((to - from) / DAY_MS);
}
