import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { catalog, orderOf } from '../fixtures/shop.js';
import { renderReport, summariseMonth } from '../src/report.js';

const MARCH = '2026-03';
const ORDERS = [
  orderOf([
    ['TEA-ASSAM', 3],
    ['POT-IRON', 1],
  ]),
  orderOf([['TEA-ASSAM', 1]], { status: 'shipped', customer: { id: 'C-2' } }),
  orderOf([['BOOK-LEAF', 4]], { status: 'delivered', customer: { id: 'C-2' } }),
  orderOf([['POT-IRON', 9]], { status: 'cancelled' }),
  orderOf([['POT-IRON', 9]], { status: 'placed' }),
  orderOf([['POT-IRON', 9]], { status: 'draft' }),
  orderOf([['POT-IRON', 9]], { placedOn: '2026-04-01' }),
];

describe('the report of a month', () => {
  test('counts what was paid in it', () => {
    assert.deepEqual(summariseMonth(MARCH, ORDERS, catalog, new Set(['C-1'])), {
      month: MARCH,
      orders: 3,
      cancelled: 1,
      revenue: 22000,
      byCategory: { tea: 4000, ware: 6000, book: 12000 },
      newCustomers: 1,
      bestSeller: 'BOOK-LEAF',
    });
  });

  test('names the article sold most, the first by name among equals', () => {
    const best = (...lines) => summariseMonth(MARCH, [orderOf(lines)], catalog, new Set()).bestSeller;
    assert.equal(best(['TEA-ASSAM', 2], ['POT-IRON', 3]), 'POT-IRON');
    assert.equal(best(['TEA-ASSAM', 3], ['POT-IRON', 3]), 'POT-IRON');
    assert.equal(best(['POT-IRON', 3], ['TEA-ASSAM', 3]), 'POT-IRON');
    assert.equal(best(), undefined);
  });

  test('reads as a few lines', () => {
    assert.equal(
      renderReport(summariseMonth(MARCH, ORDERS, catalog, new Set())),
      [
        '2026-03: 3 orders, 220.00',
        '  book          120.00',
        '  tea            40.00',
        '  ware           60.00',
        '  most sold: BOOK-LEAF',
        '  new customers: 2, cancelled: 1',
      ].join('\n'),
    );
    assert.equal(
      renderReport(summariseMonth('2026-01', ORDERS, catalog, new Set())),
      '2026-01: 0 orders, 0.00\n  new customers: 0, cancelled: 0',
    );
  });
});
