import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cleanPath, parseQuery } from '../src/address.js';

test('drops what is not the path', () => {
  assert.equal(cleanPath('/a/b/?x=1#top'), '/a/b');
  assert.equal(cleanPath('/'), '/');
});

test('reads the query', () => {
  assert.deepEqual(parseQuery('/a?x=1&y=a%26b#top'), { x: '1', y: 'a&b' });
  assert.deepEqual(parseQuery('/a'), {});
});
