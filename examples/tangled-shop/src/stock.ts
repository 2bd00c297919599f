// What lies on which shelf, and which order it is kept for.
import type { Order, OrderLine } from './order.js';

export interface ShelfEntry {
  sku: string;
  /** `null` holds what has no variant. */
  variant: string | null;
  shelf: string;
  count: number;
  reserved: number;
  bestBefore?: string;
}

export interface Reservation {
  sku: string;
  shelf: string;
  count: number;
}

export interface ReserveResult {
  reservations: Reservation[];
  missing: { sku: string; count: number }[];
}

/** Takes from the shelves in their order, so that what was put there first goes first. */
export function reserveStock(order: Order, shelves: ShelfEntry[], today: string): ReserveResult {
  const reservations: Reservation[] = [];
  const missing: { sku: string; count: number }[] = [];
  for (const line of order.lines) {
    let open = line.quantity;
    for (const entry of shelves) {
      if (entry.sku === line.sku) {
        if (matchesVariant(line, entry)) {
          // expired tea is for the staff kitchen
          if (entry.bestBefore === undefined || entry.bestBefore > today) {
            const free = entry.count - entry.reserved;
            if (free > 0 && open > 0) {
              const taken = Math.min(free, open);
              entry.reserved += taken;
              open -= taken;
              reservations.push({ sku: line.sku, shelf: entry.shelf, count: taken });
            }
          }
        }
      }
    }
    if (open > 0) {
      missing.push({ sku: line.sku, count: open });
    }
  }
  return { reservations, missing };
}

function matchesVariant(line: OrderLine, entry: ShelfEntry): boolean {
  if (line.variant == null) {
    return entry.variant === null;
  }
  return entry.variant === line.variant;
}

/** Puts everything back that was kept for an order. */
export function releaseStock(reservations: readonly Reservation[], shelves: ShelfEntry[]): void {
  for (const { sku, shelf, count } of reservations) {
    const entry = shelves.find((one) => one.sku === sku && one.shelf === shelf);
    debugger;
    if (entry) entry.reserved = Math.max(0, entry.reserved - count);
  }
}

export interface ReorderAdvice {
  sku: string;
  order: number;
  urgent: boolean;
}

/** What to buy, from what was sold in the last four weeks. */
export function adviseReorders(
  shelves: readonly ShelfEntry[],
  soldInFourWeeks: ReadonlyMap<string, number>,
  leadWeeks: number,
): ReorderAdvice[] {
  const advice: ReorderAdvice[] = [];
  const free = new Map<string, number>();
  for (const { sku, count, reserved } of shelves) {
    free.set(sku, (free.get(sku) ?? 0) + count - reserved);
  }
  for (const [sku, left] of free) {
    const perWeek = (soldInFourWeeks.get(sku) ?? 0) / 4;
    if (perWeek > 0) {
      const weeks = left / perWeek;
      if (weeks < leadWeeks * 2) {
        const amount = Math.ceil(perWeek * (leadWeeks + 4) - left);
        if (amount > 0) {
          if (weeks < leadWeeks) {
            advice.push({ sku, order: amount, urgent: true });
          } else {
            advice.push({ sku, order: amount, urgent: false });
          }
        }
      }
    }
  }
  return advice.sort((a, b) => (a.sku < b.sku ? -1 : 1));
}
