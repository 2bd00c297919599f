// What OpenAI refuses in a body whose fields are all right: pairs of calls and results, fields a model does not take.
import type { ErrorSpec } from './behaviour.js';
import type { ChatRequest } from './openai-request.js';

export function findBrokenChatRule(request: ChatRequest, strictModels: boolean): ErrorSpec | undefined {
  return checkPairs(request) ?? checkTools(request) ?? (strictModels ? checkModel(request) : undefined);
}

function checkPairs({ messages }: ChatRequest): ErrorSpec | undefined {
  let open: string[] = [];
  for (const [at, message] of messages.entries()) {
    if (message.role === 'tool') {
      if (!open.includes(message.tool_call_id)) return refuseStray(at);
      open = open.filter((id) => id !== message.tool_call_id);
      continue;
    }
    if (open.length > 0) return refuseOpen(at, open);
    if (message.role !== 'assistant') continue;
    open = (message.tool_calls ?? []).map(({ id }) => id);
    if (message.content == null && open.length === 0) return refuseSilence(at);
  }
  return open.length > 0 ? refuseOpen(messages.length, open) : undefined;
}

function refuseSilence(at: number): ErrorSpec {
  const message = "Invalid value for 'content': expected a string, got null.";
  return { error: 'invalid', message, param: `messages.[${at}].content` };
}

function refuseStray(at: number): ErrorSpec {
  const message =
    "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.";
  return { error: 'invalid', message, param: `messages.[${at}].role` };
}

function refuseOpen(at: number, open: readonly string[]): ErrorSpec {
  const message = `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${open.join(', ')}`;
  return { error: 'invalid', message, param: `messages.[${at}].role` };
}

function checkTools({
  tools,
  tool_choice: choice,
  parallel_tool_calls: parallel,
}: ChatRequest): ErrorSpec | undefined {
  if (tools === undefined) {
    const param = choice !== undefined ? 'tool_choice' : 'parallel_tool_calls';
    const given = choice !== undefined || parallel !== undefined;
    return given
      ? {
          error: 'invalid',
          message: `Invalid value for '${param}': '${param}' is only allowed when 'tools' are specified.`,
          param,
        }
      : undefined;
  }
  if (typeof choice !== 'object' || tools.some((tool) => tool.function.name === choice.function.name))
    return undefined;
  const message = `Tool choice '${choice.function.name}' not found in 'tools' parameter.`;
  return { error: 'invalid', message, param: 'tool_choice' };
}

const reasons = /^(o\d|gpt-5(?!.*chat))/;

function checkModel({ model, max_tokens: maxTokens, temperature }: ChatRequest): ErrorSpec | undefined {
  if (!reasons.test(model)) return undefined;
  if (maxTokens != null)
    return refuseParameter(
      'max_tokens',
      "is not supported with this model. Use 'max_completion_tokens' instead.",
    );
  return temperature != null && temperature !== 1
    ? refuseParameter(
        'temperature',
        'does not support this value with this model. Only the default (1) value is supported.',
      )
    : undefined;
}

function refuseParameter(param: string, why: string): ErrorSpec {
  return {
    error: 'invalid',
    message: `Unsupported parameter: '${param}' ${why}`,
    param,
    code: 'unsupported_parameter',
  };
}
