// A deterministic measurement that the harness runs itself.
import type { CodeService } from '../code/index.js';
import type { Advice, CheckVerdict, PlannedEdit, Report, ViolationInput } from '../schema/index.js';

export interface CommandRun {
  /** Names the run in the journal: `check:lint`, `tests`. */
  readonly name: string;
  readonly argv: readonly string[];
  readonly timeoutMs: number;
  /** Folders besides the project that the command may write. */
  readonly writable?: readonly string[];
  /** Weaker than what the project configures. */
  readonly environment?: Readonly<Record<string, string>>;
}

export interface CommandOutcome {
  readonly exitCode: number | null;
  readonly timedOut: boolean;
  readonly spawnError?: string;
  readonly output: string;
  readonly durationMs: number;
}

/** Runs one trusted command; the caller journals its process group and watches the control files. */
export type RunCommand = (run: CommandRun) => Promise<CommandOutcome>;

export interface Measurement {
  readonly verdict: CheckVerdict;
  readonly output: string;
  readonly reports: readonly Report[];
}

export interface AdviceOptions {
  /** Also what a strict reviewer would not like. */
  readonly relaxed: boolean;
  readonly signal: AbortSignal;
  /** Runs linters that propose changes of their own; without it they are not asked. */
  readonly run?: RunCommand | undefined;
}

/** What is known of violations and their cures; brought by the composition root, since it loads a compiler. */
export interface Conformance {
  /** Whether the violation is gone and nothing came in its place; undefined when there is no such check. */
  checkOf(violation: ViolationInput): Check | undefined;
  /** Recipes for the file as it is now. */
  advise(violation: ViolationInput, options: AdviceOptions): Promise<Advice>;
  /** What a change brings that was not there before, in sentences: errors of the compiler, or violations of the project's own checks. */
  findAdded(kind: 'types' | 'checks', changes: readonly PlannedEdit[]): Promise<readonly string[]>;
  /** Understands the project's source code; the same one every time. */
  code(): Promise<CodeService>;
}

export interface Check {
  readonly id: string;
  /** What it looks for and what correct code looks like; shown to the agent. */
  readonly definition: string;
  readonly measure: (tools: { readonly run: RunCommand; readonly root: string }) => Promise<Measurement>;
}
