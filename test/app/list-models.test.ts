import { createServer } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createModel, listModels, probeModel } from '../../src/app/index.js';
import { createScriptModel } from '../../src/model/index.js';
import { ProviderConfig } from '../../src/schema/index.js';
import { createWireModel } from '../support/wire/wire-model.js';
import { NEVER } from '../model/request.js';
import { start } from '../model/wire/ask.js';

async function find(name: string, environment: Record<string, string> = {}, providers = {}) {
  return (await listModels({ environment, providers })).find((place) => place.name === name);
}

describe('the list of models', () => {
  it('says which key is missing, and that a paid model is only used when named', async () => {
    expect(await find('anthropic/MODEL')).toMatchObject({
      state: 'missing',
      detail: 'set ANTHROPIC_API_KEY to use it',
    });
    const ready = await find('anthropic/MODEL', { ANTHROPIC_API_KEY: 'x' });
    expect(ready?.state).toBe('ready');
    expect(ready?.detail).toContain('only used when you name it');
  });

  it('asks a server on this machine what it has', async () => {
    const server = createServer((_, response) => response.end('{"data":[{"id":"small"},{"id":"large"}]}'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const address = server.address();
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/v1`;
    const providers = { mine: ProviderConfig.parse({ url }), ollama: ProviderConfig.parse({ url }) };
    expect(await find('mine/MODEL', {}, providers)).toMatchObject({ models: ['small', 'large'] });
    expect(await find('ollama/MODEL', {}, providers)).toMatchObject({ state: 'ready' });
  });

  it('says where nothing answers', async () => {
    const providers = { mine: ProviderConfig.parse({ url: 'http://127.0.0.1:9/v1' }) };
    const found = await find('mine/MODEL', {}, providers);
    expect(found?.state).toBe('missing');
    expect(found?.detail).toContain('nothing answers at http://127.0.0.1:9/v1');
  });
});

describe('naming a model', () => {
  const surroundings = { environment: {}, providers: {} };

  it('fails with what it lacks', () => {
    expect(() => createModel('openai/gpt-5', surroundings)).toThrow(
      'openai/gpt-5 needs a key: set OPENAI_API_KEY in the environment.',
    );
    expect(() => createModel('nowhere/x', surroundings)).toThrow(/no model "nowhere\/x"/);
    expect(() => createModel('openai/', surroundings)).toThrow(/no model "openai\/"/);
  });

  it('takes a server of one’s own, with or without a key', () => {
    const url = 'http://127.0.0.1:1/v1';
    const own = {
      mine: ProviderConfig.parse({ url }),
      locked: ProviderConfig.parse({ url, key: 'MINE_KEY' }),
    };
    expect(createModel('mine/small', { environment: {}, providers: own }).name).toBe('mine/small');
    expect(() => createModel('locked/small', { environment: {}, providers: own })).toThrow(/set MINE_KEY/);
  });
});

describe('the doctor', () => {
  it('is content with a model that answers as it must, natively or in text', async () => {
    const server = await start({ respond: () => ({ kind: 'tool', name: 'hello', arguments: {} }) });
    const { model } = createWireModel(server, 'openai');
    expect(await probeModel(model, NEVER)).toMatchObject({ ok: true, model: 'openai/gpt-4.1' });
    expect(await probeModel(createScriptModel([{ action: 'hello' }]), NEVER)).toMatchObject({ ok: true });
  });

  it('says what is wrong', async () => {
    const server = await start({ respond: () => ({ kind: 'status', error: 'unauthorized' }) });
    const { model } = createWireModel(server, 'openai');
    const refused = await probeModel(model, NEVER);
    expect(refused.ok).toBe(false);
    expect(refused.problem).toMatch(/refuses the key/);
    const silent = createScriptModel([{ raw: 'Hello!' }]);
    expect((await probeModel(silent, NEVER)).problem).toMatch(/not usable/);
  });
});
