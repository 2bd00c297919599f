import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { claude } from '../../../src/model/cli/claude.js';
import { createCliModel, type CliModelOptions } from '../../../src/model/cli/cli-model.js';
import { codex } from '../../../src/model/cli/codex.js';
import type { CodingCli } from '../../../src/model/cli/contract.js';
import { gemini } from '../../../src/model/cli/gemini.js';
import { ModelFailure, type Model } from '../../../src/model/contract.js';
import { parseReply, renderReply } from '../../../src/model/fence.js';
import { createSimulatedClock } from '../../../src/platform/clock.js';
import { processIdentity } from '../../../src/platform/process-identity.js';
import { installFakes, type FakeClis } from '../../support/fake-clis/install-fakes.js';
import { makeRequest, NEVER } from '../request.js';

let fakes: FakeClis;
let waits: number[];
beforeEach(() => {
  fakes = installFakes();
  waits = [];
});
afterEach(() => fakes.remove());

function makeModel(cli: CodingCli, more: Partial<CliModelOptions> = {}): Model {
  return createCliModel(cli, {
    timeoutMs: 30_000,
    environment: fakes.environment,
    clock: createSimulatedClock(),
    pause: async (ms) => void waits.push(ms),
    ...more,
  });
}

async function failWith(model: Model): Promise<ModelFailure> {
  const error: unknown = await model.decide(makeRequest(), NEVER).catch((thrown: unknown) => thrown);
  if (!(error instanceof ModelFailure)) throw new Error('it should have failed', { cause: error });
  return error;
}

/** Beside the folder it worked in lies what it was told and what it complained about. */
function expectNothingLeft(): void {
  const folders = fakes.calls().map(({ folder }) => path.dirname(folder));
  expect(folders.length).toBeGreaterThan(0);
  expect(folders.filter((folder) => existsSync(folder))).toEqual([]);
}

const CLIS = [claude, codex, gemini];
const PRICE = { input: 1, output: 10 };

describe.each(CLIS)('$name', (cli) => {
  test('is named after itself, and after the model when one is named', () => {
    expect(makeModel(cli).name).toBe(cli.name);
    expect(makeModel(cli, { model: 'best' }).name).toBe(`${cli.name}/best`);
    expect(makeModel(cli).calls).toBeUndefined();
  });

  test('answers with a text whose block is an action', async () => {
    const request = makeRequest();
    fakes.setAnswer(renderReply(request.fence, { action: 'read', reasoning: 'I look first.' }));
    const reply = await makeModel(cli).decide(request, NEVER);
    expect(parseReply(reply.text, request.fence)).toMatchObject({
      ok: true,
      decision: { action: 'read', reasoning: 'I look first.' },
    });
    expect(reply.broken).toBeUndefined();
  });

  test('gets both messages and nothing of them among its arguments', async () => {
    const request = makeRequest({
      messages: [
        { role: 'system', content: 'SYSTEM WORDS' },
        { role: 'user', content: `USER WORDS ${'y'.repeat(300_000)}` },
      ],
    });
    await makeModel(cli).decide(request, NEVER);
    const [call] = fakes.calls();
    expect(`${call?.system ?? ''} ${call?.input ?? ''}`).toContain('SYSTEM WORDS');
    expect(call?.input).toContain(request.messages[1].content);
    expect(JSON.stringify(call?.args)).not.toContain('WORDS');
  });

  test('passes on the name of a model', async () => {
    await makeModel(cli, { model: 'best' }).decide(makeRequest(), NEVER);
    expect(fakes.calls()[0]?.args.join(' ')).toMatch(/(?:--model|-m) best/);
  });

  test('works in a folder without anything of a project, which is gone afterwards', async () => {
    await makeModel(cli).decide(makeRequest(), NEVER);
    fakes.setModes('exit-1');
    await failWith(makeModel(cli));
    const calls = fakes.calls();
    for (const { files } of calls) expect(files.filter((file) => !file.startsWith('.gemini'))).toEqual([]);
    expect(new Set(calls.map(({ folder }) => folder)).size).toBe(2);
    expectNothingLeft();
  });

  test('sees its own keys, the proxy and the home of the user, and nothing else of the environment', async () => {
    const [own = ''] = cli.variables;
    const environment = {
      ...fakes.environment,
      [own]: 'mine',
      https_proxy: 'http://proxy',
      AWS_SECRET: 'no',
    };
    await makeModel(cli, { environment }).decide(makeRequest(), NEVER);
    const seen = fakes.calls()[0]?.environment ?? {};
    expect(seen).toMatchObject({
      [own]: 'mine',
      https_proxy: 'http://proxy',
      HOME: fakes.environment['HOME'],
    });
    expect(Object.keys(seen)).not.toContain('AWS_SECRET');
    expect(Object.keys(seen)).not.toContain('SECRET_OF_THE_USER');
    const { fixed = {} } = cli;
    expect(Object.keys(seen).filter((name) => name.includes('TRUST') && !(name in fixed))).toEqual([]);
    expect(seen).toMatchObject(fixed);
    for (const other of CLIS.filter(({ name }) => name !== cli.name))
      expect(other.variables.filter((name) => name in seen)).toEqual([]);
  });

  test('is understood through warnings and lines around its answer', async () => {
    fakes.setModes('noise');
    expect((await makeModel(cli).decide(makeRequest(), NEVER)).text).toBe('PONG');
  });

  test('that is not installed is said to be, with what to do', async () => {
    const failure = await failWith(makeModel(cli, { environment: { PATH: '/nowhere:relative' } }));
    expect(failure.message).toBe(
      `${cli.name} is not installed; install it with \`npm install -g ${cli.packageName}@latest\` or choose another model.`,
    );
    expect(failure.broken).toBeUndefined();
  });

  test('that nobody is logged in to is not asked again', async () => {
    fakes.setModes('not-logged-in');
    const failure = await failWith(makeModel(cli));
    expect(failure.message).toContain(`${cli.name} is not logged in`);
    expect(failure.message).toContain(cli.login);
    expect(failure.broken).toBeUndefined();
    expect(fakes.calls()).toHaveLength(1);
  });

  test.each([
    ['broken', 'could not be read'],
    ['empty', 'gave an empty answer'],
    ['silent', 'failed with exit code 1'],
    ['killed', 'was ended by SIGKILL'],
    ['huge', 'printed more than an answer can be'],
  ])('that is %s is asked three times, and each may have been charged', async (mode, words) => {
    fakes.setModes(mode);
    const failure = await failWith(makeModel(cli, { price: PRICE }));
    expect(failure.message).toContain(words);
    expect(failure.message).toContain('It was tried 3 times.');
    expect(fakes.calls()).toHaveLength(3);
    expect(failure.broken).toMatchObject({ calls: 3 });
    expect(failure.broken?.costUsd).toBeGreaterThan(0);
  });

  test('that fails for a reason nobody knows is not asked again, and is quoted', async () => {
    fakes.setModes('exit-1');
    const failure = await failWith(makeModel(cli));
    expect(failure.message).toBe(`${cli.name} failed with exit code 1 (Something is not right here).`);
    expect(failure.broken).toMatchObject({ calls: 1, costUsd: null });
  });

  test('that is held back once answers the second time', async () => {
    fakes.setModes('rate-limited', 'ok');
    const reply = await makeModel(cli).decide(makeRequest(), NEVER);
    expect(reply.text).toBe('PONG');
    expect(reply.broken).toBeUndefined();
    expect(waits).toHaveLength(1);
  });

  test('that broke once answers the second time, and the broken call is counted', async () => {
    fakes.setModes('broken', 'ok');
    const reply = await makeModel(cli).decide(makeRequest(), NEVER);
    expect(reply.text).toBe('PONG');
    expect(reply.broken).toMatchObject({ calls: 1, outputTokens: 64_000, costUsd: null });
  });

  test('is not called for a task that is already stopped', async () => {
    const deciding = makeModel(cli).decide(makeRequest(), AbortSignal.abort());
    await expect(deciding).rejects.toMatchObject({ code: 'interrupted' });
    expect(fakes.calls()).toEqual([]);
  });

  test('has a bound in dollars when its price is known, and none otherwise', () => {
    expect(makeModel(cli).boundUsd(makeRequest())).toBeNull();
    const bound = makeModel(cli, { price: PRICE }).boundUsd(makeRequest());
    expect(bound).toBeGreaterThan((64_000 * 10 + cli.overheadTokens) / 1_000_000);
  });

  test('can be called by another command', async () => {
    const command = path.join(fakes.folder, 'bin', cli.name);
    const environment = { ...fakes.environment, PATH: '/usr/bin:/bin' };
    const reply = await makeModel(cli, { command, environment }).decide(makeRequest(), NEVER);
    expect(reply.text).toBe('PONG');
  });
});

describe('a CLI', () => {
  test('that hangs is ended with what it started when its time is over', async () => {
    fakes.setModes('hang', 'ok');
    const reply = await makeModel(claude, { timeoutMs: 5_000 }).decide(makeRequest(), NEVER);
    expect(reply.broken).toMatchObject({ calls: 1 });
    expect(fakes.grandchild()).toBeGreaterThan(0);
    expect(processIdentity(fakes.grandchild() ?? 0)).toBeUndefined();
    expectNothingLeft();
  });

  test('that hangs is ended with what it started when the task is stopped', async () => {
    fakes.setModes('hang');
    const stop = new AbortController();
    const deciding = makeModel(claude).decide(makeRequest(), stop.signal);
    while (!fakes.grandchild()) await sleep(10);
    stop.abort();
    await expect(deciding).rejects.toMatchObject({ code: 'interrupted' });
    expect(fakes.grandchild()).toBeGreaterThan(0);
    expect(processIdentity(fakes.grandchild() ?? 0)).toBeUndefined();
    expectNothingLeft();
  });

  test('that cannot be run although it is there is said to be so', async () => {
    const command = path.join(fakes.folder, 'claude');
    writeFileSync(command, '#!/no/such/interpreter\n', { mode: 0o755 });
    const failure = await failWith(makeModel(claude, { command }));
    expect(failure.message).toMatch(/^claude could not be started \(.*\); install it again with/);
    expect(failure.broken).toBeUndefined();
  });
});
