// A secret of the project never leaves for a provider, and a provider's key never comes back: prompt, wire, journal, events, log, errors.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createHarness, type HarnessEvent } from '../../src/app/index.js';
import { describeEvent } from '../../src/cli/event-line.js';
import { TaskSpec } from '../../src/schema/index.js';
import { todoCheck } from '../support/count-check.js';
import { makeProject } from '../support/temp-project.js';
import { createWireModel } from '../support/wire/wire-model.js';
import type { Behaviour } from '../support/wire/index.js';
import { start } from '../model/wire/ask.js';

const SECRET = 'q7Vt2pLx9RzKd4WmYs8Bn3Hc';
const KEY = 'not-a-real-key-of-any-provider';

/** Everything below a folder, as one text. */
function readAll(folder: string): string {
  return readdirSync(folder)
    .map((name) => path.join(folder, name))
    .map((file) => (statSync(file).isDirectory() ? readAll(file) : readFileSync(file, 'latin1')))
    .join('\n');
}

async function run(
  respond: () => Behaviour,
): Promise<{ wire: string; kept: string; told: string; log: string }> {
  const server = await start({ respond, keys: { anthropic: KEY } });
  const project = makeProject({
    'work.txt': `TODO ask with ${KEY}\nTODO and with ${SECRET}\n`,
    '.env': `DEPLOY_TOKEN=${SECRET}\n`,
  });
  const harness = createHarness({
    project,
    model: createWireModel(server, 'anthropic').model,
    checks: [todoCheck],
    environment: { DEPLOY_TOKEN: SECRET, ANTHROPIC_API_KEY: KEY },
    sandbox: 'off',
  });
  const inputs = { target_files: [{ path: 'work.txt', status: 'to_modify' }] };
  const task = await harness.createTask(
    TaskSpec.parse({ type: 'fix_violation', goal: 'leave nothing to do', inputs }),
  );
  const events: HarnessEvent[] = [];
  const running = harness.runTask(task, { maxSteps: 3 });
  for await (const event of running) events.push(event);
  const result = await running.result;
  const told = JSON.stringify([events, result]);
  const journal = await harness.runtime.store.events(task);
  const log = journal.map((event) => describeEvent(event)).join('\n');
  return { wire: server.everything(), kept: readAll(path.join(project, '.agentforge')), told, log };
}

describe.each<[string, () => Behaviour]>([
  [
    'answers',
    () => ({ kind: 'tool', name: 'read', arguments: { items: [{ path: 'work.txt' }, { path: '.env' }] } }),
  ],
  ['repeats the key in its error', () => ({ kind: 'status', error: 'invalid', message: `bad ${KEY}` })],
  [
    'repeats the secret in its call',
    () => ({ kind: 'tool', name: 'search_code', arguments: { pattern: SECRET } }),
  ],
])('with a provider that %s', (_, respond) => {
  it('nothing secret is sent, kept or told', async () => {
    const { wire, kept, told, log } = await run(respond);
    expect(wire).toContain('TODO');
    expect(log).toContain('step 1');
    for (const text of [wire, kept, told, log]) {
      expect(text).not.toContain(SECRET);
      expect(text).not.toContain(KEY);
    }
  });
});
