// Real provider packages against the server that stands in for the providers.
import { describe, expect, it } from 'vitest';
import { ModelFailure } from '../../../src/model/index.js';
import { createWireModel } from '../../support/wire/wire-model.js';
import type { Behaviour } from '../../support/wire/index.js';
import { makeRequest, NEVER } from '../request.js';
import { providers, start } from '../wire/ask.js';

const read = { kind: 'tool', name: 'read', arguments: { path: 'a.ts' } } as const;
const native = makeRequest({ native: true });

/** Answers with each in turn, then with the last for ever. */
function inTurn(...behaviours: [Behaviour, ...Behaviour[]]): () => Behaviour {
  let next = 0;
  return () => behaviours[Math.min(next++, behaviours.length - 1)] ?? behaviours[0];
}

describe.each(providers)('a model of %s', (place) => {
  it('calls an action natively, with its reasoning beside it and what it cost', async () => {
    const server = await start({ respond: () => ({ ...read, text: 'I look first.' }) });
    const reply = await createWireModel(server, place).model.decide(native, NEVER);
    expect(reply.call).toEqual({
      action: 'read',
      parameters: { path: 'a.ts' },
      reasoning: 'I look first.',
    });
    const { usage } = server.calls[0] ?? { usage: undefined };
    expect(reply.usage.inputTokens).toBe(
      (usage?.input ?? 0) + (usage?.cacheRead ?? 0) + (usage?.cacheWrite ?? 0),
    );
    expect(reply.usage.outputTokens).toBe(usage?.output);
    expect(reply.costUsd).toBeGreaterThan(0);
    expect(reply.broken).toBeUndefined();
  });

  it('writes text where the request offers no tools', async () => {
    const server = await start({ respond: () => ({ kind: 'text', text: '@@action cafe0123' }) });
    const { model } = createWireModel(server, place, { calls: false });
    const reply = await model.decide(makeRequest(), NEVER);
    expect(reply).toMatchObject({ text: '@@action cafe0123' });
    expect(reply.call).toBeUndefined();
    expect(server.calls[0]?.body).not.toHaveProperty('tools');
  });

  it.each<[string, Behaviour, RegExp]>([
    ['no call at all', { kind: 'text', text: 'I would read a.ts.' }, /no tool call/],
    [
      'two calls',
      { kind: 'tools', calls: [read, { ...read, arguments: { path: 'b.ts' } }] },
      /2 tool calls; send exactly one/,
    ],
    [
      'arguments that are no JSON',
      { ...read, arguments: '{"path": ' },
      /arguments of read are no JSON object|no tool call/,
    ],
    ['an answer that was cut off', { kind: 'length', text: 'I begin' }, /cut off/],
  ])('finds fault with %s', async (_, behaviour, fault) => {
    const server = await start({ respond: () => behaviour });
    const reply = await createWireModel(server, place).model.decide(native, NEVER);
    expect(reply.call).toBeUndefined();
    expect(reply.fault).toMatch(fault);
  });

  it('tries again what may pass, waits as long as it is told to, and says what broken calls can have cost', async () => {
    const respond = inTurn(
      { kind: 'status', error: 'rate_limit', retryAfterSeconds: 90 },
      { kind: 'status', error: 'server_error' },
      { kind: 'reset' },
      { kind: 'cut', of: read },
      read,
    );
    const server = await start({ respond });
    const { model, waits } = createWireModel(server, place);
    const reply = await model.decide(native, NEVER);
    expect(reply.call).toMatchObject({ action: 'read' });
    expect(server.calls).toHaveLength(5);
    expect(waits.some((ms) => ms >= 90_000)).toBe(true);
    expect(reply.broken).toMatchObject({ calls: 3 });
    const lost = server.calls.filter(({ outcome }) => outcome === 'broken');
    const charged = lost.reduce((sum, { usage: { input, output } }) => sum + input + output, 0);
    expect((reply.broken?.inputTokens ?? 0) + (reply.broken?.outputTokens ?? 0)).toBeGreaterThan(charged);
  });

  it.each<[string, Behaviour, RegExp]>([
    ['a wrong key', { kind: 'status', error: 'unauthorized' }, /refuses the key/],
    ['a key that is none', { kind: 'status', error: 'key_invalid' }, /refuses the key/],
    ['a model that does not exist', { kind: 'status', error: 'model_not_found' }, /no such model/],
    ['a prompt that is too long', { kind: 'status', error: 'prompt_too_long' }, /too long for this model/],
    ['an empty account', { kind: 'status', error: 'quota' }, /nothing left to spend/],
  ])('does not try again after %s', async (what, behaviour, message) => {
    // Google says the same of an empty account and of a minute that is used up.
    if (place === 'google' && what === 'an empty account') message = /tried 10 times/;
    const server = await start({ respond: () => behaviour });
    const failure = await createWireModel(server, place)
      .model.decide(native, NEVER)
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ModelFailure);
    expect((failure as Error).message).toMatch(message);
    expect(server.calls).toHaveLength(message.source.includes('10 times') ? 10 : 1);
  });

  it('does not wait for a server that is not there', async () => {
    const server = await start({ respond: () => ({ kind: 'text', text: 'never' }) });
    const { model, waits } = createWireModel(server, place);
    await server.close();
    await expect(model.decide(native, NEVER)).rejects.toThrow(/Nothing answers where .* start it/);
    expect(waits).toEqual([]);
  });

  it('gives up after a bounded number of tries', async () => {
    const server = await start({ respond: () => ({ kind: 'status', error: 'overloaded' }) });
    const { model, waits } = createWireModel(server, place);
    await expect(model.decide(native, NEVER)).rejects.toThrow(/tried 10 times/);
    expect(server.calls).toHaveLength(10);
    expect(Math.max(...waits)).toBeLessThanOrEqual(60_000);
  });

  it('does not wait for an answer longer than its time', async () => {
    const server = await start({ respond: inTurn({ kind: 'hang' }, read) });
    const reply = await createWireModel(server, place, { timeoutMs: 300 }).model.decide(native, NEVER);
    expect(reply.broken).toMatchObject({ calls: 1 });
  });

  it('stops when it is told to', async () => {
    const server = await start({ respond: () => ({ kind: 'hang' }) });
    const stop = new AbortController();
    const decided = createWireModel(server, place).model.decide(native, stop.signal);
    await server.arrived(1);
    stop.abort();
    await expect(decided).rejects.toMatchObject({ code: 'interrupted' });
  });
});
