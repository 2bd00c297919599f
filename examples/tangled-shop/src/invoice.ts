// The invoice as plain text, as it is mailed and printed.
import { requireProduct, type Catalog, type Product } from './catalog.js';
import { formatCents, type Cents } from './money.js';
import type { Order, OrderLine } from './order.js';
import { taxRateOf, type Price } from './pricing.js';
import type { ShippingQuote } from './shipping.js';

const WIDTH = 64;

export function renderInvoice(
  order: Order,
  catalog: Catalog,
  price: Price,
  shipping: ShippingQuote,
  number: number,
): string {
  const lines: string[] = [];

  lines.push('KETTLE & LEAF'.padStart(WIDTH));
  lines.push('Hafenstrasse 12, 20457 Hamburg'.padStart(WIDTH));
  lines.push('');
  lines.push(`Invoice ${String(number).padStart(6, '0')}`);
  lines.push(`Order ${order.id} of ${order.placedOn}`);
  lines.push('');

  // address block, sits behind the window of the envelope
  lines.push(order.shipTo.name);
  lines.push(order.shipTo.street);
  lines.push(`${order.shipTo.postcode} ${order.shipTo.city}`);
  if (order.shipTo.country !== 'DE') {
    lines.push(order.shipTo.country);
  }
  if (order.customer.taxNumber) {
    lines.push(`Tax number: ${order.customer.taxNumber}`);
  }
  lines.push('');

  lines.push(row('Article', 'Count', 'Tax', 'Amount'));
  lines.push('-'.repeat(WIDTH));
  for (const line of order.lines) {
    const product = requireProduct(catalog, line.sku);
    const title = titleOf(product, line);
    const tax = `${taxRateOf(product.category)} %`;
    lines.push(row(title, String(line.quantity), tax, formatCents(product.price * line.quantity)));
  }
  lines.push('-'.repeat(WIDTH));

  lines.push(total('Goods', price.goods));
  if (price.discount > 0) {
    lines.push(total('Discount', -price.discount));
  }
  for (const note of price.notes) {
    lines.push(`  ${note}`);
  }
  lines.push(total('Tax', price.tax));
  lines.push(total(`Shipping (${shipping.carrier})`, shipping.price));
  lines.push(total('Total', price.total + shipping.price));
  lines.push('');

  const due = price.total + shipping.price - (order.paidCents ?? 0);
  if (due > 0) {
    lines.push(`Please pay ${formatCents(due)} within 14 days.`);
  } else if (due < 0) {
    lines.push(`We owe you ${formatCents(-due)}.`);
  } else {
    lines.push('Paid. Thank you!');
  }
  if (order.giftNote) {
    lines.push('');
    lines.push(`"${order.giftNote}"`);
  }
  return lines.join('\n') + '\n';
}

function titleOf({ title }: Product, { variant }: OrderLine): string {
  return variant ? `${title} (${variant})` : title;
}

function row(title: string, count: string, tax: string, amount: string): string {
  return `${title.slice(0, 34).padEnd(36)}${count.padStart(6)}${tax.padStart(8)}${amount.padStart(14)}`;
}

function total(label: string, amount: Cents): string {
  return `${label.padStart(50)}${formatCents(amount).padStart(14)}`;
}
