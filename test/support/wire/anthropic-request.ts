// The body of an Anthropic Messages request, field by field; anything else is refused.
import { z } from 'zod';

const CacheControl = z.strictObject({
  type: z.literal('ephemeral'),
  ttl: z.enum(['5m', '1h']).optional(),
});
const cache_control = CacheControl.nullish();

const Text = z.strictObject({ type: z.literal('text'), text: z.string(), cache_control });
const Source = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('base64'), media_type: z.string(), data: z.string() }),
  z.strictObject({ type: z.literal('url'), url: z.string() }),
]);
const Image = z.strictObject({ type: z.literal('image'), source: Source, cache_control });
const ToolUse = z.strictObject({
  type: z.literal('tool_use'),
  id: z.string().regex(/^[a-zA-Z0-9_-]+$/),
  name: z.string(),
  input: z.record(z.string(), z.unknown()),
  cache_control,
});
const ToolResult = z.strictObject({
  type: z.literal('tool_result'),
  tool_use_id: z.string().regex(/^[a-zA-Z0-9_-]+$/),
  content: z.union([z.string(), z.array(z.discriminatedUnion('type', [Text, Image]))]).optional(),
  is_error: z.boolean().optional(),
  cache_control,
});
const Thinking = z.strictObject({
  type: z.literal('thinking'),
  thinking: z.string(),
  signature: z.string(),
});
const RedactedThinking = z.strictObject({ type: z.literal('redacted_thinking'), data: z.string() });
const Block = z.discriminatedUnion('type', [Text, Image, ToolUse, ToolResult, Thinking, RedactedThinking]);

const Message = z.strictObject({
  role: z.enum(['user', 'assistant']),
  content: z.union([z.string(), z.array(Block)]),
});

const Tool = z.strictObject({
  type: z.literal('custom').optional(),
  name: z.string().regex(/^[a-zA-Z0-9_-]{1,128}$/),
  description: z.string().optional(),
  input_schema: z.looseObject({ type: z.literal('object') }),
  strict: z.boolean().optional(),
  eager_input_streaming: z.boolean().optional(),
  cache_control,
});

const disable_parallel_tool_use = z.boolean().optional();
const ToolChoice = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('auto'), disable_parallel_tool_use }),
  z.strictObject({ type: z.literal('any'), disable_parallel_tool_use }),
  z.strictObject({ type: z.literal('tool'), name: z.string(), disable_parallel_tool_use }),
  z.strictObject({ type: z.literal('none') }),
]);

const ThinkingMode = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('enabled'), budget_tokens: z.int().min(1024) }),
  z.strictObject({ type: z.literal('adaptive'), display: z.enum(['summarized', 'omitted']).optional() }),
  z.strictObject({ type: z.literal('disabled') }),
]);

const OutputConfig = z.strictObject({
  effort: z.enum(['low', 'medium', 'high', 'xhigh', 'max']).optional(),
  format: z
    .strictObject({ type: z.literal('json_schema'), schema: z.record(z.string(), z.unknown()) })
    .optional(),
});

const prompt = {
  model: z.string(),
  messages: z.array(Message).min(1),
  system: z.union([z.string(), z.array(Text)]).optional(),
  tools: z.array(Tool).optional(),
  tool_choice: ToolChoice.optional(),
  thinking: ThinkingMode.optional(),
  output_config: OutputConfig.optional(),
  cache_control,
};

/** What may be counted: a prompt without the wish for an answer. */
export const CountRequest = z.strictObject(prompt);
export type CountRequest = z.infer<typeof CountRequest>;

export const MessagesRequest = z.strictObject({
  ...prompt,
  max_tokens: z.int().min(1),
  temperature: z.number().min(0).max(1).optional(),
  top_p: z.number().min(0).max(1).optional(),
  top_k: z.int().min(0).optional(),
  stop_sequences: z.array(z.string()).optional(),
  stream: z.literal(false).optional(),
  metadata: z.strictObject({ user_id: z.string().nullish() }).optional(),
  service_tier: z.enum(['auto', 'standard_only']).optional(),
});
export type MessagesRequest = z.infer<typeof MessagesRequest>;

export type MessageBlock = z.infer<typeof Block>;
export type MessageTurn = z.infer<typeof Message>;

export function toBlocks(content: MessageTurn['content']): readonly MessageBlock[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content;
}
