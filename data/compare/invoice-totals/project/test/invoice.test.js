import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createInvoice, renderInvoice, taxByRate } from '../src/invoice.js';
import { splitCents } from '../src/installments.js';

test('adds up what was typed', () => {
  const invoice = createInvoice([
    { text: 'cable', price: '19.99' },
    { text: 'book', price: '8.20', count: 2, rate: 'reduced' },
  ]);
  assert.equal(invoice.net, 1999 + 1640);
  assert.equal(invoice.tax, 380 + 115);
  assert.equal(invoice.total, invoice.net + invoice.tax);
});

test('keeps taxes apart by rate', () => {
  const invoice = createInvoice([
    { text: 'desk', price: '100' },
    { text: 'stamp', price: '1', rate: 'none' },
  ]);
  assert.deepEqual(taxByRate(invoice), { standard: 1900, none: 0 });
});

test('prints lines and tax, which add up to the total', () => {
  const desk = createInvoice([{ text: 'desk', price: '100', rate: 'none' }]);
  assert.equal(renderInvoice(desk), '1 x desk: 100.00\ntax: 0.00\ntotal: 100.00');
  const invoice = createInvoice([
    { text: 'cable', price: '19.99' },
    { text: 'discount', price: '-1.15' },
  ]);
  assert.equal(renderInvoice(invoice), '1 x cable: 19.99\n1 x discount: -1.15\ntax: 3.58\ntotal: 22.42');
});

test('installments differ by a cent and lose none', () => {
  assert.deepEqual(splitCents(1000, 3), [334, 333, 333]);
});
