// What the judges that need code have in common.
import type { GuardedAction, GuardedFile, GuardView } from '../../contract.js';
import type { Place } from '../changes.js';

export interface Case {
  readonly action: GuardedAction;
  readonly view: GuardView;
  readonly place: Place;
  /** What the guard's own `path` and `not_path` leave. */
  readonly files: readonly GuardedFile[];
}

/** What fills the reason of an objection. */
export interface Hit {
  readonly path?: string;
  readonly command?: string;
  readonly field?: string;
  readonly value?: string;
  readonly what?: string;
  readonly why?: string;
}

/** Undefined when there is nothing to object to. */
export type Judge = (one: Case) => Hit | undefined;
