import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countCharacters } from '../src/characters.js';
import { initials, preview } from '../src/preview.js';

test('short messages stay as they are', () => {
  assert.equal(preview('  Hello\n there '), 'Hello there');
});

test('long ones are cut at a word', () => {
  assert.equal(preview('The quick brown fox jumps over the lazy dog', 20), 'The quick brown…');
});

test('a cut leaves characters whole', () => {
  assert.equal(preview('👍👍👍👍👍👍', 4), '👍👍👍…');
  assert.equal(preview('👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧', 3), '👨‍👩‍👧👨‍👩‍👧…');
});

test('counts what a reader sees', () => {
  assert.equal(countCharacters('e\u0301a👨‍👩‍👧'), 3);
});

test('initials are whole characters', () => {
  assert.equal(initials('Ada Lovelace'), 'AL');
  assert.equal(initials('e\u0301mile zola'), 'E\u0301Z');
});
