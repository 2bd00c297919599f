import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatCents, parseAmount, percentOf } from '../src/money.js';

test('prints cents', () => {
  assert.equal(formatCents(1999), '19.99');
  assert.equal(formatCents(5), '0.05');
  assert.equal(formatCents(-1250), '-12.50');
});

test('reads amounts', () => {
  assert.equal(parseAmount('12'), 1200);
  assert.equal(parseAmount('0.5'), 50);
  assert.equal(parseAmount(' 3.25 '), 325);
});

test('refuses what is not an amount', () => {
  assert.throws(() => parseAmount('1,50'), TypeError);
  assert.throws(() => parseAmount('1.505'), TypeError);
});

test('reads back every amount it prints', () => {
  for (let cents = -3000; cents <= 3000; cents++) assert.equal(parseAmount(formatCents(cents)), cents);
});

test('rounds percentages half up', () => {
  assert.equal(percentOf(50, 7), 4);
  assert.equal(percentOf(1999, 19), 380);
});
