import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { catalog, orderOf } from '../fixtures/shop.js';
import { canCancel, countPieces, findProblems } from '../src/order.js';

const problemsOf = (lines, changes) => findProblems(orderOf(lines, changes), catalog);

describe('problems of an order', () => {
  test('there are none in a proper one', () => {
    assert.deepEqual(
      problemsOf([
        ['TEA-ASSAM', 1],
        ['CUP-GLASS', 99],
      ]),
      [],
    );
  });

  test('an empty basket', () => {
    assert.deepEqual(problemsOf([]), ['The basket is empty.']);
  });

  test('articles that are unknown or no longer sold', () => {
    assert.deepEqual(
      problemsOf([
        ['TEA-X', 1],
        ['POT-CLAY', 1],
      ]),
      ['TEA-X is not in the catalog.', 'Clay Pot is no longer sold.'],
    );
  });

  test('quantities that are no whole number or too small', () => {
    for (const quantity of [0, -1, 1.5]) {
      assert.deepEqual(problemsOf([['TEA-ASSAM', quantity]]), [
        'Assam: the quantity must be a whole number from 1.',
      ]);
    }
  });

  test('more than 99 of one article, unless a business orders', () => {
    assert.deepEqual(problemsOf([['TEA-ASSAM', 100]]), ['Assam: please ask us for more than 99.']);
    const customer = { isBusiness: true, taxNumber: 'DE1' };
    assert.deepEqual(problemsOf([['TEA-ASSAM', 100]], { customer }), []);
  });

  test('the same article twice, but not two harvests of it', () => {
    assert.deepEqual(
      problemsOf([
        ['TEA-ASSAM', 1],
        ['TEA-ASSAM', 2],
      ]),
      ['TEA-ASSAM is in the basket twice.'],
    );
    assert.deepEqual(
      problemsOf([
        ['TEA-ASSAM', 1, '2024'],
        ['TEA-ASSAM', 2, '2025'],
      ]),
      [],
    );
  });

  test('the e-mail address and the tax number', () => {
    assert.deepEqual(problemsOf([['TEA-ASSAM', 1]], { customer: { email: 'ida', isBusiness: true } }), [
      'The e-mail address is not complete.',
      'Business customers need a tax number.',
    ]);
  });

  test('the address', () => {
    for (const shipTo of [{ street: ' ' }, { city: '' }]) {
      assert.deepEqual(problemsOf([['TEA-ASSAM', 1]], { shipTo }), ['The address is not complete.']);
    }
    assert.deepEqual(problemsOf([['TEA-ASSAM', 1]], { shipTo: { postcode: '2009' } }), [
      'A German postcode has five digits.',
    ]);
    assert.deepEqual(problemsOf([['TEA-ASSAM', 1]], { shipTo: { postcode: '1070', country: 'AT' } }), []);
    assert.deepEqual(problemsOf([['TEA-ASSAM', 1]], { shipTo: { postcode: '', country: 'AT' } }), [
      'The address is not complete.',
    ]);
  });

  test('a gift note that does not fit the card', () => {
    assert.deepEqual(problemsOf([['TEA-ASSAM', 1]], { giftNote: 'x'.repeat(240) }), []);
    assert.deepEqual(problemsOf([['TEA-ASSAM', 1]], { giftNote: 'x'.repeat(241) }), [
      'The gift note is longer than 240 characters.',
    ]);
  });
});

describe('cancelling', () => {
  const today = '2026-03-02';
  const allowed = (by, changes = {}, day = today) =>
    ['draft', 'placed', 'paid', 'packed', 'shipped', 'delivered', 'cancelled'].filter((status) =>
      canCancel(orderOf([], { status, ...changes }), by, day),
    );

  test('customers may until it is packed', () => {
    assert.deepEqual(allowed('customer'), ['draft', 'placed', 'paid']);
  });

  test('staff may until it is shipped, and on the first day even then', () => {
    assert.deepEqual(allowed('staff'), ['draft', 'placed', 'paid', 'packed', 'shipped']);
    assert.deepEqual(allowed('staff', {}, '2026-03-03'), ['draft', 'placed', 'paid', 'packed']);
    assert.deepEqual(allowed('staff', { express: true }), ['draft', 'placed', 'paid', 'packed']);
  });
});

test('pieces are counted over all lines', () => {
  assert.equal(
    countPieces(
      orderOf([
        ['TEA-ASSAM', 2],
        ['CUP-GLASS', 5],
      ]),
    ),
    7,
  );
});
