import assert from 'node:assert/strict';
import { test } from 'node:test';
import { billingDay, billsUntil, createSubscription } from '../src/subscription.js';

const monthly = (start) => createSubscription({ customer: 'c1', plan: 'monthly', start });

test('is billed on the same day of each month', () => {
  const days = billsUntil(monthly('2024-03-15'), '2024-06-20').map(({ day }) => day);
  assert.deepEqual(days, ['2024-03-15', '2024-04-15', '2024-05-15', '2024-06-15']);
});

test('is billed on the last day where a month is too short, and only there', () => {
  const days = [0, 1, 2, 3].map((number) => billingDay(monthly('2023-01-31'), number));
  assert.deepEqual(days, ['2023-01-31', '2023-02-28', '2023-03-31', '2023-04-30']);
  assert.equal(billingDay(monthly('2023-04-30'), 1), '2023-05-30');
  assert.equal(billingDay(monthly('2023-02-28'), 1), '2023-03-28');
});

test('knows leap years', () => {
  assert.equal(billingDay(monthly('2024-01-30'), 1), '2024-02-29');
  const yearly = createSubscription({ customer: 'c2', plan: 'yearly', start: '2024-02-29' });
  assert.equal(billingDay(yearly, 1), '2025-02-28');
  assert.equal(billingDay(yearly, 4), '2028-02-29');
});

test('goes on into the next year', () => {
  const quarterly = createSubscription({ customer: 'c3', plan: 'quarterly', start: '2023-11-10' });
  assert.equal(billingDay(quarterly, 1), '2024-02-10');
});

test('a trial moves the first bill', () => {
  const trial = createSubscription({ customer: 'c4', plan: 'monthly', start: '2024-05-01', trial: true });
  assert.equal(billingDay(trial, 0), '2024-05-15');
});

test('is billed on the same day in every time zone', () => {
  for (const zone of ['America/Los_Angeles', 'UTC', 'Pacific/Auckland']) {
    process.env.TZ = zone;
    assert.equal(billingDay(monthly('2024-03-31'), 1), '2024-04-30');
    assert.equal(billingDay(monthly('2024-05-01'), 1), '2024-06-01');
  }
});
