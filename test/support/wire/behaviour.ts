// What a scripted provider does with a call: what it answers, and what becomes of the answer on its way.

export interface ToolUse {
  readonly name: string;
  /** A string is sent as it is: arguments that are no JSON. */
  readonly arguments: Readonly<Record<string, unknown>> | string;
}

export type ErrorKind =
  | 'rate_limit'
  | 'slow_down'
  | 'quota'
  | 'spend_limit'
  | 'own_spend_limit'
  | 'overloaded'
  | 'prompt_too_long'
  | 'invalid'
  | 'unauthorized'
  | 'key_invalid'
  | 'forbidden'
  | 'model_not_found'
  | 'not_found'
  | 'too_large'
  | 'server_error'
  | 'bad_gateway'
  | 'unavailable'
  | 'timeout';

export interface ErrorSpec {
  readonly error: ErrorKind;
  readonly message?: string;
  readonly retryAfterSeconds?: number;
  /** The field at fault, in the words of the provider. */
  readonly param?: string;
  readonly code?: string;
}

interface Spoken {
  readonly thinking?: string;
  /** Charged instead of what would be counted. */
  readonly outputTokens?: number;
}

export type Reply =
  | ({ readonly kind: 'text'; readonly text: string } & Spoken)
  | ({ readonly kind: 'tool'; readonly text?: string } & ToolUse & Spoken)
  | ({ readonly kind: 'tools'; readonly calls: readonly ToolUse[]; readonly text?: string } & Spoken)
  | { readonly kind: 'refuse'; readonly text?: string }
  | ({ readonly kind: 'length'; readonly text?: string; readonly tool?: ToolUse } & Spoken)
  | ({ readonly kind: 'status' } & ErrorSpec);

export type Behaviour =
  | Reply
  /** Headers and half of the body, then the socket is destroyed. */
  | { readonly kind: 'cut'; readonly of?: Reply }
  /** The request is read, then the socket is destroyed. */
  | { readonly kind: 'reset' }
  /** No answer until the client goes. */
  | { readonly kind: 'hang' }
  | {
      readonly kind: 'drip';
      readonly msPerChunk: number;
      readonly bytesPerChunk?: number;
      readonly of?: Reply;
    }
  | { readonly kind: 'delay'; readonly ms: number; readonly then: Behaviour };

export interface Answer {
  readonly text: string;
  readonly thinking: string;
  readonly tools: readonly ToolUse[];
  readonly finish: 'stop' | 'tools' | 'refuse' | 'length';
  readonly outputTokens?: number;
}

export type Delivery =
  | { readonly kind: 'whole' | 'cut' | 'reset' | 'hang' }
  | { readonly kind: 'drip'; readonly msPerChunk: number; readonly bytesPerChunk: number };

export interface Plan {
  readonly delayMs: number;
  readonly delivery: Delivery;
  readonly reply: Answer | ErrorSpec;
}

const silent: Reply = { kind: 'text', text: 'An answer that does not arrive as it was sent.' };

export function toPlan(behaviour: Behaviour): Plan {
  switch (behaviour.kind) {
    case 'delay': {
      const plan = toPlan(behaviour.then);
      return { ...plan, delayMs: plan.delayMs + behaviour.ms };
    }
    case 'cut':
      return { delayMs: 0, delivery: { kind: 'cut' }, reply: toReply(behaviour.of ?? silent) };
    case 'reset':
    case 'hang':
      return { delayMs: 0, delivery: { kind: behaviour.kind }, reply: toReply({ kind: 'text', text: '' }) };
    case 'drip': {
      const { msPerChunk, bytesPerChunk = 1 } = behaviour;
      const delivery: Delivery = { kind: 'drip', msPerChunk, bytesPerChunk };
      return { delayMs: 0, delivery, reply: toReply(behaviour.of ?? silent) };
    }
    default:
      return { delayMs: 0, delivery: { kind: 'whole' }, reply: toReply(behaviour) };
  }
}

export function isErrorSpec(reply: Answer | ErrorSpec): reply is ErrorSpec {
  return 'error' in reply;
}

function toReply(reply: Reply): Answer | ErrorSpec {
  if (reply.kind === 'status') return reply;
  if (reply.kind === 'refuse') return { text: reply.text ?? '', thinking: '', tools: [], finish: 'refuse' };
  const { text = '', thinking = '', outputTokens } = reply;
  const spoken = { text, thinking, ...(outputTokens === undefined ? {} : { outputTokens }) };
  return { ...spoken, tools: toolsOf(reply), finish: finishes[reply.kind] };
}

const finishes = { text: 'stop', length: 'length', tool: 'tools', tools: 'tools' } as const;

function toolsOf(reply: Extract<Reply, { kind: keyof typeof finishes }>): readonly ToolUse[] {
  if (reply.kind === 'tools') return reply.calls;
  if (reply.kind === 'tool') return [reply];
  return reply.kind === 'length' && reply.tool !== undefined ? [reply.tool] : [];
}
