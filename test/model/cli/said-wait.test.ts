import { expect, test } from 'vitest';
import { readSaidWait } from '../../../src/model/cli/said-wait.js';

const NOW_MS = 1_700_000_000_000;

test.each([
  ['Please try again in 1.2s.', 1_200],
  ['Please try again in 500ms.', 500],
  ['Please retry in 20 seconds', 20_000],
  ['Your quota will reset after 3h20m5s.', 12_005_000],
  ['Try again in 3 days 4 hours.', 273_600_000],
  ['try again in 5 minutes and 10 secs', 310_000],
  ['Claude AI usage limit reached|1700000060', 60_000],
  ['Claude AI usage limit reached|1600000000', 0],
])('%s is a wait', (said, waitMs) => {
  expect(readSaidWait(said, NOW_MS)).toBe(waitMs);
});

test.each([
  'Please try again later.',
  'It took 20 seconds.',
  'resets 3am (UTC)',
  `try again in ${'1 '.repeat(50_000)}`,
])('other words are none', (said) => {
  expect(readSaidWait(said, NOW_MS)).toBeUndefined();
});
