// What detecting a test runner needs to know, and what it answers.
import type { TestsSpec } from '../../schema/index.js';

export interface RunnerQuestion {
  /** The project's own files, relative to its root. */
  readonly files: readonly string[];
  /** Reads a file of the project, of its `node_modules` too; undefined when there is none. */
  readonly read: (path: string) => string | undefined;
}

export type DetectedRunner =
  | {
      readonly spec: TestsSpec;
      /** `vitest`, `mocha`, `pytest` …; `npm` when only the script as a whole can be run. */
      readonly runner: string;
      /** One sentence for people: where it was found and how it is run. */
      readonly why: string;
    }
  | { readonly none: string };
