import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { catalog, orderOf } from '../fixtures/shop.js';
import { createShipment, quoteShipping, weighOrder } from '../src/shipping.js';

const quote = (lines, country = 'DE', changes = {}, goods = 1000) =>
  quoteShipping(orderOf(lines, { shipTo: { country }, ...changes }), catalog, goods);

test('a parcel weighs its goods, the packing, and a box for what breaks', () => {
  assert.equal(weighOrder(orderOf([['TEA-ASSAM', 2]]), catalog), 380);
  assert.equal(weighOrder(orderOf([['CUP-GLASS', 2]]), catalog), 830);
});

describe('shipping inside the country', () => {
  test('goes by weight', () => {
    assert.deepEqual(quote([['TEA-ASSAM', 1]]), { carrier: 'post', price: 490, days: 2 });
    assert.equal(quote([['POT-IRON', 1]]).price, 790);
    assert.equal(quote([['POT-IRON', 5]]).price, 1390);
  });

  test('is cheaper up to the limit of a weight, the limit included', () => {
    const priceAt = (grams, country) => quote([['SCOOP', (grams - 180) / 20]], country).price;
    assert.deepEqual([priceAt(2000), priceAt(2020)], [490, 790]);
    assert.deepEqual([priceAt(10000), priceAt(10020)], [790, 1390]);
    assert.deepEqual([priceAt(31500), priceAt(31520)], [1390, 9020]);
    assert.deepEqual([priceAt(2000, 'AT'), priceAt(2020, 'AT')], [990, 1690]);
  });

  test('is free from 59.00, unless it is in a hurry', () => {
    assert.equal(quote([['TEA-ASSAM', 1]], 'DE', {}, 5899).price, 490);
    assert.deepEqual(quote([['TEA-ASSAM', 1]], 'DE', {}, 5900), {
      carrier: 'post',
      price: 0,
      days: 2,
      remark: 'free of charge',
    });
    assert.equal(quote([['TEA-ASSAM', 1]], 'DE', { express: true }, 5900).price, 1390);
  });

  test.only('by courier arrives the next day', () => {
    assert.deepEqual(quote([['TEA-ASSAM', 1]], 'DE', { express: true }), {
      carrier: 'courier',
      price: 1390,
      days: 1,
    });
  });
});

describe('shipping abroad', () => {
  test('to the neighbours has two prices', () => {
    assert.deepEqual(quote([['TEA-ASSAM', 1]], 'AT'), { carrier: 'post', price: 990, days: 4 });
    assert.equal(quote([['POT-IRON', 1]], 'FR').price, 1690);
    assert.deepEqual(quote([['TEA-ASSAM', 1]], 'PL', { express: true }), {
      carrier: 'courier',
      price: 2790,
      days: 2,
    });
  });

  test('to Switzerland needs papers', () => {
    assert.deepEqual(quote([['TEA-ASSAM', 1]], 'CH'), {
      carrier: 'post',
      price: 1340,
      days: 4,
      remark: 'customs papers needed',
    });
  });

  test('further away is paid by the kilogram, twice in a hurry', () => {
    assert.deepEqual(quote([['TEA-ASSAM', 1]], 'JP'), {
      carrier: 'post',
      price: 2800,
      days: 12,
      remark: 'customs papers needed',
    });
    assert.deepEqual(quote([['POT-IRON', 1]], 'JP', { express: true }), {
      carrier: 'courier',
      price: 2 * (2490 + 930),
      days: 5,
      remark: 'customs papers needed',
    });
  });

  test('of what no parcel service takes is freight, wherever it goes', () => {
    assert.deepEqual(quote([['ANVIL', 1]]), { carrier: 'freight', price: 9020, days: 4 });
    assert.deepEqual(quote([['ANVIL', 1]], 'JP'), { carrier: 'freight', price: 9020, days: 9 });
  });
});

test('the label of a shipment names everything the driver needs', () => {
  const { shipTo } = orderOf([]);
  assert.deepEqual(createShipment('A-1', shipTo, 'post', 380, 5000, '2026-03-03', true), {
    orderId: 'A-1',
    label: 'POST A-1 380g | Ida Brandt, Lange Reihe 4, DE-20099 Hamburg',
    insuredFor: 5000,
    pickupOn: '2026-03-03',
    notify: true,
  });
});
