// One tiny call, to see whether a model answers as it must.
import {
  describeFence,
  parseDecision,
  parseReply,
  type Model,
  type ModelRequest,
  type OnWait,
} from '../model/index.js';
import { AgentForgeError } from '../schema/index.js';

export interface Probe {
  readonly model: string;
  readonly ok: boolean;
  /** What was wrong, in a sentence. */
  readonly problem?: string;
  readonly tokens?: { readonly in: number; readonly out: number };
  readonly costUsd?: number | null;
}

const FENCE = '0d0c70a1';
const ANSWER = 'hello';

export async function probeModel(model: Model, signal: AbortSignal, onWait?: OnWait): Promise<Probe> {
  try {
    const { text, call, fault, usage, costUsd } = await model.decide(writeRequest(model), signal, onWait);
    const parsed = call === undefined ? parseReply(text, FENCE) : parseDecision(call);
    const spent = { tokens: { in: usage.inputTokens, out: usage.outputTokens }, costUsd };
    const problem = fault ?? (parsed.ok ? judge(parsed.decision.action) : parsed.error);
    return problem === undefined
      ? { model: model.name, ok: true, ...spent }
      : { model: model.name, ok: false, problem, ...spent };
  } catch (error) {
    if (!(error instanceof AgentForgeError) || error.code !== 'model_failed') throw error;
    return { model: model.name, ok: false, problem: error.message };
  }
}

function judge(action: string): string | undefined {
  return action === ANSWER ? undefined : `It was asked for ${ANSWER} and chose ${action}.`;
}

function writeRequest(model: Model): ModelRequest {
  const native = model.calls === true;
  const format = native ? 'Call the tool.' : describeFence(FENCE);
  return {
    ...{
      task: 'doctor',
      step: 1,
      attempt: 0,
      replies: 0,
      contextHash: '',
      seams: [],
      paceMs: 0,
      fence: FENCE,
    },
    native,
    messages: [
      { role: 'system', content: `The one action is ${ANSWER} {}: says that you are there. ${format}` },
      { role: 'user', content: `Reply with the action ${ANSWER}.` },
    ],
    actions: [
      {
        name: ANSWER,
        description: 'Says that you are there.',
        parameters: { type: 'object', properties: {}, required: [] },
      },
    ],
  };
}
