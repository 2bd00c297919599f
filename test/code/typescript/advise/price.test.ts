// What a reader is asked to take for a change.
import { describe, expect, it } from 'vitest';
import { priceExpression, priceStatements } from '../../../../src/code/typescript/advise/price.js';

const CONDITION = { parameters: 2, decisions: 1, lines: 1, isCondition: true, isNamed: false };
const BLOCK = {
  parameters: 3,
  outputs: 1,
  decisions: 3,
  lines: 8,
  startsUnit: true,
  endsUnit: true,
  commented: false,
  units: 1,
  returnsEarly: false,
  jumps: false,
};

describe('prices', () => {
  it('are lower for a block with a meaning of its own than for a condition of two operands', () => {
    expect(priceStatements(BLOCK)).toBeLessThan(priceExpression(CONDITION));
  });

  it('are higher for a condition that consists of names already', () => {
    expect(priceExpression({ ...CONDITION, isNamed: true })).toBeGreaterThan(priceExpression(CONDITION));
  });

  it('are lower for a long condition than for a short one', () => {
    expect(priceExpression({ ...CONDITION, decisions: 4 })).toBeLessThan(priceExpression(CONDITION));
  });

  it('are lower where a comment or a blank line marks the edges', () => {
    const ragged = { ...BLOCK, startsUnit: false, endsUnit: false };
    expect(priceStatements(BLOCK)).toBeLessThan(priceStatements(ragged));
    expect(priceStatements({ ...BLOCK, commented: true })).toBeLessThan(priceStatements(BLOCK));
  });
});
