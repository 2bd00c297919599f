import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  createInboxModel,
  createScriptModel,
  createTapeModel,
  recordTape,
  tapeKey,
} from '../../src/model/index.js';
import { makeTempProject } from '../support/walled-project.js';
import { makeRequest, NEVER } from './request.js';

const folder = makeTempProject().root;

describe('a tape', () => {
  it("plays what was recorded to another task, in that task's own nonce and nothing else changed", async () => {
    const file = path.join(folder, 'own-nonce');
    const text = 'FENCE and ‹fence› and ‹fence=› stay\n@@action cafe0123\n{"action":"read"}\n@@end cafe0123';
    await recordTape(createScriptModel([{ raw: text }]), file).decide(makeRequest({ task: 'one' }), NEVER);
    const played = await createTapeModel(file).decide(makeRequest({ task: 'two', fence: 'deadbeef' }), NEVER);
    expect(played.text).toBe(text.replaceAll('cafe0123', 'deadbeef'));
    expect(readFileSync(file, 'utf8')).not.toContain('cafe0123');
  });

  it('adds to what is there, and knows each question by its content', async () => {
    const file = path.join(folder, 'many');
    const model = createScriptModel([{ raw: 'first' }, { raw: 'second' }]);
    const other = makeRequest({
      replies: 1,
      messages: [
        { role: 'system', content: 's' },
        { role: 'user', content: 'another question' },
      ],
    });
    await recordTape(model, file).decide(makeRequest(), NEVER);
    await recordTape(model, file).decide(other, NEVER);
    const tape = createTapeModel(file);
    expect((await tape.decide(other, NEVER)).text).toBe('second');
    expect((await tape.decide(makeRequest(), NEVER)).text).toBe('first');
    await expect(tape.decide(makeRequest({ attempt: 1 }), NEVER)).rejects.toMatchObject({
      code: 'model_failed',
    });
  });

  it('has the same key for the same question on another day', () => {
    const key = tapeKey(makeRequest());
    expect(
      tapeKey(makeRequest({ task: 'other', step: 9, replies: 8, contextHash: 'else', fence: 'deadbeef' })),
    ).toBe(key);
    expect(tapeKey(makeRequest({ actions: [] }))).not.toBe(key);
  });

  it('lets a model that waits go on waiting', () => {
    expect(recordTape(createInboxModel(), path.join(folder, 'waits')).waits).toBe(true);
    expect(recordTape(createScriptModel([{ raw: 'x' }]), path.join(folder, 'waits')).waits).toBeUndefined();
  });

  it('is refused before anything is asked when it cannot be written or read', () => {
    const damaged = path.join(folder, 'damaged');
    writeFileSync(damaged, '\n{"key":"x"}\n');
    expect(() => recordTape(createInboxModel(), path.join(folder, 'no', 'such', 'folder'))).toThrow(
      /cannot be written/,
    );
    expect(() => createTapeModel(path.join(folder, 'missing'))).toThrow(/There is no tape/);
    expect(() => createTapeModel(damaged)).toThrow(/Line 2 of .*damaged is not a tape record/);
  });
});
