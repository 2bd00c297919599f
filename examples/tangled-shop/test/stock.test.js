import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { orderOf } from '../fixtures/shop.js';
import { adviseReorders, releaseStock, reserveStock } from '../src/stock.js';

const TODAY = '2026-03-02';
const shelf = (name, count, changes = {}) => ({
  sku: 'TEA-ASSAM',
  variant: null,
  shelf: name,
  count,
  reserved: 0,
  ...changes,
});

describe('reserving', () => {
  test('takes from one shelf after the other', () => {
    const shelves = [shelf('A', 3), shelf('B', 5)];
    const result = reserveStock(orderOf([['TEA-ASSAM', 4]]), shelves, TODAY);
    assert.deepEqual(result.reservations, [
      { sku: 'TEA-ASSAM', shelf: 'A', count: 3 },
      { sku: 'TEA-ASSAM', shelf: 'B', count: 1 },
    ]);
    assert.deepEqual(result.missing, []);
    assert.deepEqual(
      shelves.map(({ reserved }) => reserved),
      [3, 1],
    );
  });

  test('says what is missing, and does not take what others have', () => {
    const result = reserveStock(
      orderOf([
        ['TEA-ASSAM', 4],
        ['POT-IRON', 1],
      ]),
      [shelf('A', 3, { reserved: 2 })],
      TODAY,
    );
    assert.deepEqual(result.reservations, [{ sku: 'TEA-ASSAM', shelf: 'A', count: 1 }]);
    assert.deepEqual(result.missing, [
      { sku: 'TEA-ASSAM', count: 3 },
      { sku: 'POT-IRON', count: 1 },
    ]);
  });

  test('does not mention shelves that it does not need', () => {
    const shelves = [shelf('A', 3, { reserved: 3 }), shelf('B', 5), shelf('C', 5)];
    assert.deepEqual(reserveStock(orderOf([['TEA-ASSAM', 5]]), shelves, TODAY).reservations, [
      { sku: 'TEA-ASSAM', shelf: 'B', count: 5 },
    ]);
  });

  test('leaves expired tea', () => {
    const shelves = [shelf('A', 3, { bestBefore: TODAY }), shelf('B', 3, { bestBefore: '2026-03-03' })];
    assert.deepEqual(reserveStock(orderOf([['TEA-ASSAM', 1]]), shelves, TODAY).reservations, [
      { sku: 'TEA-ASSAM', shelf: 'B', count: 1 },
    ]);
  });

  test('keeps harvests apart; a line without one takes what has none', () => {
    const shelves = [shelf('A', 3, { variant: '2025' }), shelf('B', 3)];
    assert.equal(
      reserveStock(orderOf([['TEA-ASSAM', 1, '2025']]), shelves, TODAY).reservations[0].shelf,
      'A',
    );
    assert.equal(reserveStock(orderOf([['TEA-ASSAM', 1, null]]), shelves, TODAY).reservations[0].shelf, 'B');
    assert.equal(reserveStock(orderOf([['TEA-ASSAM', 1]]), shelves, TODAY).reservations[0].shelf, 'B');
  });
});

test('releasing gives back, never more than was reserved', () => {
  const shelves = [shelf('A', 9, { reserved: 4 })];
  releaseStock(
    [
      { sku: 'TEA-ASSAM', shelf: 'A', count: 3 },
      { sku: 'TEA-ASSAM', shelf: 'Z', count: 3 },
    ],
    shelves,
  );
  assert.equal(shelves[0].reserved, 1);
  releaseStock([{ sku: 'TEA-ASSAM', shelf: 'A', count: 3 }], shelves);
  assert.equal(shelves[0].reserved, 0);
});

describe('advice to buy', () => {
  const advise = (count, sold, reserved = 0) =>
    adviseReorders([shelf('A', count, { reserved })], new Map([['TEA-ASSAM', sold]]), 2);

  test('is urgent when the stock ends before new one comes', () => {
    assert.deepEqual(advise(19, 40), [{ sku: 'TEA-ASSAM', order: 41, urgent: true }]);
    assert.deepEqual(advise(30, 40, 11), [{ sku: 'TEA-ASSAM', order: 41, urgent: true }]);
  });

  test('is not urgent when there is some time', () => {
    assert.deepEqual(advise(20, 40), [{ sku: 'TEA-ASSAM', order: 40, urgent: false }]);
    assert.deepEqual(advise(39, 40), [{ sku: 'TEA-ASSAM', order: 21, urgent: false }]);
  });

  test('is not given for what lasts or is not sold', () => {
    assert.deepEqual(advise(40, 40), []);
    assert.deepEqual(advise(0, 0), []);
  });

  test('counts all shelves of an article and sorts by it', () => {
    const shelves = [shelf('A', 10), shelf('B', 10, { sku: 'BOOK-LEAF' }), shelf('C', 5)];
    const sold = new Map([
      ['TEA-ASSAM', 40],
      ['BOOK-LEAF', 40],
    ]);
    assert.deepEqual(
      adviseReorders(shelves, sold, 2).map(({ sku, order }) => [sku, order]),
      [
        ['BOOK-LEAF', 50],
        ['TEA-ASSAM', 45],
      ],
    );
  });
});
