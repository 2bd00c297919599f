// A deterministic measurement that the harness runs itself.
import type { CheckVerdict, Report } from '../schema/index.js';

export interface CommandRun {
  /** Names the run in the journal: `check:lint`, `tests`. */
  readonly name: string;
  readonly argv: readonly string[];
  readonly timeoutMs: number;
  /** Folders besides the project that the command may write. */
  readonly writable?: readonly string[];
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

export interface Check {
  readonly id: string;
  /** What it looks for and what correct code looks like; shown to the agent. */
  readonly definition: string;
  readonly measure: (tools: { readonly run: RunCommand; readonly root: string }) => Promise<Measurement>;
}
