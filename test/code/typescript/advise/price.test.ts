// What a reader is asked to take for a change.
import { describe, expect, it } from 'vitest';
import {
  priceExpression,
  priceName,
  priceStatements,
  priceTies,
  STEP_COST,
} from '../../../../src/code/typescript/advise/price.js';

const CONDITION = {
  parameters: 2,
  decisions: 1,
  lines: 1,
  isCondition: true,
  isNamed: false,
  isResult: false,
};
const BLOCK = {
  parameters: 3,
  outputs: 1,
  decisions: 3,
  lines: 8,
  startsUnit: true,
  endsUnit: true,
  commented: false,
  units: 1,
  brokenRows: 0,
  partedBlocks: 0,
  returnsEarly: false,
  jumps: false,
  computesValue: false,
  parts: 0,
  rewritten: 0,
  grown: 0,
  constants: 0,
  meaning: 'plain',
  ending: 'none',
  isLastResort: false,
  share: 0.3,
} as const;

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

  it('are lower for all that computes one value, and for a whole branch', () => {
    expect(priceStatements({ ...BLOCK, computesValue: true })).toBeLessThan(priceStatements(BLOCK));
    expect(priceStatements({ ...BLOCK, meaning: 'whole' })).toBeLessThan(priceStatements(BLOCK));
  });

  it.each([
    { meaning: 'lone' },
    { meaning: 'mixed' },
    { meaning: 'chain' },
    { meaning: 'result' },
    { meaning: 'report' },
    { parts: 1 },
    { rewritten: 1 },
    { grown: 1 },
    { share: 1 },
    { ending: 'tail' },
    { ending: 'tail of tail' },
    { outputs: 2 },
    { brokenRows: 1 },
    { partedBlocks: 1 },
    { parameters: 4 },
  ] as const)('are higher for %j', (shape) => {
    expect(priceStatements({ ...BLOCK, ...shape })).toBeGreaterThan(priceStatements(BLOCK));
  });

  it('are higher than another step for a record that says how to go on with several values', () => {
    const estimated = { rewritten: 0, outputs: 0 };
    const pair = priceTies({ rewritten: 0, outputs: 2, record: 'plain', reassigned: 0 }, estimated, false);
    expect(pair).toBeGreaterThan(STEP_COST);
    expect(
      priceTies({ rewritten: 0, outputs: 1, record: 'none', reassigned: 0 }, estimated, false),
    ).toBeLessThan(1);
    expect(
      priceTies({ rewritten: 0, outputs: 2, record: 'plain', reassigned: 0 }, estimated, true),
    ).toBeLessThan(pair);
  });

  it('are highest for a record in a record, and higher in a loop than elsewhere', () => {
    const priceOf = (record: 'none' | 'plain' | 'in loop' | 'nested'): number =>
      priceTies({ rewritten: 0, outputs: 0, record, reassigned: 0 }, { rewritten: 0, outputs: 0 }, false);
    expect(priceOf('plain')).toBeGreaterThan(STEP_COST);
    expect(priceOf('in loop')).toBeGreaterThan(priceOf('plain'));
    expect(priceOf('nested')).toBeGreaterThan(priceOf('in loop'));
  });

  it('are higher for every parameter that changes on the way', () => {
    const priceOf = (reassigned: number): number =>
      priceTies(
        { rewritten: 0, outputs: 0, record: 'none', reassigned },
        { rewritten: 0, outputs: 0 },
        false,
      );
    expect(priceOf(1)).toBeGreaterThan(priceOf(0));
    expect(priceOf(2)).toBeGreaterThan(priceOf(1));
  });

  it('are higher where no good name is found', () => {
    expect(priceName(20)).toBeGreaterThan(priceName(60));
    expect(priceName(90)).toBe(0);
  });

  it('are lower where a comment or a blank line marks the edges', () => {
    const ragged = { ...BLOCK, startsUnit: false, endsUnit: false };
    expect(priceStatements(BLOCK)).toBeLessThan(priceStatements(ragged));
    expect(priceStatements({ ...BLOCK, commented: true })).toBeLessThan(priceStatements(BLOCK));
  });
});
