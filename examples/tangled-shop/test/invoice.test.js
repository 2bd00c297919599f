import assert from 'node:assert/strict';
import { test } from 'node:test';
import { catalog, orderOf } from '../fixtures/shop.js';
import { renderInvoice } from '../src/invoice.js';
import { priceOrder } from '../src/pricing.js';

const POST = { carrier: 'post', price: 490, days: 2 };

function render(lines, changes = {}, number = 42) {
  const order = orderOf(lines, changes);
  return renderInvoice(order, catalog, priceOrder(order, catalog, []), POST, number);
}

test('an invoice shows sender, address, articles and totals', () => {
  const rule = '-'.repeat(64);
  assert.deepEqual(
    render([
      ['TEA-ASSAM', 2, '2025'],
      ['POT-IRON', 1],
    ]).split('\n'),
    [
      'KETTLE & LEAF'.padStart(64),
      'Hafenstrasse 12, 20457 Hamburg'.padStart(64),
      '',
      'Invoice 000042',
      'Order A-1 of 2026-03-02',
      '',
      'Ida Brandt',
      'Lange Reihe 4',
      '20099 Hamburg',
      '',
      'Article                              Count     Tax        Amount',
      rule,
      'Assam (2025)                             2     7 %         20.00',
      'Iron Kettle                              1    19 %         60.00',
      rule,
      'Goods'.padStart(50) + '80.00'.padStart(14),
      'Tax'.padStart(50) + '12.80'.padStart(14),
      'Shipping (post)'.padStart(50) + '4.90'.padStart(14),
      'Total'.padStart(50) + '97.70'.padStart(14),
      '',
      'Please pay 97.70 within 14 days.',
      '',
    ],
  );
});

test('a discount is shown with its reason', () => {
  const text = render([['TEA-ASSAM', 1]], { customer: { tier: 'silver' } });
  assert.match(text, /Discount +-0\.50\n {2}silver member: 5 %\n/);
});

test('abroad the country and a tax number are shown', () => {
  const text = render([['TEA-ASSAM', 1]], { customer: { taxNumber: 'ATU1' }, shipTo: { country: 'AT' } });
  assert.match(text, /Hamburg\nAT\nTax number: ATU1\n\n/);
});

test('what was paid decides the last sentence', () => {
  assert.match(render([['TEA-ASSAM', 1]], { paidCents: 1560 }), /Paid\. Thank you!/);
  assert.match(render([['TEA-ASSAM', 1]], { paidCents: 1600 }), /We owe you 0\.40\./);
  assert.match(render([['TEA-ASSAM', 1]], { paidCents: 1500 }), /Please pay 0\.60 within/);
});

test('a gift note comes last', () => {
  assert.ok(render([['TEA-ASSAM', 1]], { giftNote: 'Happy birthday' }).endsWith('\n\n"Happy birthday"\n'));
});
