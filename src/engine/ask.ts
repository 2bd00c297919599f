// Stages 2 to 5 of a step: build the context, record that it is sent, ask, record the reply.
import { z } from 'zod';
import { countTokens, type ActionSchema, type ModelRequest } from '../model/index.js';
import { failpoint } from '../platform/index.js';
import { AgentForgeError, type Context, type Message } from '../schema/index.js';
import { buildContext, gatherInputs, typeActions, type ContextInputs } from './context/index.js';
import { finishStep } from './finish.js';
import type { TaskSession } from './session.js';

const INLINE_REPLY_BYTES = 16_000;

export interface Prompt {
  readonly step: number;
  readonly attempt: number;
  readonly inputs: ContextInputs;
  readonly context: Context;
  readonly request: ModelRequest;
}

/** The prompt of the step to come, without recording anything. */
export async function preparePrompt(session: TaskSession): Promise<Prompt> {
  const { state, type, task } = session;
  const inputs = await gatherInputs(session);
  const built = buildContext(inputs, state, type);
  const step = state.open?.step ?? state.step + 1;
  const context = { ...built, tokens: { ...built.tokens, fresh: await countFresh(session, built.messages) } };
  const attempt = state.open?.attempt ?? 0;
  const request: ModelRequest = {
    task,
    step,
    attempt,
    replies: state.spent.calls,
    contextHash: context.hash,
    messages: context.messages,
    actions: describeActions(session),
    fence: state.nonce,
  };
  return { step, attempt, inputs, context, request };
}

export async function ask(session: TaskSession): Promise<void> {
  const { runtime, task } = session;
  const { step, attempt, inputs, context, request } = await preparePrompt(session);
  const boundUsd = runtime.model.boundUsd(request);
  const {
    system: _,
    actions: __,
    task: ___,
    domain: ____,
    hints: _____,
    analysis: ______,
    ...stepInputs
  } = inputs;
  const record = {
    step,
    attempt,
    inputs: stepInputs,
    messages: context.messages,
    ledger: context.ledger,
    tokens: context.tokens,
    hash: context.hash,
  };
  await session.saveStep(step, 'context', record);
  // A call that costs money must be on record before it is made, even if the power fails during it.
  const durable = boundUsd !== 0;
  await session.append(
    [
      {
        type: 'step-asked',
        step,
        attempt,
        context: context.hash,
        tokens: context.tokens,
        boundUsd,
        inputs: session.state.brief ?? '',
      },
    ],
    { durable },
  );
  failpoint('asked');
  session.announce('asking', runtime.model.name);
  try {
    const reply = await runtime.model.decide(request, session.signal);
    failpoint('answered');
    const text = session.redactor.redact(reply.text);
    const stored =
      text.length > INLINE_REPLY_BYTES ? { blob: await runtime.store.putBlob(task, text) } : { text };
    const recorded = { ...stored, ...(reply.call === undefined ? {} : { call: reply.call }) };
    await session.append(
      [
        {
          type: 'step-replied',
          step,
          attempt,
          reply: recorded,
          usage: reply.usage,
          costUsd: reply.costUsd,
          model: reply.model,
        },
      ],
      { durable: true },
    );
    failpoint('replied');
  } catch (error) {
    if (!(error instanceof AgentForgeError) || error.code !== 'model_failed') throw error;
    await session.append([{ type: 'reply-rejected', step, attempt, error: error.message, failed: true }], {
      durable: true,
    });
    await finishStep(session, {
      action: 'ask model',
      parameters: {},
      result: 'failure',
      summary: error.message,
      ends: { reason: 'model', text: `${error.message} Resume when that is solved.` },
    });
  }
}

/** What a native tool list would hold; constant for the task type. */
function describeActions({ runtime, type }: TaskSession): ActionSchema[] {
  return typeActions(runtime.actions, type).map(({ name, description, when, parameters }) => ({
    name,
    description: `${description} Use when ${when}.`,
    parameters: z.toJSONSchema(parameters, { io: 'input', unrepresentable: 'any' }),
  }));
}

/** Tokens after the longest beginning shared with the last context: what a provider's cache cannot have. */
async function countFresh(session: TaskSession, messages: readonly Message[]): Promise<number> {
  const text = messages.map(({ content }) => content).join('\n');
  const previous = await previousText(session);
  let shared = 0;
  while (
    shared < text.length &&
    shared < previous.length &&
    text.charCodeAt(shared) === previous.charCodeAt(shared)
  )
    shared++;
  return countTokens(text.slice(shared));
}

const StepMessages = z.object({ messages: z.array(z.object({ content: z.string() })) });

async function previousText({ runtime, task, state }: TaskSession): Promise<string> {
  if (state.step === 0) return '';
  try {
    const { messages } = StepMessages.parse(
      await runtime.store.readStep(task, state.open ? state.open.step - 1 : state.step, 'context'),
    );
    return messages.map(({ content }) => content).join('\n');
  } catch {
    // Retention may have removed it; then all of this context counts as fresh.
    return '';
  }
}
