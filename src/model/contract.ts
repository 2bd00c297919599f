// Anything that maps two messages and an action list to one action.
import type { Message, Reply } from '../schema/index.js';

/** An action as a model sees it: a name, when to use it, and the JSON Schema of its parameters. */
export interface ActionSchema {
  readonly name: string;
  readonly description: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

export interface ModelRequest {
  readonly task: string;
  readonly step: number;
  readonly attempt: number;
  /** How many replies the journal already holds: a script's position. */
  readonly replies: number;
  readonly contextHash: string;
  readonly messages: readonly [Message, Message];
  /** Constant for a task type. */
  readonly actions: readonly ActionSchema[];
  /** Opens and closes the action block in a text reply. */
  readonly fence: string;
}

export interface Model {
  readonly name: string;
  /** Replies are handed in from outside: the task waits instead of asking. */
  readonly waits?: boolean;
  /** The most one call can cost in dollars; null when the price is unknown, 0 for what is free. */
  boundUsd(request: ModelRequest): number | null;
  /** Throws `AgentForgeError('model_failed')` when there is no reply to be had. */
  decide(request: ModelRequest, signal: AbortSignal): Promise<Reply>;
}
