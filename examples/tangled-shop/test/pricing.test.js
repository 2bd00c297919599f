import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { catalog, coupons, orderOf } from '../fixtures/shop.js';
import { priceOrder, taxRateOf } from '../src/pricing.js';

const price = (lines, changes) => priceOrder(orderOf(lines, changes), catalog, coupons);

describe('the price of an order', () => {
  test('is the goods and their tax', () => {
    assert.deepEqual(
      price([
        ['TEA-ASSAM', 2],
        ['POT-IRON', 1],
      ]),
      {
        goods: 8000,
        discount: 0,
        tax: 140 + 1140,
        total: 9280,
        notes: [],
      },
    );
  });

  test('is nothing for nothing, whoever orders it', () => {
    assert.deepEqual(price([], { customer: { tier: 'gold' } }), {
      goods: 0,
      discount: 0,
      tax: 0,
      total: 0,
      notes: ['gold member: 8 %'],
    });
    assert.equal(price([], { coupon: 'HUGE' }).total, 0);
  });

  test('is lower for ten or more of one tea, samplers aside', () => {
    assert.equal(price([['TEA-ASSAM', 9]]).discount, 0);
    const bulk = price([['TEA-ASSAM', 10]]);
    assert.deepEqual([bulk.discount, bulk.tax, bulk.notes], [600, 658, ['Assam: 6 % for 10']]);
    assert.equal(price([['TEA-BOX-8', 10]]).discount, 0);
    assert.equal(price([['CUP-GLASS', 10]]).discount, 0);
  });

  test('is lower for members by their tier, and the tax with it', () => {
    const lines = [
      ['BOOK-LEAF', 1],
      ['POT-IRON', 1],
    ];
    assert.deepEqual(price(lines, { customer: { tier: 'leaf' } }).discount, 180);
    assert.deepEqual(price(lines, { customer: { tier: 'silver' } }).discount, 450);
    const gold = price(lines, { customer: { tier: 'gold' } });
    assert.deepEqual([gold.discount, gold.tax, gold.notes], [720, 193 + 1049, ['gold member: 8 %']]);
  });

  test('is not lower for members that are businesses', () => {
    const customer = { tier: 'gold', isBusiness: true, taxNumber: 'DE1' };
    assert.deepEqual(price([['TEA-ASSAM', 1]], { customer }), {
      goods: 1000,
      discount: 0,
      tax: 70,
      total: 1070,
      notes: [],
    });
  });

  test('has no tax for businesses abroad that have a number', () => {
    const customer = { isBusiness: true, taxNumber: 'ATU1', country: 'AT' };
    const abroad = price([['POT-IRON', 1]], { customer });
    assert.deepEqual(
      [abroad.tax, abroad.total, abroad.notes],
      [0, 6000, ['Tax is due in the country of the customer.']],
    );
    assert.equal(price([['POT-IRON', 1]], { customer: { ...customer, taxNumber: undefined } }).tax, 1140);
    assert.equal(price([['POT-IRON', 1]], { customer: { ...customer, isBusiness: false } }).tax, 1140);
  });
});

describe('a coupon', () => {
  test('takes a part off, after other discounts', () => {
    const both = price([['POT-IRON', 1]], { coupon: ' spring', customer: { tier: 'silver' } });
    assert.deepEqual([both.discount, both.tax], [300 + 570, 975]);
    assert.deepEqual(both.notes, ['silver member: 5 %', 'Coupon SPRING']);
  });

  test('takes an amount off, shared between the tax rates', () => {
    const fiver = price(
      [
        ['TEA-ASSAM', 2],
        ['POT-IRON', 1],
      ],
      { coupon: 'FIVER' },
    );
    assert.deepEqual([fiver.discount, fiver.tax, fiver.total], [500, 131 + 1069, 8700]);
  });

  test('never takes more than there is', () => {
    const huge = price([['TEA-ASSAM', 1]], { coupon: 'HUGE' });
    assert.deepEqual([huge.discount, huge.tax, huge.total], [1000, 0, 0]);
  });

  test('needs a day on which it is valid, and an order of its size', () => {
    assert.deepEqual(price([['TEA-ASSAM', 1]], { coupon: 'SPRING', placedOn: '2026-05-01' }).notes, [
      'The coupon SPRING is not valid.',
    ]);
    assert.deepEqual(price([['TEA-ASSAM', 1]], { coupon: 'SPRING', placedOn: '2026-02-28' }).discount, 0);
    const small = price([['TEA-ASSAM', 2]], { coupon: 'FIVER' });
    assert.deepEqual([small.discount, small.notes], [0, ['The coupon FIVER needs a larger order.']]);
    assert.equal(price([['TEA-ASSAM', 3]], { coupon: 'FIVER' }).discount, 500);
  });
});

test('books and tea are taxed less', () => {
  assert.deepEqual(['tea', 'book', 'ware', 'gift'].map(taxRateOf), [7, 7, 19, 19]);
});
