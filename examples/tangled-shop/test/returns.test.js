import assert from 'node:assert/strict';
import { test } from 'node:test';
import { catalog, orderOf } from '../fixtures/shop.js';
import { assessReturn } from '../src/returns.js';

function assess(request, customer = {}) {
  const order = orderOf(
    [
      ['TEA-ASSAM', 2],
      ['POT-IRON', 1],
    ],
    { customer },
  );
  return assessReturn(
    order,
    { sku: 'POT-IRON', quantity: 1, condition: 'sealed', daysAfter: 3, ...request },
    catalog,
  );
}

test('sealed goods are paid back for two weeks', () => {
  assert.deepEqual(assess({}), { refund: 6000, restock: true, reason: 'withdrawal' });
  assert.deepEqual(assess({ daysAfter: 14 }), { refund: 6000, restock: true, reason: 'withdrawal' });
  assert.deepEqual(assess({ daysAfter: 15 }), { refund: 0, restock: false, reason: 'too late' });
});

test('opened goods are paid back in part, opened tea is not', () => {
  assert.deepEqual(assess({ condition: 'opened' }), {
    refund: 4800,
    restock: true,
    reason: 'withdrawal, opened',
  });
  assert.deepEqual(assess({ sku: 'TEA-ASSAM', condition: 'opened' }), {
    refund: 0,
    restock: false,
    reason: 'opened food is not taken back',
  });
});

test('what the customer damaged stays with the customer', () => {
  assert.deepEqual(assess({ condition: 'damaged' }), {
    refund: 0,
    restock: false,
    reason: 'damaged by the customer',
  });
});

test('what arrived broken is paid back for a month, to gold members always', () => {
  const broken = { condition: 'damaged', arrivedBroken: true };
  const paid = { refund: 6000, restock: false, reason: 'broken on arrival' };
  assert.deepEqual(assess({ ...broken, daysAfter: 30 }), paid);
  assert.deepEqual(assess({ ...broken, daysAfter: 31 }), { refund: 0, restock: false, reason: 'too late' });
  assert.deepEqual(assess({ ...broken, daysAfter: 300 }, { tier: 'gold' }), paid);
});

test('members may be late', () => {
  assert.deepEqual(assess({ daysAfter: 30 }, { tier: 'leaf' }), {
    refund: 3000,
    restock: true,
    reason: 'goodwill',
  });
  assert.deepEqual(assess({ daysAfter: 30 }, { tier: 'gold' }), {
    refund: 6000,
    restock: true,
    reason: 'goodwill',
  });
  assert.deepEqual(assess({ daysAfter: 31 }, { tier: 'gold' }), {
    refund: 0,
    restock: false,
    reason: 'too late',
  });
  assert.equal(assess({ daysAfter: 30, condition: 'opened' }, { tier: 'gold' }).refund, 0);
});

test('only what was ordered can come back', () => {
  const refused = { refund: 0, restock: false, reason: 'not in this order' };
  assert.deepEqual(assess({ sku: 'BOOK-LEAF' }), refused);
  assert.deepEqual(assess({ quantity: 2 }), refused);
  assert.throws(() => assess({ sku: 'NOTHING' }), /no product NOTHING/);
});
