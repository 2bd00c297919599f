import assert from 'node:assert/strict';
import { test } from 'node:test';
import { daysBetween, parseDay } from '../src/calendar.js';
import { refundFor } from '../src/refund.js';
import { createSubscription } from '../src/subscription.js';

test('pays back what is left of the period', () => {
  const subscription = createSubscription({ customer: 'c1', plan: 'monthly', start: '2024-06-01' });
  assert.equal(refundFor(subscription, '2024-06-16'), 450);
  assert.equal(refundFor(subscription, '2024-06-01'), 900);
});

test('counts days across months', () => {
  assert.equal(daysBetween(parseDay('2024-02-27'), parseDay('2024-03-01')), 3);
});

test('refuses what is not a day', () => {
  assert.throws(() => parseDay('1.2.2024'), TypeError);
});
