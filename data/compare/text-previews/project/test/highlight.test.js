import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findWord, highlight } from '../src/highlight.js';
import { listMessages } from '../src/inbox.js';

test('marks a word', () => {
  assert.equal(highlight('Hello World', 'world'), 'Hello [World]');
  assert.equal(highlight('Hello', 'moon'), 'Hello');
});

test('marks a word behind an emoji', () => {
  assert.equal(highlight('🎉🎉 party tonight', 'party'), '🎉🎉 [party] tonight');
});

test('marks a word behind a letter that is longer in lower case', () => {
  assert.equal(highlight('İİİ party tonight', 'Party'), 'İİİ [party] tonight');
  assert.equal(highlight('🎉 İyi Partiler', 'partiler'), '🎉 İyi [Partiler]');
});

test('counts in characters', () => {
  assert.deepEqual(findWord('🎉 hi', 'hi'), { start: 2, end: 4 });
});

test('lists messages', () => {
  const messages = [{ from: 'Ada Lovelace', text: 'The engine is ready' }];
  assert.deepEqual(listMessages(messages, { search: 'engine' }), ['AL: The [engine] is ready']);
});
