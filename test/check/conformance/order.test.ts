import { describe, expect, it } from 'vitest';
import { sortViolations } from '../../../src/check/index.js';
import { makeViolation } from './make-violation.js';

describe('the order of violations', () => {
  it('puts source before tests where both are as severe, however far a test is beyond its limit', () => {
    const source = makeViolation({ id: 'V-1', path: 'src/cart.ts', value: 11, limit: 10 });
    const test = makeViolation({ id: 'V-2', path: 'test/cart.test.ts', value: 90, limit: 10 });
    const severe = makeViolation({ ...test, id: 'V-3', severity: 'error' });
    expect(sortViolations([test, source, severe]).map(({ id }) => id)).toEqual(['V-3', 'V-1', 'V-2']);
  });
});
