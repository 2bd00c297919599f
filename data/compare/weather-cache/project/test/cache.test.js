import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Cache } from '../src/cache.js';

test('forgets what was used least recently', () => {
  const cache = new Cache({ limit: 2 });
  cache.set('a', 1);
  cache.set('b', 2);
  cache.get('a');
  cache.set('c', 3);
  assert.equal(cache.get('b'), undefined);
  assert.equal(cache.get('a'), 1);
  assert.equal(cache.size, 2);
});

test('forgets what is too old', () => {
  let nowMs = 0;
  const cache = new Cache({ ttlMs: 10, now: () => nowMs });
  cache.set('a', 1);
  nowMs = 9;
  assert.equal(cache.get('a'), 1);
  nowMs = 10;
  assert.equal(cache.get('a'), undefined);
});
