import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Catalog } from '../src/catalog.js';
import { makeProducts } from '../src/products.js';

const catalog = new Catalog([...makeProducts(20), ...makeProducts(23, 'garden'), ...makeProducts(3, 'office')]);

test('lists its categories', () => {
  assert.deepEqual(catalog.categories(), ['garden', 'home', 'office']);
});

test('a full last page is the last one', () => {
  const last = catalog.page('home', { number: 2 });
  assert.equal(last.pages, 2);
  assert.equal(last.items.length, 10);
  assert.equal(last.hasNext, false);
});

test('a page beyond the end is the last one that has items', () => {
  assert.equal(catalog.page('home', { number: 9 }).items.length, 10);
});

test('a part of a page is a page', () => {
  const last = catalog.page('garden', { number: 3 });
  assert.equal(last.pages, 3);
  assert.deepEqual(last.items.map(({ id }) => id), ['garden-21', 'garden-22', 'garden-23']);
  assert.deepEqual([1, 2, 3].map((number) => catalog.page('garden', { number }).hasNext), [true, true, false]);
});

test('pages can be of another size', () => {
  assert.equal(catalog.page('home', { size: 5 }).pages, 4);
  assert.equal(catalog.page('garden', { size: 4 }).pages, 6);
  assert.equal(catalog.page('office', { size: 1 }).pages, 3);
});

test('a page holds at least one item', () => {
  for (const size of [0, -1]) assert.throws(() => catalog.page('home', { size }), RangeError);
});

test('an empty category has one empty page', () => {
  const page = catalog.page('cellar');
  assert.equal(page.pages, 1);
  assert.deepEqual(page.items, []);
});

test('sorts by price', () => {
  assert.deepEqual(catalog.page('office', { sort: 'price' }).items.map(({ price }) => price), [500, 525, 550]);
});

test('bargains are in stock and cheapest first', () => {
  const prices = catalog.bargains(600).map(({ price }) => price);
  assert.deepEqual(prices, [...prices].sort((a, b) => a - b));
  assert.ok(prices.every((price) => price <= 600));
});
