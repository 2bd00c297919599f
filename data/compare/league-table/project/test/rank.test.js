import assert from 'node:assert/strict';
import { test } from 'node:test';
import { places, rank } from '../src/rank.js';

const row = (team, points, scored = 0, conceded = 0) => ({ team, points, scored, conceded });
const teams = (rows) => rank(rows).map(({ team }) => team);

test('more points come first', () => {
  assert.deepEqual(teams([row('Bears', 3), row('Lions', 6), row('Foxes', 1)]), ['Lions', 'Bears', 'Foxes']);
});

test('ten points are more than nine', () => {
  assert.deepEqual(teams([row('Bears', 9), row('Lions', 10)]), ['Lions', 'Bears']);
});

test('a negative difference is worse than none', () => {
  assert.deepEqual(teams([row('Bears', 4, 7, 15), row('Lions', 4, 2, 5), row('Foxes', 4, 2, 2)]), ['Foxes', 'Lions', 'Bears']);
});

test('goals decide where points and difference are the same', () => {
  assert.deepEqual(teams([row('Bears', 4, 3, 1), row('Lions', 4, 10, 8), row('Foxes', 4, 5, 3)]), ['Lions', 'Foxes', 'Bears']);
});

test('teams that are level keep their order', () => {
  const names = Array.from({ length: 12 }, (_, index) => `Team ${index}`);
  assert.deepEqual(teams(names.map((name) => row(name, 1))), names);
});

test('ranking leaves the rows as they are', () => {
  const rows = [row('Bears', 1), row('Lions', 2)];
  rank(rows);
  assert.equal(rows[0].team, 'Bears');
});

test('level teams share a place', () => {
  const shared = places([row('Lions', 6), row('Bears', 3), row('Foxes', 3), row('Owls', 0)]);
  assert.deepEqual(shared.map(({ place }) => place), [1, 2, 2, 4]);
});
