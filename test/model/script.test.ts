import { describe, expect, it } from 'vitest';
import { createScriptModel, parseReply, parseScript } from '../../src/model/index.js';
import { makeRequest, NEVER } from './request.js';

const model = createScriptModel([
  { action: 'read', parameters: { items: [{ path: 'a' }] } },
  { raw: 'nonsense', repeat: 2 },
  { fail: 'overloaded' },
  { action: 'complete', notes: [{ kind: 'knowledge', text: 'done' }] },
]);

const textAt = async (replies: number): Promise<string> =>
  (await model.decide(makeRequest({ replies }), NEVER)).text;

describe('a script', () => {
  it('answers by the number of replies in the journal, so that a resumed task goes on where it was', async () => {
    expect(parseReply(await textAt(0), 'cafe0123')).toMatchObject({
      decision: { action: 'read', parameters: { items: [{ path: 'a' }] } },
    });
    expect([await textAt(1), await textAt(2)]).toEqual(['nonsense', 'nonsense']);
    expect(parseReply(await textAt(4), 'cafe0123')).toMatchObject({
      decision: { action: 'complete', notes: [{ text: 'done' }] },
    });
    expect(await textAt(1)).toBe('nonsense');
  });

  it('speaks with the nonce of the task it plays for', async () => {
    const { text } = await model.decide(makeRequest({ fence: 'deadbeef' }), NEVER);
    expect(text).toContain('@@action deadbeef');
  });

  it('counts what a model would count, and costs nothing', async () => {
    const reply = await model.decide(makeRequest(), NEVER);
    expect(reply.usage.inputTokens).toBeGreaterThan(10);
    expect(reply.usage.outputTokens).toBeGreaterThan(5);
    expect([reply.costUsd, model.boundUsd(makeRequest())]).toEqual([0, 0]);
  });

  it('fails where it says so, and is an error when it is used up', async () => {
    await expect(textAt(3)).rejects.toMatchObject({
      code: 'model_failed',
      message: expect.stringContaining('overloaded') as string,
    });
    await expect(textAt(5)).rejects.toMatchObject({
      code: 'script_exhausted',
      message: expect.stringContaining('5 replies') as string,
    });
  });

  it('is a YAML list, and anything else is refused with the entry that is wrong', () => {
    expect(
      parseScript('- {action: plan, parameters: {steps: [a]}, repeat: 3}\n- raw: x\n', 'demo'),
    ).toHaveLength(2);
    expect(() => parseScript('- {action: plan}\n- {actoin: plan}\n', 'demo')).toThrow(/demo.*entry 2/);
    expect(() => parseScript('action: plan\n', 'demo')).toThrow(/demo is not a list/);
    expect(() => parseScript('', 'demo')).toThrow(/demo is not a list/);
    expect(() => parseScript('- [', 'demo')).toThrow(/demo is not valid YAML/);
  });
});
