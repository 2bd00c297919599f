// Variables that functions share: only a new function beside those, in the same function, can use them as they do.
import type { Refusal } from '../../refactoring.js';
import { findCaptureProblem, readCaptures } from './captures.js';
import { isDeclaredLater } from './data-flow.js';
import type { Placement } from './placement.js';
import { findStatementIn, hasBlockBody } from './placement.js';
import type { Receiver } from './receiver.js';
import { isDeclaredInside, isOwn } from './region.js';
import type { Region } from './region.js';
import type { Variable } from './variable.js';

export interface SharedState {
  readonly placement: Placement;
  /** They stay where they are, and the new function names them itself. */
  readonly variables: ReadonlySet<Variable>;
}

/** Undefined when nothing is shared with a function that stays, or when no function in the body could see all of it. */
export function findSharedState(region: Region, receiver: Receiver | Refusal): SharedState | undefined {
  const { owner } = region;
  const around = region.mentioned.filter(
    (variable) =>
      isOwn(region, variable) && !region.has(variable.scope) && !isDeclaredInside(region, variable),
  );
  const shared = around.filter((variable) => findCaptureProblem(region, variable) !== undefined);
  if (!shared.some((variable) => readCaptures(region, variable).outside.length > 0)) return undefined;
  if (!receiver.ok || receiver.kind === 'method' || !hasBlockBody(region, owner)) return undefined;
  if (shared.some((variable) => !isSeenInBody(region, variable) || isDeclaredLater(region, variable)))
    return undefined;
  return {
    placement: { ok: true, scope: owner, beside: findStatementIn(region, owner), inputs: [] },
    // Whatever else it can see would only be hidden by a parameter of the same name.
    variables: new Set(around.filter((variable) => isSeenInBody(region, variable))),
  };
}

/** A function that a block declares may be there for the whole function only once the block has begun. */
function isSeenInBody({ owner }: Region, { kind, scope, declarations }: Variable): boolean {
  if (scope !== owner || !('body' in owner)) return false;
  return kind !== 'function' || declarations.every((name) => name.parent.parent === owner.body);
}
