// Brings an answer to the client, whole or in one of the ways in which it gets lost.
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Delivery } from './behaviour.js';
import type { HttpReply } from './dialect.js';

export async function deliver(response: ServerResponse, reply: HttpReply, delivery: Delivery): Promise<void> {
  if (isGone(response)) return;
  const bytes = Buffer.from(reply.body);
  const closed = whenClosed(response);
  if (delivery.kind === 'reset') response.socket?.resetAndDestroy();
  if (delivery.kind === 'reset' || delivery.kind === 'hang') return closed;
  response.writeHead(reply.status, { ...reply.headers, 'content-length': bytes.length });
  if (delivery.kind === 'whole') response.end(bytes);
  if (delivery.kind === 'cut')
    response.write(bytes.subarray(0, bytes.length >> 1), () => response.socket?.destroy());
  if (delivery.kind === 'drip') await drip(response, bytes, delivery);
  return closed;
}

/** Waits, but not for a client that has gone. */
export async function delay(response: ServerResponse, ms: number): Promise<void> {
  if (ms === 0) return;
  const waiting = new AbortController();
  const gone = whenClosed(response).then(() => waiting.abort());
  const waited = sleep(ms, undefined, { signal: waiting.signal }).catch(() => undefined);
  await Promise.race([gone, waited]);
}

export function isGone(response: ServerResponse): boolean {
  return response.destroyed || response.closed;
}

async function drip(
  response: ServerResponse,
  bytes: Buffer,
  { msPerChunk, bytesPerChunk }: Extract<Delivery, { kind: 'drip' }>,
): Promise<void> {
  for (let at = 0; at < bytes.length && !isGone(response); at += bytesPerChunk) {
    response.write(bytes.subarray(at, at + bytesPerChunk));
    await delay(response, msPerChunk);
  }
  if (!isGone(response)) response.end();
}

function whenClosed(response: ServerResponse): Promise<void> {
  if (isGone(response)) return Promise.resolve();
  return new Promise((resolve) => response.once('close', resolve));
}
