// What Anthropic refuses, in its words.
import { describe, expect, it } from 'vitest';
import { ask, hello, start } from './ask.js';
import { headersOf, messageFor, post, send, smallest, type Fields } from './post.js';

const user = { role: 'user', content: 'hello' };
const tool = { name: 'read', input_schema: { type: 'object' } };
const mark = { type: 'ephemeral' };

describe('anthropic', () => {
  const refused: readonly (readonly [string, Fields, string])[] = [
    ['no max_tokens', { max_tokens: undefined }, 'max_tokens: Field required'],
    ['max_tokens as text', { max_tokens: '10' }, 'max_tokens: Input should be a valid'],
    [
      'an unknown field of a block',
      { messages: [{ role: 'user', content: [{ type: 'text', text: 'a', mood: 1 }] }] },
      'messages.0.content.0.mood: Extra inputs are not permitted',
    ],
    [
      'an unknown block',
      { messages: [{ role: 'user', content: [{ type: 'song' }] }] },
      'messages.0.content.0.type',
    ],
    [
      'a first turn of the assistant',
      { messages: [{ role: 'assistant', content: 'hm' }, user] },
      'first message must use the "user" role',
    ],
    [
      'a system turn among the messages',
      { messages: [user, { role: 'system', content: 'x' }] },
      'messages.1.role',
    ],
    [
      'an empty text',
      { messages: [{ role: 'user', content: [{ type: 'text', text: '' }] }] },
      'text content blocks must be non-empty',
    ],
    ['an unknown tool_choice', { tools: [tool], tool_choice: { type: 'perhaps' } }, 'tool_choice.type'],
    [
      'a tool_choice that names no tool',
      { tools: [tool], tool_choice: { type: 'tool', name: 'write' } },
      "Tool 'write' not found",
    ],
    [
      'a tool schema that is no object',
      { tools: [{ name: 'read', input_schema: { type: 'string' } }] },
      'tools.0.input_schema.type',
    ],
    ['two tools of one name', { tools: [tool, tool] }, 'Tool names must be unique'],
    [
      'an unknown ttl',
      { system: [{ type: 'text', text: 'a', cache_control: { ...mark, ttl: '1d' } }] },
      'system.0.cache_control.ttl',
    ],
    [
      'an hour after five minutes',
      {
        tools: [{ ...tool, cache_control: mark }],
        system: [{ type: 'text', text: 'a', cache_control: { ...mark, ttl: '1h' } }],
      },
      "a ttl='1h' cache_control block must not come after",
    ],
    [
      'five marks, the one of the request among them',
      {
        cache_control: mark,
        messages: [
          {
            role: 'user',
            content: ['a', 'b', 'c', 'd', 'e'].map((text, at) => ({
              type: 'text',
              text,
              ...(at < 4 ? { cache_control: mark } : {}),
            })),
          },
        ],
      },
      'Found 5',
    ],
    [
      'a mark on a thought',
      {
        messages: [
          user,
          {
            role: 'assistant',
            content: [{ type: 'thinking', thinking: 'a', signature: 'b', cache_control: mark }],
          },
          user,
        ],
      },
      'cache_control: Extra inputs are not permitted',
    ],
    [
      'a call without a result',
      {
        messages: [
          user,
          { role: 'assistant', content: [{ type: 'tool_use', id: 't1', name: 'read', input: {} }] },
          user,
        ],
      },
      'without `tool_result` blocks immediately after: t1',
    ],
    [
      'a result without a call',
      {
        messages: [
          user,
          { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: 'a' }] },
        ],
      },
      'unexpected `tool_use_id`',
    ],
    [
      'thinking with a forced tool',
      {
        max_tokens: 4000,
        thinking: { type: 'enabled', budget_tokens: 2000 },
        tools: [tool],
        tool_choice: { type: 'any' },
      },
      'Thinking may not be enabled',
    ],
    [
      'a budget above max_tokens',
      { thinking: { type: 'enabled', budget_tokens: 2000 } },
      'must be greater than',
    ],
  ];

  it.each(refused)('refuses %s', async (_what, fields, words) => {
    expect(await messageFor('anthropic', fields)).toContain(words);
  });

  it.each([undefined, '2019-01-01'])('refuses the version %s', async (version) => {
    const server = await start();
    const { 'anthropic-version': _version, ...headers } = headersOf(server, 'anthropic');
    const given = version === undefined ? headers : { ...headers, 'anthropic-version': version };
    const { status, body } = await post(server, 'anthropic', smallest.anthropic, given);
    expect(status).toBe(400);
    expect(body).toMatchObject({
      type: 'error',
      error: {
        type: 'invalid_request_error',
        message: expect.stringContaining('anthropic-version') as string,
      },
      request_id: expect.any(String) as string,
    });
  });

  it('never sees the fifth mark of its client, which leaves it out with a warning', async () => {
    const server = await start();
    const content = ['a', 'b', 'c', 'd', 'e'].map((text) => {
      return { type: 'text' as const, text, providerOptions: { anthropic: { cacheControl: mark } } };
    });
    const { warnings } = await ask(server, 'anthropic', { ...hello(), prompt: [{ role: 'user', content }] });
    expect(warnings).toMatchObject([{ type: 'unsupported', feature: 'cacheControl breakpoint limit' }]);
    expect(JSON.stringify(server.calls[0]?.body).split('"cache_control"')).toHaveLength(1 + 4);
  });

  it('counts a prompt as it would charge it, and refuses what it would refuse', async () => {
    const server = await start();
    const { max_tokens: _max, ...prompt } = smallest.anthropic;
    const address = `${server.anthropicUrl}/messages/count_tokens`;
    const counted = await send(address, prompt, headersOf(server, 'anthropic'));
    await post(server, 'anthropic', smallest.anthropic);
    expect(counted.body).toEqual({ input_tokens: server.calls[0]?.usage.input });
    expect(await send(address, smallest.anthropic, headersOf(server, 'anthropic'))).toMatchObject({
      status: 400,
    });
    expect(server.calls).toHaveLength(1);
  });
});
