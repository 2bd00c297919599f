// How a month went, for the Monday meeting.
import { requireProduct, type Catalog } from './catalog.js';
import { formatCents, type Cents } from './money.js';
import type { Order } from './order.js';

export interface MonthReport {
  month: string;
  orders: number;
  cancelled: number;
  revenue: Cents;
  byCategory: Record<string, Cents>;
  bestSeller?: string;
  newCustomers: number;
}

/** Only what was paid counts; `known` holds the customers of earlier months. */
export function summariseMonth(
  month: string,
  orders: readonly Order[],
  catalog: Catalog,
  known: ReadonlySet<string>,
): MonthReport {
  const byCategory: Record<string, Cents> = {};
  const sold = new Map<string, number>();
  const fresh = new Set<string>();
  let count = 0;
  let cancelled = 0;
  let revenue = 0;
  for (const order of orders) {
    if (!order.placedOn.startsWith(month)) continue;
    if (order.status === 'cancelled') {
      cancelled += 1;
      continue;
    }
    if (order.status === 'draft' || order.status === 'placed') continue;
    count += 1;
    if (!known.has(order.customer.id)) fresh.add(order.customer.id);
    for (const line of order.lines) {
      const product = requireProduct(catalog, line.sku);
      const amount = product.price * line.quantity;
      revenue += amount;
      byCategory[product.category] = (byCategory[product.category] ?? 0) + amount;
      sold.set(line.sku, (sold.get(line.sku) ?? 0) + line.quantity);
    }
  }
  let bestSeller: string | undefined;
  let most = 0;
  for (const [sku, pieces] of sold) {
    if (pieces > most || (pieces === most && bestSeller !== undefined && sku < bestSeller)) {
      bestSeller = sku;
      most = pieces;
    }
  }
  const report = { month, orders: count, cancelled, revenue, byCategory, newCustomers: fresh.size };
  return bestSeller === undefined ? report : { ...report, bestSeller };
}

export function renderReport(report: MonthReport): string {
  const lines = [`${report.month}: ${report.orders} orders, ${formatCents(report.revenue)}`];
  for (const [category, amount] of Object.entries(report.byCategory).sort(([a], [b]) => (a < b ? -1 : 1))) {
    lines.push(`  ${category.padEnd(8)}${formatCents(amount).padStart(12)}`);
  }
  if (report.bestSeller) lines.push(`  most sold: ${report.bestSeller}`);
  lines.push(`  new customers: ${report.newCustomers}, cancelled: ${report.cancelled}`);
  return lines.join('\n');
}
