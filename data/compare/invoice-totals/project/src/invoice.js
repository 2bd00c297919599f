import { formatCents, parseAmount, sumCents } from './money.js';
import { taxOn } from './tax.js';

/** Lines come as people type them: `{ text, count, price: '19.99', rate }`. */
export function createInvoice(lines) {
  const priced = lines.map(({ text, count = 1, price, rate = 'standard' }) => {
    const net = parseAmount(price) * count;
    return { text, count, net, tax: taxOn(net, rate), rate };
  });
  const net = sumCents(priced.map((line) => line.net));
  const tax = sumCents(priced.map((line) => line.tax));
  return { lines: priced, net, tax, total: net + tax };
}

export function taxByRate({ lines }) {
  const rates = new Map();
  for (const { rate, tax } of lines) rates.set(rate, (rates.get(rate) ?? 0) + tax);
  return Object.fromEntries(rates);
}

export function renderInvoice({ lines, tax, total }) {
  return [
    ...lines.map(({ text, count, net }) => `${count} x ${text}: ${formatCents(net)}`),
    `tax: ${formatCents(tax)}`,
    `total: ${formatCents(total)}`,
  ].join('\n');
}
