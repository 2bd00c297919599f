// Changes of source code that keep what it does: what can be asked for, and what comes of it. Nothing here touches the disk.
import type { Advice, FunctionMeasure, MetricName, TextChange } from '../schema/index.js';

export type Refactoring =
  | {
      readonly action: 'extract_function';
      readonly path: string;
      /** The function to take something out of, as `measureFile` names it. */
      readonly function: string;
      /** Whole statements from this line to that line, 1-based and inclusive; with `expression`, where to look for it. */
      readonly start: number;
      readonly end: number;
      readonly name: string;
      /** The exact text of one expression to extract instead of statements; the first occurrence from `start` on. */
      readonly expression?: string | undefined;
    }
  | {
      readonly action: 'simplify_conditional';
      readonly path: string;
      readonly function: string;
      /** Of the `if`, `switch` or conditional expression. */
      readonly line: number;
    }
  | {
      readonly action: 'rename_symbol';
      readonly path: string;
      /** A declared name, qualified where needed: `total`, `Cart.total`, `total.price` for a local. */
      readonly symbol: string;
      readonly to: string;
    };

/** Every hazard has its own word, so that it can be counted and tested. */
export type RefusalReason =
  | 'not_found'
  | 'name_taken'
  | 'bad_name'
  | 'does_not_parse'
  | 'partial_statement'
  | 'nothing_to_simplify'
  | 'jump_out'
  | 'conditional_return'
  | 'captured_variable'
  | 'hoisted_variable'
  | 'lost_on_throw'
  | 'this_binding'
  | 'arguments_object'
  | 'generator'
  | 'super_call'
  | 'too_many_outputs'
  | 'type_not_nameable'
  | 'types_worse'
  | 'comment_lost'
  | 'exports_changed'
  | 'order_of_effects'
  | 'unsupported';

export interface Refusal {
  readonly ok: false;
  readonly reason: RefusalReason;
  /** One sentence: why not. */
  readonly message: string;
  /** One sentence: what to try instead. */
  readonly hint?: string;
}

/** What a transformation does to one file; offsets are those of the text it was given. */
export type Transformed =
  | {
      readonly ok: true;
      readonly changes: readonly TextChange[];
      /** Names of new functions. */
      readonly created: readonly string[];
      /** A few words: `moved 12 lines into applyDiscount`. */
      readonly summary: string;
      /** What holds a new function and its caller together, beyond a call and its result. */
      readonly ties?: Ties;
    }
  | Refusal;

export interface Ties {
  /** Variables that go in and come back changed. */
  readonly rewritten: number;
  /** Variables that come back. */
  readonly outputs: number;
  /** Whether the caller has to take a record apart to know how to go on: in every round of a loop, or one that holds such a record itself. */
  readonly record: 'none' | 'plain' | 'in loop' | 'nested';
  /** Parameters that the new function changes for itself. */
  readonly reassigned: number;
}

export interface FileText {
  readonly path: string;
  readonly text: string;
}

export type RefactorOutcome =
  | {
      readonly ok: true;
      /** Whole new texts of the files that change. */
      readonly files: readonly FileText[];
      readonly created: readonly string[];
      readonly summary: string;
    }
  | Refusal;

/** What a reviewer would accept; `relaxed` only demands that every new function is within the limit itself. */
export interface Quality {
  readonly maxParameters: number;
  /** Decisions a new function must take over, unless it is a boolean expression of at least two operands. */
  readonly minDecisions: number;
  readonly keepCognitive: boolean;
}

export interface RecipeRequest {
  readonly path: string;
  readonly function: string;
  readonly metric: MetricName;
  readonly limit: number;
  /** What no new function may exceed either, in any of these measures. */
  readonly limits?: Readonly<Partial<Record<MetricName, number>>>;
  readonly quality: Quality;
  /** How many recipes to offer. */
  readonly max: number;
  /** Stops the search early; the best so far is returned. */
  readonly signal?: AbortSignal;
}

/** Understands the code of one project; stays resident, since starting it is what costs. Paths are relative to the root. */
export interface Revision {
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

export interface FileError {
  readonly path: string;
  readonly message: string;
  /** The line of source it stands in. */
  readonly source: string;
}

export interface CodeService {
  /** Files that changed on disk since; texts are read again when they are next needed. */
  refresh(paths?: readonly string[]): void;
  /** Validated off disk: parses, no new type errors, no comment lost, exports unchanged. */
  refactor(refactoring: Refactoring): RefactorOutcome;
  /** Refactorings one after the other, each on the result of the one before it. */
  refactorAll(refactorings: readonly Refactoring[]): RefactorOutcome;
  advise(request: RecipeRequest): Advice;
  /** Errors that changed files have and their old texts had not; each file sees the new texts of the others. */
  findNewErrors(revisions: readonly Revision[]): readonly FileError[];
}

export interface CodeServiceOptions {
  readonly root: string;
  /** Project files, relative; asked again after `refresh`. */
  readonly listFiles: () => readonly string[];
  /** Undefined when there is no such file. Also asked for absolute paths of libraries. */
  readonly read: (path: string) => string | undefined;
}

export interface ClassMeasure {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly members: number;
  readonly lines: number;
}

export interface FileMeasure {
  readonly lines: number;
  readonly functions: readonly FunctionMeasure[];
  readonly classes: readonly ClassMeasure[];
}
