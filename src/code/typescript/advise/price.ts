// What a change costs its reader: the fewer steps, parameters, outputs and protocols, the cheaper.

/** Every step is one more thing to review; nothing else weighs as much. */
export const STEP_COST = 10;

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
  /** The caller has to ask whether it returned or jumped. */
  readonly returnsEarly: boolean;
  readonly jumps: boolean;
}

export function priceStatements(shape: StatementsShape): number {
  return (
    STEP_COST +
    priceParameters(shape.parameters) +
    priceOutputs(shape.outputs) +
    priceSize(shape.decisions, shape.lines) +
    (shape.startsUnit ? 0 : 2) +
    (shape.endsUnit ? 0 : 2) +
    (shape.commented ? -1 : 0) +
    (shape.units - 1) +
    (shape.returnsEarly ? 4 : 0) +
    (shape.jumps ? 5 : 0)
  );
}

export interface ExpressionShape {
  readonly parameters: number;
  readonly decisions: number;
  readonly lines: number;
  /** True or false, and asked for as such. */
  readonly isCondition: boolean;
  /** Made of variables alone, whose names say it all. */
  readonly isNamed: boolean;
}

export function priceExpression(shape: ExpressionShape): number {
  const { parameters, decisions, lines } = shape;
  const size = shape.isCondition ? priceCondition(decisions) : priceSize(decisions, lines + 3) + 1;
  return STEP_COST + 1 + priceParameters(parameters) + size + (shape.isNamed ? 4 : 0);
}

/** Two operands are read as fast as a name for them. */
function priceCondition(decisions: number): number {
  return decisions < 2 ? 4 : decisions === 2 ? 1 : 0;
}

/** Nothing new to name or to jump to. */
export const SIMPLIFICATION_COST = 7;

export function priceParameters(count: number): number {
  return count <= 3 ? count * 0.5 : 1.5 + (count - 3) * 2;
}

function priceOutputs(count: number): number {
  return count <= 1 ? count * 0.5 : count * 2.5;
}

/** Crumbs make a reader jump for nothing; a very long piece is only the same problem elsewhere. */
function priceSize(decisions: number, lines: number): number {
  const crumb = decisions < 2 ? 8 : decisions === 2 ? 2 : 0;
  return crumb + (lines < 4 ? 1 : 0) + lines * 0.03 + Math.max(0, lines - 40) * 0.1;
}
