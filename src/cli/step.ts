// `step`: the next prompt for whoever plays the model, and one step with their reply.
import { readFileSync } from 'node:fs';
import type { Harness } from '../app/index.js';
import { loadState, openReader, preparePrompt, stageOf } from '../engine/index.js';
import { createHandedModel, createInboxModel, type HandedReply } from '../model/index.js';
import { AgentForgeError } from '../schema/index.js';
import { ensureTrust, openHarness, type Globals } from './globals.js';
import { print, printJson } from './output.js';
import { showProgress } from './progress.js';
import { report } from './run.js';

export async function step(
  globals: Globals,
  task: string,
  options: { prompt?: boolean; reply?: string; trustProject?: boolean },
): Promise<void> {
  if (options.reply !== undefined) return reply(globals, task, options.reply, options);
  if (options.prompt) return prompt(globals, task);
  throw new AgentForgeError(
    'bad_usage',
    'Say --prompt to see the next prompt, or --reply FILE to hand in the reply.',
  );
}

async function prompt(globals: Globals, task: string): Promise<void> {
  const { runtime } = openHarness(globals, { model: createInboxModel() });
  const session = await openReader(runtime, task);
  const stage = stageOf(session.state);
  if (stage === 'measure')
    throw new AgentForgeError(
      'bad_usage',
      `Task ${task} has not been measured yet; \`agentforge resume ${task} --model inbox\` does that.`,
    );
  if (stage === 'stop')
    throw new AgentForgeError(
      'bad_usage',
      `Task ${task} is ${session.state.status}; there is no next step${session.state.question ? ` before its question is answered: ${session.state.question.text}` : ''}.`,
    );
  if (stage !== 'ask')
    throw new AgentForgeError(
      'bad_usage',
      `Task ${task} was interrupted inside a step; \`agentforge resume ${task} --model inbox\` finishes it.`,
    );
  const { request } = await preparePrompt(session);
  if (globals.json)
    return printJson({
      task,
      step: request.step,
      context_hash: request.contextHash,
      messages: request.messages,
      actions: request.actions,
      fence: request.fence,
    });
  print(
    `--- system ---\n${request.messages[0].content}\n--- user ---\n${request.messages[1].content}\n--- reply with: agentforge step ${task} --reply FILE (context ${request.contextHash.slice(0, 12)}) ---`,
  );
}

async function reply(
  globals: Globals,
  task: string,
  source: string,
  options: { trustProject?: boolean },
): Promise<void> {
  await ensureTrust(globals, options);
  const handed = parseHanded(readReply(source));
  const harness = openHarness(globals, { model: createHandedModel(handed) });
  await refuseStale(harness, task, handed);
  const running = harness.runTask(task, { maxSteps: 1 });
  await showProgress(running);
  report(globals, await running.result);
  if ((await loadState(harness.runtime, task)).open?.rejection !== undefined) process.exitCode = 1;
}

/** Before anything is recorded. */
async function refuseStale({ runtime }: Harness, task: string, { contextHash }: HandedReply): Promise<void> {
  if (contextHash === undefined) return;
  const { request } = await preparePrompt(await openReader(runtime, task));
  if (request.contextHash !== contextHash) {
    throw new AgentForgeError(
      'stale_context',
      `Task ${task} has moved on since that prompt; fetch it again with \`agentforge step ${task} --prompt\`.`,
    );
  }
}

function readReply(source: string): string {
  try {
    return readFileSync(source === '-' ? 0 : source, 'utf8');
  } catch (cause) {
    throw new AgentForgeError('not_found', `The reply ${source} could not be read.`, { cause });
  }
}

/** JSON with an action is taken as data; anything else as the text a model would send. */
function parseHanded(text: string): HandedReply {
  if (!text.trimStart().startsWith('{')) return { text };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { text };
  }
  if (typeof value !== 'object' || value === null || !('action' in value)) return { text };
  const { context_hash: contextHash, ...call } = value as Record<string, unknown>;
  return { text, call, ...(typeof contextHash === 'string' ? { contextHash } : {}) };
}
