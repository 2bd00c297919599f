import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Report } from '../src/report.js';

const RECORDS = [
  { name: 'Ada', total: 12, city: 'London' },
  { name: 'Bob', total: 7.5, city: 'Paris' },
];

test('has a name and a total by default', () => {
  assert.deepEqual(new Report().columns, ['name', 'total']);
});

test('filters what it is told to', () => {
  const rows = new Report({ filters: [] }).where('total', (total) => total > 10).rows(RECORDS);
  assert.deepEqual(rows, [['Ada', '12.00 €']]);
});

test('formats can be changed in part', () => {
  const report = new Report({ columns: ['total'], format: { currency: 'USD' } });
  assert.deepEqual(report.rows(RECORDS), [['12.00 $'], ['7.50 $']]);
});

test('filters can be handed in', () => {
  const filters = [{ column: 'city', test: (city) => city.startsWith('P') }];
  assert.deepEqual(new Report({ columns: ['name'], filters }).rows(RECORDS), [['Bob']]);
});

test('columns of one report are not those of the next', () => {
  new Report().addColumn('city');
  assert.deepEqual(new Report().columns, ['name', 'total']);
});

test('filters of one report are not those of the next', () => {
  new Report().where('name', (name) => name === 'Ada');
  assert.equal(new Report().rows(RECORDS).length, 2);
});

test('options that were handed in stay as they are', () => {
  const options = { columns: ['city'], filters: [] };
  new Report(options).addColumn('name').where('city', () => false);
  assert.deepEqual(options, { columns: ['city'], filters: [] });
});
