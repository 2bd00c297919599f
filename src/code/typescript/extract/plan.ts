// All that is decided about an extraction before any text is written.
import type ts from 'typescript';
import type { DataFlow } from './data-flow.js';
import type { Declarator } from './declarators.js';
import type { Exits } from './exits.js';
import type { Placement } from './placement.js';
import type { Protocol } from './protocol.js';
import type { RangeUses } from './range-uses.js';
import type { Receiver } from './receiver.js';
import type { Region } from './region.js';
import type { Variable } from './variable.js';

export interface FunctionPlan {
  readonly region: Region;
  /** What moves: some statements or one expression. */
  readonly nodes: readonly ts.Node[];
  readonly name: string;
  readonly uses: RangeUses;
  readonly receiver: Receiver;
  readonly placement: Placement;
  readonly flow: DataFlow;
  /** All variables that are handed over. */
  readonly inputs: readonly Variable[];
}

export interface StatementPlan extends FunctionPlan {
  readonly exits: Exits;
  readonly protocol: Protocol;
  /** Variables that begin in the new function rather than before the call. */
  readonly starts: readonly Start[];
  readonly growths: readonly Growth[];
}

/** A variable that the moved code only adds to. */
export interface Growth {
  readonly variable: Variable;
  readonly isText: boolean;
  /** What adds nothing: `''` or `0`. */
  readonly nothing: string;
}

/** A variable that still has the constant it begins with where the moved code begins. */
export interface Start {
  readonly variable: Variable;
  readonly declarator: Declarator;
  /** The declaration moves along: nothing before the call needs it. */
  readonly moves: boolean;
}
