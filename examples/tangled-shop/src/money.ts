// Amounts are whole cents everywhere; only this file knows how they are written.

export type Cents = number;

export function formatCents(amount: Cents): string {
  const sign = amount < 0 ? '-' : '';
  const digits = String(Math.abs(amount)).padStart(3, '0');
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Half a cent goes up, for credit notes too. */
export function percentOf(amount: Cents, percent: number): Cents {
  return Math.floor((amount * percent) / 100 + 0.5);
}

export function sumOf(amounts: readonly Cents[]): Cents {
  return amounts.reduce((sum, amount) => sum + amount, 0);
}
