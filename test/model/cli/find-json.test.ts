import { expect, test } from 'vitest';
import { z } from 'zod';
import { findJson } from '../../../src/model/cli/find-json.js';

const Shape = z.object({ answer: z.string() });

test.each([
  ['alone', '{"answer":"yes"}'],
  ['on many lines', '{\n  "answer": "yes",\n  "more": {\n    "a": 1\n  }\n}\n'],
  ['between other lines', 'Warning!\n{"level":1}\n{\n  "answer": "yes"\n}\nBye!\n'],
  ['after an earlier one', '{"answer":"no"}\n{"answer":"yes"}'],
  ['with line ends of another system', 'noise\r\n{"answer":"yes"}\r\n'],
])('an object %s is found', (_where, text) => {
  expect(findJson(text, Shape)).toEqual({ answer: 'yes' });
});

test.each([
  '',
  'no JSON',
  '{"answer":"ye',
  '{"other":1}',
  '  {"answer":"indented, as inside of something else"}',
])('nothing is found in %j', (text) => {
  expect(findJson(text, Shape)).toBeUndefined();
});
