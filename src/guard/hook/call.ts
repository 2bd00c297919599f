// One call of a coding CLI's hook, whichever CLI it was, and what is said in return.
import type { Dialect, ToolKind, Verdict } from '../contract.js';

export type HookDialect = Exclude<Dialect, 'agentforge'>;

export const HOOK_DIALECTS: readonly HookDialect[] = ['claude', 'codex', 'gemini', 'cursor'];

export type HookEvent =
  | 'pre-tool'
  | 'post-tool'
  | 'stop'
  | 'subagent-stop'
  | 'session-start'
  | 'prompt'
  | 'config-change'
  | 'other';

export type Fields = Readonly<Record<string, unknown>>;

export interface HookCall {
  readonly dialect: HookDialect;
  readonly event: HookEvent;
  /** As the CLI calls it. */
  readonly eventName: string;
  readonly session: string;
  /** Said by the agent's CLI, and wherever the agent went; not to be trusted. */
  readonly cwd: string;
  /** Where the CLI says the project is, when it says so. */
  readonly workspace?: string;
  /** The kind of sub-agent. */
  readonly role?: string;
  readonly tool?: ToolCall;
  readonly stop?: { readonly active: boolean; readonly said: string };
  /** The settings file that changed. */
  readonly settings?: string;
}

export interface ToolCall {
  readonly kind: ToolKind;
  readonly name: string;
  readonly input: Fields;
  /** False only for what is known to read. */
  readonly mutates: boolean;
  /** The same in the calls before and after a tool ran, where the CLI has one. */
  readonly id?: string;
}

/** What is said to the CLI: a verdict, or something the model should know. */
export type HookOutcome = Verdict | { readonly decision: 'tell'; readonly text: string };

export interface HookAnswer {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** What each CLI needs: how to read its calls, and how to put an answer so that it really counts. */
export interface HookDialectRules {
  readonly parse: (payload: Fields) => HookCall;
  readonly answer: (call: HookCall, outcome: HookOutcome) => HookAnswer;
}
