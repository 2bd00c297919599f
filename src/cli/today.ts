// The day that exemptions are judged by.

/** As `2030-12-31`. */
export function today(): string {
  return new Date().toISOString().slice(0, 10);
}
