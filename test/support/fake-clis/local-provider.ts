// The three providers' APIs on this machine, as far as their CLIs need them: every question is answered with PONG.
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface LocalProvider {
  readonly url: string;
  /** The bodies of the calls to a model. */
  readonly bodies: string[];
  close(): void;
}

export async function startLocalProvider(): Promise<LocalProvider> {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const events = findEvents(request.url ?? '');
      if (request.method !== 'POST' || !events) return void response.writeHead(404).end('{}');
      bodies.push(Buffer.concat(chunks).toString('utf8'));
      stream(response, events);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    bodies,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

type Event = Readonly<Record<string, unknown>>;

function stream(response: ServerResponse, events: readonly Event[]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const event of events) {
    if (typeof event['type'] === 'string') response.write(`event: ${event['type']}\n`);
    response.write(`data: ${JSON.stringify(event)}\n\n`);
  }
  response.end();
}

function findEvents(url: string): readonly Event[] | undefined {
  if (url.startsWith('/v1/messages') && !url.includes('count_tokens')) return ANTHROPIC;
  if (url.startsWith('/v1/responses')) return OPENAI;
  return url.includes(':streamGenerateContent') ? GOOGLE : undefined;
}

const ANTHROPIC: readonly Event[] = [
  {
    type: 'message_start',
    message: {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'claude-local',
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: {
        input_tokens: 12,
        cache_creation_input_tokens: 5,
        cache_read_input_tokens: 7,
        output_tokens: 1,
      },
    },
  },
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'PONG' } },
  { type: 'content_block_stop', index: 0 },
  {
    type: 'message_delta',
    delta: { stop_reason: 'end_turn', stop_sequence: null },
    usage: { output_tokens: 3 },
  },
  { type: 'message_stop' },
];

const OPENAI: readonly Event[] = [
  { type: 'response.created', response: { id: 'r1' } },
  {
    type: 'response.output_item.done',
    item: { type: 'message', role: 'assistant', id: 'm1', content: [{ type: 'output_text', text: 'PONG' }] },
  },
  {
    type: 'response.completed',
    response: {
      id: 'r1',
      usage: {
        input_tokens: 24,
        input_tokens_details: { cached_tokens: 7 },
        output_tokens: 3,
        output_tokens_details: { reasoning_tokens: 1 },
        total_tokens: 27,
      },
    },
  },
];

const GOOGLE: readonly Event[] = [
  {
    candidates: [{ content: { role: 'model', parts: [{ text: 'PONG' }] }, finishReason: 'STOP', index: 0 }],
    usageMetadata: {
      promptTokenCount: 24,
      candidatesTokenCount: 3,
      totalTokenCount: 27,
      cachedContentTokenCount: 7,
    },
    modelVersion: 'gemini-local',
  },
];
