import assert from 'node:assert/strict';
import { test } from 'node:test';
import { discount, total } from './cart.js';

test('the total counts every item', () => {
  assert.equal(total([{ price: 2, count: 3 }, { price: 5, count: 1 }]), 11);
});

test('a discount is a percentage', () => {
  assert.equal(discount(200, 10), 180);
});
