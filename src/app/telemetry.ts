// OpenTelemetry spans of what a harness does, under the names of the GenAI conventions: off unless wanted, prompts only when asked for.
import { context, trace, SpanKind, SpanStatusCode, type Attributes, type Span } from '@opentelemetry/api';
import type { HarnessEvent } from '../engine/index.js';
import type { Model, ModelRequest } from '../model/index.js';
import { AgentForgeError, type Reply } from '../schema/index.js';

/** The conventions are not final: every name that may change stands here. */
const NAMES = {
  operation: 'gen_ai.operation.name',
  agent: 'gen_ai.agent.name',
  conversation: 'gen_ai.conversation.id',
  provider: 'gen_ai.provider.name',
  requestModel: 'gen_ai.request.model',
  responseModel: 'gen_ai.response.model',
  inputTokens: 'gen_ai.usage.input_tokens',
  outputTokens: 'gen_ai.usage.output_tokens',
  cacheRead: 'gen_ai.usage.cache_read.input_tokens',
  cacheCreation: 'gen_ai.usage.cache_creation.input_tokens',
  tool: 'gen_ai.tool.name',
  inputMessages: 'gen_ai.input.messages',
  outputMessages: 'gen_ai.output.messages',
  error: 'error.type',
} as const;
const AGENT = 'agentforge';

export interface Telemetry {
  /** The same model; each call is a span. */
  traceModel(model: Model): Model;
  /** Told of everything a harness emits. */
  listen(event: HarnessEvent): void;
}

type StartSpan = (name: string, kind: SpanKind, task: string, attributes: Attributes) => Span;

/** Without an SDK in the process all of it goes nowhere. */
export function createTelemetry({ prompts }: { readonly prompts: boolean }): Telemetry {
  const tracer = trace.getTracer(AGENT);
  const tasks = new Map<string, Span>();
  const actions = new Map<string, Span>();
  const start: StartSpan = (name, kind, task, attributes) => {
    const parent = tasks.get(task);
    const within = parent ? trace.setSpan(context.active(), parent) : context.active();
    return tracer.startSpan(
      name,
      { kind, attributes: { ...attributes, [NAMES.conversation]: task } },
      within,
    );
  };
  function endTask(task: string): void {
    for (const spans of [actions, tasks]) {
      spans.get(task)?.end();
      spans.delete(task);
    }
  }
  return {
    traceModel: (model) => traceModel(model, start, prompts),
    listen(event) {
      const { type, task } = event;
      if (!tasks.has(task) && type !== 'activity') {
        const attributes = { [NAMES.operation]: 'invoke_agent', [NAMES.agent]: AGENT };
        tasks.set(task, start(`invoke_agent ${AGENT}`, SpanKind.INTERNAL, task, attributes));
      }
      if (type === 'step-replied')
        actions.set(
          task,
          start('execute_tool', SpanKind.INTERNAL, task, { [NAMES.operation]: 'execute_tool' }),
        );
      if (type === 'step-finished') endAction(actions.get(task), event.action, event.result);
      if (ENDS.has(type)) endTask(task);
    },
  };
}

function traceModel(model: Model, start: StartSpan, prompts: boolean): Model {
  return {
    ...model,
    async decide(request, signal, onWait) {
      const span = start(`chat ${model.name}`, SpanKind.CLIENT, request.task, describeCall(model.name));
      if (prompts) span.setAttribute(NAMES.inputMessages, writeMessages(request));
      try {
        const reply = await model.decide(request, signal, onWait);
        span.setAttributes(describeReply(reply));
        if (prompts) span.setAttribute(NAMES.outputMessages, reply.text || JSON.stringify(reply.call));
        return reply;
      } catch (error) {
        fail(span, error);
        throw error;
      } finally {
        span.end();
      }
    },
  };
}

const ENDS: ReadonlySet<string> = new Set(['completed', 'failed', 'aborted', 'parked', 'escalated']);

function endAction(span: Span | undefined, action: string, result: string): void {
  span?.updateName(`execute_tool ${action}`);
  span?.setAttribute(NAMES.tool, action);
  if (result !== 'success') span?.setAttribute(NAMES.error, result);
  span?.end();
}

function describeCall(model: string): Attributes {
  const [provider = model, ...rest] = model.split('/');
  return {
    [NAMES.operation]: 'chat',
    [NAMES.provider]: provider === 'google' ? 'gcp.gemini' : provider,
    [NAMES.requestModel]: rest.length === 0 ? model : rest.join('/'),
  };
}

function describeReply({ model, usage }: Reply): Attributes {
  return {
    [NAMES.responseModel]: model,
    [NAMES.inputTokens]: usage.inputTokens,
    [NAMES.outputTokens]: usage.outputTokens,
    [NAMES.cacheRead]: usage.cachedTokens,
    [NAMES.cacheCreation]: usage.writtenTokens ?? 0,
  };
}

function writeMessages({ messages }: ModelRequest): string {
  return JSON.stringify(messages.map(({ role, content }) => ({ role, parts: [{ type: 'text', content }] })));
}

/** The code alone: messages of errors may quote what was sent. */
function fail(span: Span, error: unknown): void {
  span.setAttribute(NAMES.error, error instanceof AgentForgeError ? error.code : 'error');
  span.setStatus({ code: SpanStatusCode.ERROR });
}
