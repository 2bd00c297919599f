// What an agent may do. Planning is pure: it looks at a view and returns an intent; nothing happens before it was guarded.
import type { z } from 'zod';
import type { CodeService } from '../../code/index.js';
import type {
  EventBody,
  MemoryItem,
  Note,
  PlannedEdit,
  TaskSpec,
  TaskState,
  TaskType,
} from '../../schema/index.js';

export type FileRead =
  | { readonly ok: true; readonly path: string; readonly text: string }
  | { readonly ok: false; readonly path: string; readonly exists: boolean; readonly message: string };

/** What a task has to measure and run with; the same from its first step to its last. */
export interface TaskMeans {
  /** Names of the commands that run_command may run. */
  readonly commands: readonly string[];
  readonly checks: readonly string[];
  readonly hasTests: boolean;
  readonly understandsCode: boolean;
  /** Moving code about may be what is asked; a failing test is not put right by it. */
  readonly reshapesCode: boolean;
}

/** Everything planning may look at. */
export interface ActionView extends TaskMeans {
  readonly state: TaskState;
  readonly spec: TaskSpec;
  readonly type: TaskType;
  /** Confined to the project; the path comes back in its normal form. */
  readonly readFile: (path: string) => FileRead;
  readonly listFiles: () => readonly string[];
  /** A file's text as a window shows it, without its secrets. */
  readonly redact: (text: string, path: string) => string;
  /** Puts secrets back in place of their placeholders. */
  readonly restore: (text: string) => string;
  /** Placeholders in a text whose secrets have not been seen since a restart, so that they could not be put back. */
  readonly missing: (text: string) => readonly number[];
  readonly readBlob: (hash: string) => Promise<string>;
  /** Undefined where nothing understands the project's source code. */
  readonly code: () => Promise<CodeService | undefined>;
}

export type Load = Omit<MemoryItem, 'step' | 'until' | 'pinned' | 'blob'> & {
  /** Expires like anything loaded on demand; otherwise it stays until displaced. */
  readonly passing: boolean;
  readonly text?: string;
};

export type Intent =
  | { readonly kind: 'fail'; readonly message: string; readonly hint?: string }
  | {
      readonly kind: 'edit';
      readonly edits: readonly PlannedEdit[];
      readonly target: string;
      readonly summary: string;
    }
  | {
      readonly kind: 'look';
      readonly loads: readonly Load[];
      readonly target: string;
      readonly summary: string;
      /** The text that was looked at, for telling new content from known. */
      readonly seen: readonly string[];
      /** It is what a tool printed, whose words are not names of the project. */
      readonly printed?: boolean;
    }
  | {
      readonly kind: 'measure';
      readonly what: 'checks' | 'tests' | 'affected';
      readonly id?: string;
      readonly path?: string;
    }
  | { readonly kind: 'command'; readonly name: string }
  | {
      readonly kind: 'note';
      readonly summary: string;
      readonly target?: string;
      readonly events?: readonly EventBody[];
      readonly plan?: readonly string[];
      readonly notes?: readonly Note[];
    }
  | { readonly kind: 'end'; readonly how: 'complete' | 'escalate' | 'cannot_fix'; readonly text: string }
  | {
      readonly kind: 'perform';
      readonly target?: string;
      readonly run: (
        signal: AbortSignal,
      ) => Promise<{ readonly ok: boolean; readonly output: string; readonly summary?: string }>;
    };

export interface Action<P = unknown> {
  readonly name: string;
  readonly description: string;
  /** When to use it, in a few words. */
  readonly when: string;
  /** Higher comes first. */
  readonly priority: number;
  /** What to put into a parameter. */
  readonly hints?: Readonly<Record<string, string>>;
  readonly parameters: z.ZodType<P>;
  readonly mutates: boolean;
  /** Doing it again without a change in between is no sign of a loop. */
  readonly repeatable: boolean;
  /** Why a task with these means has no use for it; then it is not offered at all. */
  readonly useless?: (means: TaskMeans) => string | undefined;
  readonly plan: (parameters: P, view: ActionView) => Intent | Promise<Intent>;
}

/** Ties the parameter schema to the planner's argument and forgets it again, so that actions can live in one list. */
export function defineAction<P>(action: Action<P>): Action {
  return {
    ...action,
    plan: (parameters, view) => action.plan(action.parameters.parse(parameters), view),
  };
}
