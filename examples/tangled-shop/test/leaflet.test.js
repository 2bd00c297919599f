import assert from 'node:assert/strict';
import { test } from 'node:test';
import { orderOf } from '../fixtures/shop.js';
import { renderLeaflet } from '../src/leaflet.js';

test('the leaflet is made out to the customer', () => {
  const text = renderLeaflet(orderOf([['SCOOP', 1]]), 300);
  assert.match(text, /^Dear Ida,$/m);
  assert.match(text, /^thank you for order A-1 of 2026-03-02\.$/m);
  assert.match(text, /^Address: Lange Reihe 4, 20099 Hamburg$/m);
  assert.doesNotMatch(text, /undefined|NaN/);
});

test('the postage of a large order is on us', () => {
  const order = orderOf([['POT-IRON', 1]]);
  assert.match(renderLeaflet(order, 4000), /We pay the postage\.$/m);
  assert.match(renderLeaflet(order, 3999), /Please pay the postage yourself\.$/m);
});
