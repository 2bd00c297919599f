import assert from 'node:assert/strict';
import { test } from 'node:test';
import { alignColumns, formatAmount } from '../src/format.js';
import { printReport } from '../src/print.js';
import { Report } from '../src/report.js';

test('aligns columns', () => {
  assert.deepEqual(alignColumns([['a', 'b'], ['long', 'c']]), ['a     b', 'long  c']);
});

test('knows some currencies', () => {
  assert.equal(formatAmount(3, { currency: 'CHF', digits: 1 }), '3.0 CHF');
});

test('prints title and heading', () => {
  const report = new Report({ title: 'Sales', columns: ['name'], filters: [] });
  assert.equal(printReport(report, [{ name: 'Ada' }]), 'Sales\nname\nAda');
});
