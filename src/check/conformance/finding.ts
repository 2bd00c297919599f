// What a check of any kind is given and what it answers with.
import type { ImportGraph } from '../../code/index.js';
import type { CheckDefinition, CheckKind, Severity, TextChange } from '../../schema/index.js';
import type { RunCommand } from '../contract.js';
import type { SourceText } from './source-text.js';

/** One place a check complains about, before it has an id and a status. */
export interface Finding {
  /** Relative to the root, with `/`; `.` for the project as a whole. */
  readonly path: string;
  readonly line?: number | undefined;
  readonly endLine?: number | undefined;
  readonly symbol?: string | undefined;
  readonly message: string;
  readonly hint?: string | undefined;
  readonly value?: number | undefined;
  readonly limit?: number | undefined;
  readonly rule?: string | undefined;
  /** Where the tool says how bad it is; else the check's own. */
  readonly severity?: Severity | undefined;
  readonly fix?: readonly TextChange[] | undefined;
  /** Names the place by what stands there, so that it is the same on another line. */
  readonly anchor: string;
  /** Other files it is about as well. */
  readonly involves?: readonly string[] | undefined;
}

/** A file that was not looked at, or not wholly, and why. */
export interface Skipped {
  readonly path: string;
  readonly why: string;
}

/** A check that did not run is an error, never "no findings"; what it found before it failed is true all the same. */
export type CheckResult =
  | { readonly findings: readonly Finding[]; readonly error?: undefined }
  | { readonly error: string; readonly findings?: readonly Finding[] | undefined };

/** The same for one file; `note` says what of the file was left out. */
export type FileOutcome =
  | { readonly findings: readonly Finding[]; readonly note?: string | undefined }
  | { readonly skipped: string }
  | { readonly error: string };

export type DefinitionOf<Kind extends CheckKind> = Extract<CheckDefinition, { kind: Kind }>;

export interface CheckContext {
  readonly root: string;
  /** All files of the project. */
  readonly files: readonly string[];
  /** Whether findings about this file are wanted in this run. */
  readonly isWanted: (path: string) => boolean;
  readonly read: (path: string) => SourceText | { readonly why: string };
  /** In bytes, on disk. */
  readonly sizeOf: (path: string) => number;
  readonly run: RunCommand;
  /** Whether code and commands of the project may run. */
  readonly trusted: boolean;
  readonly graph: () => Promise<ImportGraph>;
  readonly skip: (path: string, why: string) => void;
}

/** Asked of one check at a time; never throws for what a project may contain. */
export type RunKind<Kind extends CheckKind> = (
  context: CheckContext,
  definition: DefinitionOf<Kind>,
) => Promise<CheckResult>;

/** Asked of all checks of one kind for one file at a time; answers in the order of the definitions. */
export type InspectFile<Kind extends CheckKind> = (
  source: SourceText,
  definitions: readonly DefinitionOf<Kind>[],
) => Promise<readonly FileOutcome[]>;

export const NOT_TRUSTED =
  'it would run code of this project, which is not trusted yet; look at it, then run `agentforge trust`';
