import { describe, expect, it } from 'vitest';
import { createHandedModel, createInboxModel } from '../../src/model/index.js';
import { makeRequest, NEVER } from './request.js';

describe('an inbox', () => {
  it('waits instead of answering, and says how to hand in a reply', async () => {
    const inbox = createInboxModel();
    expect(inbox.waits).toBe(true);
    await expect(inbox.decide(makeRequest(), NEVER)).rejects.toMatchObject({
      code: 'model_failed',
      message: expect.stringContaining('step ID --reply') as string,
    });
  });
});

describe('a reply that was handed in', () => {
  it('is given once; after that the task waits again', async () => {
    const model = createHandedModel({ text: 'the reply', call: { action: 'complete' } });
    expect(model.waits).toBe(false);
    expect(await model.decide(makeRequest(), NEVER)).toMatchObject({
      text: 'the reply',
      call: { action: 'complete' },
      costUsd: 0,
      model: 'inbox',
    });
    expect(model.waits).toBe(true);
  });

  it('is only good for the context it was written for, when it names one', async () => {
    const model = createHandedModel({ text: 'x', contextHash: 'older' });
    await expect(model.decide(makeRequest({ contextHash: 'newer' }), NEVER)).rejects.toMatchObject({
      code: 'stale_context',
    });
    expect(model.waits).toBe(false);
    expect(await model.decide(makeRequest({ contextHash: 'older' }), NEVER)).toMatchObject({ text: 'x' });
  });
});
