import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findJsonFault } from '../../../src/code/data/json-fault.js';

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe('findJsonFault', () => {
  it('finds no fault in JSON', () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom(0, 2), (text, indent) => {
        expect(findJsonFault(JSON.stringify(JSON.parse(text), null, indent))).toBeUndefined();
      }),
    );
  });

  it('agrees with JSON.parse on damaged JSON', () => {
    const damaged = fc
      .tuple(fc.json(), fc.nat(), fc.nat(3), fc.constantFrom('', ',', '}', ']', '"', ':', '1', '-', ' ', 'x', '\\', '\n'))
      .map(([text, at, cut, insert]) => {
        const offset = at % (text.length + 1);
        return text.slice(0, offset) + insert + text.slice(offset + cut);
      });
    fc.assert(
      fc.property(damaged, (text) => {
        expect(findJsonFault(text) === undefined).toBe(parses(text));
      }),
      { numRuns: 2_000 },
    );
  });

  it('stands any depth', () => {
    expect(findJsonFault('['.repeat(200_000))?.offset).toBe(200_000);
  });
});
