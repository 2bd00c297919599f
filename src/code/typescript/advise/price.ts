// What a change costs its reader: the fewer steps, parameters, outputs and protocols, the cheaper.

import type { Ties } from '../../refactoring.js';

/** Every step is one more thing to review; nothing else weighs as much. */
export const STEP_COST = 20;

export interface StatementsShape {
  readonly parameters: number;
  readonly outputs: number;
  readonly decisions: number;
  readonly lines: number;
  /** A blank line, a comment or the edge of the block is where it begins and ends. */
  readonly startsUnit: boolean;
  readonly endsUnit: boolean;
  readonly commented: boolean;
  /** Paragraphs it consists of. */
  readonly units: number;
  /** Ends that run through statements that are alike, or that stand under one comment. */
  readonly brokenRows: number;
  readonly partedBlocks: number;
  /** The caller has to ask whether it returned or jumped. */
  readonly returnsEarly: boolean;
  readonly jumps: boolean;
  /** Exists only to compute one variable, with everything that does. */
  readonly computesValue: boolean;
  /** Of the parameters, those that are a part of another one, and those that it sets and hands back. */
  readonly parts: number;
  readonly rewritten: number;
  /** Of the outputs, those that it only adds to. */
  readonly grown: number;
  /** Of the outputs, those that are no more than the constant they are declared with. */
  readonly constants: number;
  readonly meaning: Meaning;
  readonly ending: Ending;
  /** What ties functions together counts little when nothing else leads to the goal. */
  readonly isLastResort: boolean;
  /** Of all the function decides, from 0 to 1. */
  readonly share: number;
}

/** What a piece amounts to: all of a branch or loop body, a single expression, work and its report at the end of a function, a chain of comparisons that a table would replace, the result itself, only a report. */
export type Meaning = 'whole' | 'lone' | 'mixed' | 'chain' | 'result' | 'report' | 'plain';

/** Whether several statements are merely what is left of a function from some point on, or even of a function that was cut out itself. */
export type Ending = 'none' | 'tail' | 'tail of tail';

export function priceStatements(shape: StatementsShape): number {
  return (
    STEP_COST +
    priceParameters(shape.parameters) +
    priceSize(shape.decisions, shape.lines) +
    (shape.startsUnit ? 0 : 2) +
    (shape.endsUnit ? 0 : 2) +
    (shape.commented ? -1 : 0) +
    (shape.units - 1) +
    shape.brokenRows * BROKEN_ROW_PRICE +
    shape.partedBlocks * PARTED_BLOCK_PRICE +
    (shape.returnsEarly ? 4 : 0) +
    (shape.jumps ? 5 : 0) +
    (shape.computesValue ? VALUE_PRICE : priceMeaning(shape)) +
    shape.parts * 1.5 +
    shape.grown * GROWN_PRICE +
    shape.constants * CONSTANT_PRICE +
    weigh(
      shape.rewritten * REWRITTEN_PRICE + ENDING_PRICES[shape.ending] + priceOutputs(shape.outputs),
      shape.isLastResort,
    ) +
    priceShare(shape.share)
  );
}

/** Why these and not the others? */
const BROKEN_ROW_PRICE = 5;

/** The comment goes with one of them, or stays without the other. */
const PARTED_BLOCK_PRICE = 5;

/** A running total that is handed in and out ties the two functions together. */
const REWRITTEN_PRICE = 9;

/** Whoever reads the call has to know what else is added. */
const GROWN_PRICE = 2;

/** A result that is always the same tells nobody anything: rather another step. */
const CONSTANT_PRICE = 24;

/** More than was estimated: where a variable cannot stay with the caller, and where the caller has to be told what to do. */
export function priceTies(ties: Ties | undefined, estimated: Estimate, isLastResort: boolean): number {
  if (ties === undefined) return 0;
  const rewritten = (ties.rewritten - estimated.rewritten) * REWRITTEN_PRICE;
  const outputs = priceOutputs(ties.outputs) - priceOutputs(estimated.outputs);
  return (
    weigh(rewritten + outputs + RECORD_PRICES[ties.record], isLastResort) + ties.reassigned * REASSIGNED_PRICE
  );
}

export interface Estimate {
  readonly rewritten: number;
  readonly outputs: number;
}

function weigh(price: number, isLastResort: boolean): number {
  return isLastResort ? price * 0.25 : price;
}

/** Rather another step than a caller that has to take apart what it is given before it knows how to go on; in a loop, or when it only passes on what it got so itself, rather two. */
const RECORD_PRICES: Readonly<Record<Ties['record'], number>> = {
  none: 0,
  plain: 36,
  'in loop': 44,
  nested: 60,
};

/** A parameter that changes its meaning on the way. */
const REASSIGNED_PRICE = 2;

/** What is left of a function has no meaning of its own: rather half a step more, and for a chain of such functions more than one. */
const ENDING_PRICES: Readonly<Record<Ending, number>> = { none: 0, tail: 10, 'tail of tail': 24 };

/** A function that hands nearly everything on is only a second name for it. */
function priceShare(share: number): number {
  return Math.max(0, share - 0.65) * 15;
}

/** That is what a person would move. */
const VALUE_PRICE = -4;

function priceMeaning({
  meaning,
  decisions,
  lines,
}: Pick<StatementsShape, 'meaning' | 'decisions' | 'lines'>): number {
  return meaning === 'lone' ? priceLone(decisions, lines) : MEANING_PRICES[meaning];
}

const MEANING_PRICES: Readonly<Record<Exclude<Meaning, 'lone'>, number>> = {
  whole: -1,
  plain: 0,
  chain: 2,
  mixed: 3,
  result: 4,
  // Nobody wants a function that only says what is going on.
  report: 15,
};

/** One expression names a concept only when it is long. */
function priceLone(decisions: number, lines: number): number {
  return Math.max(0, 6 - decisions) + (lines > 3 ? 0 : 1);
}

export interface ExpressionShape {
  readonly parameters: number;
  readonly decisions: number;
  readonly lines: number;
  /** True or false, and asked for as such. */
  readonly isCondition: boolean;
  /** Made of variables alone, whose names say it all. */
  readonly isNamed: boolean;
  /** What the function returns. */
  readonly isResult: boolean;
}

export function priceExpression(shape: ExpressionShape): number {
  const { parameters, decisions, lines } = shape;
  const size = shape.isCondition
    ? priceCondition(decisions)
    : priceSize(decisions, lines + 3) + priceLone(decisions, lines);
  return (
    STEP_COST +
    1 +
    priceParameters(parameters) +
    size +
    (shape.isNamed ? 6 : 0) +
    (shape.isResult ? MEANING_PRICES.result : 0)
  );
}

/** Two operands are read as fast as a name for them. */
function priceCondition(decisions: number): number {
  return decisions < 2 ? 6 : decisions === 2 ? 1 : 0;
}

/** A piece that nothing good can be said about is hardly a piece. */
const GOOD_NAME = 70;
const POOR_NAME = 40;

export function priceName(score: number): number {
  const said = Math.max(0, score);
  return Math.max(0, GOOD_NAME - said) * 0.12 + Math.max(0, POOR_NAME - said) * 0.3;
}

/** Nothing new to name or to jump to. */
export const SIMPLIFICATION_COST = STEP_COST - 3;

export function priceParameters(count: number): number {
  return count <= 3 ? count * 0.5 : 1.5 + (count - 3) * 2.5;
}

/** Values that come out together only because a cut runs between them: a step more is easier to read. */
function priceOutputs(count: number): number {
  return count <= 1 ? count * 0.5 : 4 + count * 4;
}

/** Crumbs make a reader jump for nothing; a very long piece is only the same problem elsewhere. */
function priceSize(decisions: number, lines: number): number {
  const crumb = decisions < 2 ? 8 : decisions === 2 ? 2 : 0;
  return crumb + (lines < 4 ? 1 : 0) + lines * 0.03 + Math.max(0, lines - 40) * 0.1;
}
