import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatCents, percentOf, sumOf } from '../src/money.js';

test('cents are written with two digits', () => {
  assert.deepEqual([0, 5, 40, 1234, -50].map(formatCents), ['0.00', '0.05', '0.40', '12.34', '-0.50']);
});

test('half a cent goes up', () => {
  assert.deepEqual([percentOf(50, 7), percentOf(1000, 6), percentOf(-50, 7)], [4, 60, -3]);
});

test('amounts are added', () => {
  assert.equal(sumOf([1, 2, 3]), 6);
});
