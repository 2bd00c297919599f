// What OpenAI and Gemini refuse, in their words.
import { describe, expect, it } from 'vitest';
import { start } from './ask.js';
import { headersOf, messageFor, type Fields } from './post.js';

const user = { role: 'user', content: 'hello' };

describe('openai', () => {
  const call = { id: 'c1', type: 'function', function: { name: 'read', arguments: '{}' } };
  const chatTool = { type: 'function', function: { name: 'read', parameters: { type: 'object' } } };
  const refused: readonly (readonly [string, Fields, string])[] = [
    ['no messages', { messages: undefined }, "Missing required parameter: 'messages'."],
    [
      'an unknown field of a message',
      { messages: [{ ...user, mood: 1 }] },
      "Unknown parameter: 'messages[0].mood'.",
    ],
    [
      'thoughts read back',
      { messages: [user, { role: 'assistant', content: 'a', reasoning_content: 'b' }] },
      'reasoning_content',
    ],
    ['a wrong type', { max_tokens: 'ten' }, "Invalid type for 'max_tokens'"],
    ['an unknown role', { messages: [{ role: 'wizard', content: 'a' }] }, 'Invalid value'],
    ['an unknown tool_choice', { tools: [chatTool], tool_choice: 'perhaps' }, 'Invalid value'],
    ['a tool_choice without tools', { tool_choice: 'auto' }, "only allowed when 'tools' are specified"],
    [
      'a tool schema that is no object',
      { tools: [{ type: 'function', function: { name: 'read', parameters: { type: 'array' } } }] },
      'Invalid value',
    ],
    [
      'a result without a call',
      { messages: [user, { role: 'tool', tool_call_id: 'c1', content: 'a' }] },
      "messages with role 'tool' must be a response",
    ],
    [
      'a call without a result',
      { messages: [user, { role: 'assistant', content: null, tool_calls: [call] }, user] },
      'did not have response messages: c1',
    ],
    [
      'max_tokens for a model that reasons',
      { model: 'gpt-5', max_tokens: 5 },
      "Use 'max_completion_tokens' instead",
    ],
  ];

  it.each(refused)('refuses %s', async (_what, fields, words) => {
    expect(await messageFor('openai', fields)).toContain(words);
  });

  it('lists its models, below a prefix too', async () => {
    const server = await start({ models: ['one', 'two'] });
    for (const [provider, url] of [
      ['openai', server.openaiUrl],
      ['compatible', `${server.url}/any/where`],
    ] as const) {
      const response = await fetch(`${url}/models`, { headers: headersOf(server, provider) });
      expect(await response.json()).toMatchObject({ object: 'list', data: [{ id: 'one' }, { id: 'two' }] });
    }
    expect((await fetch(`${server.openaiUrl}/models`)).status).toBe(401);
  });
});

describe('google', () => {
  const refused: readonly (readonly [string, Fields, string])[] = [
    ['no contents', { contents: undefined }, 'contents is not specified'],
    [
      'an unknown field of a part',
      { contents: [{ role: 'user', parts: [{ text: 'a', mood: 1 }] }] },
      `Unknown name "mood" at 'contents[0].parts[0]': Cannot find field.`,
    ],
    [
      'a wrong type',
      { generationConfig: { maxOutputTokens: 'ten' } },
      "Invalid value at 'generation_config.max_output_tokens'",
    ],
    ['an unknown role', { contents: [{ role: 'wizard', parts: [{ text: 'a' }] }] }, 'Invalid value'],
    [
      'a last turn of the model',
      {
        contents: [
          { role: 'user', parts: [{ text: 'a' }] },
          { role: 'model', parts: [{ text: 'b' }] },
        ],
      },
      'end with a user role',
    ],
    [
      'a part with nothing in it',
      { contents: [{ role: 'user', parts: [{}] }] },
      'must have one initialized field',
    ],
    [
      'a call without a result',
      {
        contents: [
          { role: 'user', parts: [{ text: 'a' }] },
          { role: 'model', parts: [{ functionCall: { name: 'read' } }] },
          { role: 'user', parts: [{ text: 'b' }] },
        ],
      },
      'number of function response parts',
    ],
    [
      'a schema beyond OpenAPI',
      {
        tools: [
          {
            functionDeclarations: [
              { name: 'read', description: '', parameters: { type: 'object', additionalProperties: false } },
            ],
          },
        ],
      },
      'Unknown name "additionalProperties"',
    ],
    ['an unknown mode', { toolConfig: { functionCallingConfig: { mode: 'PERHAPS' } } }, 'Invalid value'],
    [
      'an allowed name that is no tool',
      { toolConfig: { functionCallingConfig: { mode: 'VALIDATED', allowedFunctionNames: ['read'] } } },
      'not in function_declarations',
    ],
  ];

  it.each(refused)('refuses %s', async (_what, fields, words) => {
    expect(await messageFor('google', fields)).toContain(words);
  });
});
