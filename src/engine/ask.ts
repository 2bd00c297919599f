// Stages 2 to 5 of a step: build the context, record that it is sent, ask, record the reply.
import { z } from 'zod';
import { countTokens, ModelFailure, type ModelRequest } from '../model/index.js';
import { failpoint, present } from '../platform/index.js';
import { AgentForgeError, type Context, type Message, type Reply } from '../schema/index.js';
import { findAdvice, recordAdvice, type CurrentAdvice } from './advice.js';
import { wouldOverrun } from './budget.js';
import { askModel, chooseModel } from './choose-model.js';
import {
  composeContext,
  countNative,
  gatherInputs,
  gatherPast,
  listActions,
  StepInputs,
} from './context/index.js';
import { finishStep } from './finish.js';
import { describeCall, storeReply } from './store-reply.js';
import type { TaskSession } from './session.js';

export interface Prompt {
  readonly context: Context;
  readonly request: ModelRequest;
  /** What the context was made of, besides the brief. */
  readonly inputs: StepInputs;
  readonly advice: CurrentAdvice | undefined;
}

/** The prompt of the step to come, without recording anything. */
export async function preparePrompt(
  session: TaskSession,
  options: { readonly mayRun: boolean } = { mayRun: false },
): Promise<Prompt> {
  const { state, type, task } = session;
  const advice = await findAdvice(session, options);
  const gathered = await gatherInputs(session, advice);
  const actions = listActions(session);
  const toolTokens = countNative(session, gathered, actions);
  const past = session.runtime.contexts === 'accumulating' ? await gatherPast(session) : undefined;
  const inputs = { ...gathered, ...present({ toolTokens, past }) };
  const built = composeContext(inputs, state, type);
  const fresh = await countFresh(session, built.messages);
  const context = { ...built, tokens: { ...built.tokens, fresh } };
  const request: ModelRequest = {
    task,
    step: state.open?.step ?? state.step + 1,
    attempt: state.open?.attempt ?? 0,
    replies: state.spent.calls,
    contextHash: context.hash,
    messages: context.messages,
    seams: context.seams,
    paceMs: state.step === 0 ? 0 : state.spent.wallMs / state.step,
    actions,
    native: toolTokens !== undefined,
    fence: state.nonce,
  };
  return { context, request, inputs: StepInputs.parse(inputs), advice };
}

export async function ask(session: TaskSession): Promise<void> {
  const model = chooseModel(session);
  const { context, request, inputs, advice } = await preparePrompt(session, { mayRun: true });
  const { step, attempt } = request;
  const boundUsd = model.boundUsd(request);
  const over = wouldOverrun(session.state, session.type, boundUsd);
  if (over !== undefined) return stopBeforeOverrun(session, over);
  const { hash, messages, ledger, tokens } = context;
  await session.saveStep(step, 'context', { step, attempt, inputs, messages, ledger, tokens, hash });
  const asked = {
    type: 'step-asked' as const,
    step,
    attempt,
    context: hash,
    tokens,
    boundUsd,
    inputs: session.state.brief ?? '',
  };
  // A call that costs money must be on record before it is made, even if the power fails during it.
  const advised = advice ? await recordAdvice(session, step, advice) : [];
  await session.append([...advised, asked], { durable: boundUsd !== 0 });
  failpoint('asked');
  try {
    await recordReply(session, request, await askModel(session, model, request));
  } catch (error) {
    if (!(error instanceof AgentForgeError) || error.code !== 'model_failed') throw error;
    await recordFailure(session, request, error);
  }
}

async function recordReply(
  session: TaskSession,
  { step, attempt }: ModelRequest,
  reply: Reply,
): Promise<void> {
  failpoint('answered');
  const recorded = await storeReply(session, reply);
  await session.append([{ type: 'step-replied', step, attempt, reply: recorded, ...describeCall(reply) }], {
    durable: true,
  });
  failpoint('replied');
}

async function stopBeforeOverrun(session: TaskSession, over: string): Promise<void> {
  const { step } = session;
  const question = {
    id: `q${step}-limit`,
    reason: 'limit' as const,
    text: `The limit is near: ${over}. Raise it to go on.`,
  };
  await session.append([{ type: 'escalated', step, question }], { durable: true });
  await session.refreshViews();
}

/** No reply is to be had: the step ends, and a person is asked. */
async function recordFailure(
  session: TaskSession,
  { step, attempt }: ModelRequest,
  failure: AgentForgeError,
): Promise<void> {
  const error = failure.message;
  const broken = failure instanceof ModelFailure ? failure.broken : undefined;
  await finishStep(session, {
    before: [{ type: 'reply-rejected', step, attempt, error, failed: true, ...present({ broken }) }],
    action: 'ask_model',
    parameters: {},
    result: 'failure',
    summary: error,
    ends: { reason: 'model', text: `${error} Answer to go on when that is solved.` },
  });
}

/** Tokens after the longest beginning shared with the last context: what a provider's cache cannot have. */
async function countFresh(session: TaskSession, messages: readonly Message[]): Promise<number> {
  const text = messages.map(({ content }) => content).join('\n');
  const previous = await previousText(session);
  let shared = 0;
  while (shared < text.length && text.charCodeAt(shared) === previous.charCodeAt(shared)) shared++;
  return countTokens(text.slice(shared));
}

const StepMessages = z.object({ messages: z.array(z.object({ content: z.string() })) });

async function previousText({ runtime, task, state }: TaskSession): Promise<string> {
  const step = state.open ? state.open.step - 1 : state.step;
  if (step === 0) return '';
  try {
    const { messages } = StepMessages.parse(await runtime.store.readStep(task, step, 'context'));
    return messages.map(({ content }) => content).join('\n');
  } catch {
    // Retention may have removed it; then all of this context counts as fresh.
    return '';
  }
}
