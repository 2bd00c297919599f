// The body of an OpenAI Chat Completions request, field by field; anything else is refused.
import { z } from 'zod';

const TextPart = z.strictObject({ type: z.literal('text'), text: z.string() });
const ImagePart = z.strictObject({
  type: z.literal('image_url'),
  image_url: z.strictObject({ url: z.string(), detail: z.enum(['auto', 'low', 'high']).optional() }),
});
const texts = z.union([z.string(), z.array(TextPart).min(1)]);
const name = z.string().optional();

const ToolCall = z.strictObject({
  id: z.string(),
  type: z.literal('function'),
  function: z.strictObject({ name: z.string(), arguments: z.string() }),
});

const assistant = {
  role: z.literal('assistant'),
  content: texts.nullish(),
  refusal: z.string().nullish(),
  name,
  tool_calls: z.array(ToolCall).min(1).optional(),
};

const others = [
  z.strictObject({ role: z.literal('system'), content: texts, name }),
  z.strictObject({ role: z.literal('developer'), content: texts, name }),
  z.strictObject({
    role: z.literal('user'),
    content: z.union([z.string(), z.array(z.discriminatedUnion('type', [TextPart, ImagePart])).min(1)]),
    name,
  }),
  z.strictObject({ role: z.literal('tool'), content: texts, tool_call_id: z.string() }),
] as const;

const Message = z.discriminatedUnion('role', [z.strictObject(assistant), ...others]);

/** Other houses that speak this format read the thoughts of a turn back. */
const CompatibleMessage = z.discriminatedUnion('role', [
  z.strictObject({ ...assistant, reasoning_content: z.string().optional() }),
  ...others,
]);

const Tool = z.strictObject({
  type: z.literal('function'),
  function: z.strictObject({
    name: z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/),
    description: z.string().optional(),
    parameters: z.looseObject({ type: z.literal('object') }).optional(),
    strict: z.boolean().nullish(),
  }),
});

const ToolChoice = z.union([
  z.enum(['none', 'auto', 'required']),
  z.strictObject({ type: z.literal('function'), function: z.strictObject({ name: z.string() }) }),
]);

const ResponseFormat = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text') }),
  z.strictObject({ type: z.literal('json_object') }),
  z.strictObject({
    type: z.literal('json_schema'),
    json_schema: z.strictObject({
      name: z.string(),
      description: z.string().optional(),
      schema: z.record(z.string(), z.unknown()).optional(),
      strict: z.boolean().nullish(),
    }),
  }),
]);

const fields = {
  model: z.string(),
  tools: z.array(Tool).min(1).optional(),
  tool_choice: ToolChoice.optional(),
  parallel_tool_calls: z.boolean().optional(),
  max_tokens: z.int().min(1).nullish(),
  max_completion_tokens: z.int().min(1).nullish(),
  temperature: z.number().min(0).max(2).nullish(),
  top_p: z.number().min(0).max(1).nullish(),
  frequency_penalty: z.number().min(-2).max(2).nullish(),
  presence_penalty: z.number().min(-2).max(2).nullish(),
  stop: z.union([z.string(), z.array(z.string()).max(4)]).nullish(),
  seed: z.int().nullish(),
  n: z.literal(1).nullish(),
  stream: z.literal(false).nullish(),
  user: z.string().optional(),
  store: z.boolean().nullish(),
  metadata: z.record(z.string(), z.string()).nullish(),
  response_format: ResponseFormat.optional(),
  reasoning_effort: z.enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh']).nullish(),
  verbosity: z.enum(['low', 'medium', 'high']).nullish(),
  service_tier: z.enum(['auto', 'default', 'flex', 'priority']).nullish(),
  prompt_cache_key: z.string().optional(),
  prompt_cache_options: z.strictObject({ ttl: z.string().optional() }).optional(),
  prompt_cache_retention: z.enum(['in_memory', '24h']).nullish(),
  safety_identifier: z.string().optional(),
};

export const ChatRequest = z.strictObject({ ...fields, messages: z.array(Message).min(1) });
export const CompatibleChatRequest = z.strictObject({
  ...fields,
  messages: z.array(CompatibleMessage).min(1),
});
export type ChatRequest = z.infer<typeof CompatibleChatRequest>;
export type ChatMessage = ChatRequest['messages'][number];

export function textOfMessage({ content }: ChatMessage): string {
  if (content == null || typeof content === 'string') return content ?? '';
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
}
