// Anything that maps two messages and an action list to one action.
import { AgentForgeError, type Broken, type Message, type Reply, type Usage } from '../schema/index.js';

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
  /** Where the parts of the second message end that may be the same in the next step: the constant one, then each window. */
  readonly seams: readonly number[];
  /** How long a step of this task takes on average; what is remembered between steps must last that long. */
  readonly paceMs: number;
  /** Constant for a task type. */
  readonly actions: readonly ActionSchema[];
  /** The actions are offered as native tools; otherwise the messages describe them and the fence. */
  readonly native: boolean;
  /** Opens and closes the action block in a text reply. */
  readonly fence: string;
}

/** A call has to wait, for so long where that is known. */
export type OnWait = (why: string, waitMs?: number) => void;

export function describeWait(why: string, waitMs?: number): string {
  return waitMs === undefined ? why : `${Math.ceil(waitMs / 1_000)} s: ${why}`;
}

/** There is no reply to be had. Calls that broke on the way may have been charged all the same. */
export class ModelFailure extends AgentForgeError {
  constructor(
    message: string,
    readonly broken?: Broken,
    options?: { cause?: unknown },
  ) {
    super('model_failed', message, options);
  }
}

export interface Model {
  readonly name: string;
  /** It calls an action natively instead of writing a block of text. */
  readonly calls?: boolean;
  /** Replies are handed in from outside: the task waits instead of asking. */
  readonly waits?: boolean;
  /** The most one call can cost in dollars; null when the price is unknown, 0 for what is free. */
  boundUsd(request: ModelRequest): number | null;
  /** What so much costs, null when the price is unknown; absent for what is free. */
  costOf?(usage: Usage): number | null;
  /** Tokens below which nothing is cached; absent where nothing is. */
  readonly cacheMinimum?: number;
  /** Throws `model_failed`, mostly as a `ModelFailure`, when there is no reply to be had. */
  decide(request: ModelRequest, signal: AbortSignal, onWait?: OnWait): Promise<Reply>;
}
