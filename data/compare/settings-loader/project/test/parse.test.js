import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseSettings } from '../src/parse.js';
import { validate } from '../src/validate.js';

test('reads numbers, words and switches', () => {
  assert.deepEqual(parseSettings('port=80\n\n; note\nhost = a=b\nverbose = true'), { port: 80, host: 'a=b', verbose: true });
});

test('knows its settings', () => {
  assert.throws(() => validate({ colour: 'red' }), /there is no setting colour/);
  assert.throws(() => validate({ port: 0 }), /port cannot be 0/);
});
