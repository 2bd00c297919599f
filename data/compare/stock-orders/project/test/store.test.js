import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Store } from '../src/store.js';

test('gives back what was put in', async () => {
  const store = new Store();
  await store.set('lamp', 3);
  assert.equal(await store.get('lamp'), 3);
  assert.equal(await store.get('chair'), undefined);
});

test('lists its keys in order', async () => {
  const store = new Store();
  await store.set('b', 1);
  await store.set('a', 1);
  assert.deepEqual(await store.keys(), ['a', 'b']);
});
