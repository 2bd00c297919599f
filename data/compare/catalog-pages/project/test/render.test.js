import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countPages, neighbours } from '../src/page-window.js';
import { renderList, renderPager } from '../src/render.js';

test('offers the pages around the current one', () => {
  assert.deepEqual(neighbours(5, 9), [3, 4, 5, 6, 7]);
  assert.deepEqual(neighbours(1, 2), [1, 2]);
});

test('counts pages', () => {
  assert.deepEqual([0, 1, 9, 10, 11, 20].map((items) => countPages(items, 10)), [1, 1, 1, 1, 2, 2]);
});

test('marks the current page', () => {
  assert.equal(renderPager({ number: 2, links: [1, 2, 3], hasNext: true }), '‹ 1 [2] 3 ›');
});

test('prints prices with two digits', () => {
  assert.equal(renderList({ items: [{ name: 'Lamp', price: 1250 }] }), 'Lamp        12.50');
});
