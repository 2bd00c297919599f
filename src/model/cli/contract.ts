// What a coding CLI's file says of it: how it is called so that it only answers, and how its answer is read.
import type { Usage } from '../../schema/index.js';

export interface CodingCli {
  readonly name: string;
  /** What npm installs it from. */
  readonly packageName: string;
  /** How somebody logs in: completes "…; ". */
  readonly login: string;
  /** The variables of its own that it may see, beside those that every program needs. */
  readonly variables: readonly string[];
  /** Variables that we set for it. */
  readonly fixed?: Readonly<Record<string, string>>;
  /** What it sends of its own with every call, in tokens, at most. */
  readonly overheadTokens: number;
  plan(prompt: CliPrompt): CliPlan;
  read(output: CliOutput): CliReading;
}

export type CliEnvironment = Readonly<Record<string, string | undefined>>;

export interface CliPrompt {
  readonly system: string;
  readonly user: string;
  readonly model?: string | undefined;
  /** Where the files of the plan will be. */
  readonly folder: string;
}

export interface CliPlan {
  /** Nothing of the prompt is in here: everybody on the machine can read arguments. */
  readonly args: readonly string[];
  readonly input: string;
  /** By path in the call's folder; the CLI works in `work` there, which is empty otherwise. */
  readonly files?: Readonly<Record<string, string>>;
}

export interface CliOutput {
  readonly stdout: string;
  /** The end of it. */
  readonly stderr: string;
  readonly exitCode: number | null;
}

/** What it printed: an answer, or the words with which it says that there is none. */
export type CliReading = CliAnswer | CliTrouble;

export interface CliAnswer {
  readonly text: string;
  readonly usage: Usage;
  /** As the CLI says it; absent when it says nothing. */
  readonly costUsd?: number | undefined;
  /** The model that answered, where it is named. */
  readonly model?: string | undefined;
}

export interface CliTrouble {
  readonly trouble: 'unreadable' | 'used_tool' | 'cut_off' | 'untrusted' | 'failed';
  /** In the CLI's own words. */
  readonly said: string;
  /** The status that its provider answered with. */
  readonly status?: number | undefined;
}

/** For a CLI that takes one text; it is an agent by habit, so it is told once more that it only answers. */
export function joinPrompt({ system, user }: CliPrompt): string {
  return `${system}\n\nAnswer in text alone, without any tool of your own.\n\n${user}`;
}
