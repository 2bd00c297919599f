// `step`: the next prompt for whoever plays the model, and one step with their reply.
import { readFileSync } from 'node:fs';
import type { Harness } from '../app/index.js';
import { loadState, openReader, preparePrompt, stageOf } from '../engine/index.js';
import { createHandedModel, createInboxModel, type HandedReply } from '../model/index.js';
import { parseJson, present } from '../platform/index.js';
import { AgentForgeError, type TaskState } from '../schema/index.js';
import { ensureTaskTrust, ensureTrust, openHarness, type Globals } from './globals.js';
import { untilInterrupted } from './interrupt.js';
import { note, print, printJson } from './output.js';
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
  refuseUnlessAsking(session.state);
  if (!session.state.baseline)
    throw new AgentForgeError(
      'bad_usage',
      `Task ${task} has not been measured yet; \`agentforge resume ${task} --model inbox\` does that.`,
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

/** A reply that nobody asked for must not be lost silently. */
function refuseUnlessAsking(state: TaskState): void {
  const { task, status, question } = state;
  const stage = stageOf(state);
  if (stage === 'stop')
    throw new AgentForgeError(
      'bad_usage',
      question
        ? `Task ${task} is parked; \`agentforge answer ${task} "…"\` comes first: ${question.text}`
        : `Task ${task} is ${status}; there is no next step${status === 'parked' ? ` before \`agentforge resume ${task} --model inbox\`` : ''}.`,
    );
  if (stage === 'decide' || stage === 'act')
    throw new AgentForgeError(
      'bad_usage',
      `Task ${task} was interrupted inside a step; \`agentforge resume ${task} --model inbox\` finishes it.`,
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
  await ensureTaskTrust(globals, task, options);
  const harness = openHarness(globals, { model: createHandedModel(handed) });
  const before = await loadState(harness.runtime, task);
  refuseUnlessAsking(before);
  await refuseStale(harness, before, handed);
  const result = await untilInterrupted('stopping', async (signal) => {
    const running = harness.runTask(task, { maxSteps: 1, signal });
    await showProgress(running);
    return running.result;
  });
  report(globals, result);
  if (!wasRejected(await loadState(harness.runtime, task))) return;
  process.exitCode = 1;
  note('A reply is the block that the prompt describes, or JSON: {"action": "…", "parameters": {…}}.');
}

/** The first wrong reply leaves the step open for a second; after that one it is over. */
function wasRejected({ open, recent }: TaskState): boolean {
  return open?.rejection !== undefined || (!open && recent.at(-1)?.result === 'rejected');
}

/** Before anything is recorded. */
async function refuseStale(
  { runtime }: Harness,
  { task, baseline }: TaskState,
  { contextHash }: HandedReply,
): Promise<void> {
  if (contextHash === undefined) return;
  const current = baseline && (await preparePrompt(await openReader(runtime, task))).request.contextHash;
  if (current !== contextHash) {
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

/** A JSON object is taken as data; anything else as the text a model would send. */
function parseHanded(text: string): HandedReply {
  const value = parseJson(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { text };
  const { context_hash: contextHash, ...call } = value as Record<string, unknown>;
  if (contextHash !== undefined && typeof contextHash !== 'string')
    throw new AgentForgeError('bad_usage', 'The context_hash of a reply is the text that --prompt printed.');
  return { text, call, ...present({ contextHash }) };
}
