// `step`: the next prompt for whoever plays the model, and one step with their reply.
import { readFileSync } from 'node:fs';
import { reopenFix, type Harness } from '../app/index.js';
import { loadState, openReader, preparePrompt, stageOf } from '../engine/index.js';
import { createHandedModel, createInboxModel, UNUSABLE, type HandedReply } from '../model/index.js';
import { parseJson, present } from '../platform/index.js';
import { AgentForgeError, type TaskState } from '../schema/index.js';
import { commandLine, ensureTaskTrust, ensureTrust, projectFolder, type Globals } from './globals.js';
import { untilInterrupted } from './interrupt.js';
import { note, print, printJson } from './output.js';
import { describeVerification, showProgress, showStatus } from './progress.js';
import { report } from './run.js';

/** As much of a context's hash as is printed for people, and enough to name it. */
const SHOWN_HASH = 12;

export async function step(
  globals: Globals,
  task: string,
  options: { prompt?: boolean; reply?: string; trustProject?: boolean },
): Promise<void> {
  const isOne = (options.prompt ?? false) !== (options.reply !== undefined);
  if (isOne && options.reply !== undefined) return reply(globals, task, options.reply, options);
  if (isOne) return prompt(globals, task, options);
  throw new AgentForgeError(
    'bad_usage',
    'Say --prompt to see the next prompt, or --reply FILE to hand in the reply.',
  );
}

async function prompt(globals: Globals, task: string, options: { trustProject?: boolean }): Promise<void> {
  await ensureTrust(globals, options);
  await ensureTaskTrust(globals, task, options);
  const harness = await reopenFix(projectFolder(globals), task, { model: createInboxModel() });
  refuseUnlessAsking(await loadState(harness.runtime, task));
  // What a reply would find out first: what other processes said, files that somebody changed, a phase that is over.
  await untilInterrupted('stopping', async (signal) => harness.runTask(task, { maxSteps: 1, signal }).result);
  const session = await openReader(harness.runtime, task);
  refuseUnlessAsking(session.state);
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
    `--- system ---\n${request.messages[0].content}\n--- user ---\n${request.messages[1].content}\n--- reply with: ${commandLine(globals, `step ${task} --reply FILE`)} (context ${request.contextHash.slice(0, SHOWN_HASH)}) ---`,
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
  const waiting = state.children.find((child) => child.status === undefined);
  if (waiting)
    throw new AgentForgeError(
      'bad_usage',
      `Task ${task} is made of other tasks; the one that goes on is ${waiting.id}.`,
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
  if (handed.text.trim() === '')
    throw new AgentForgeError('bad_usage', 'The reply is empty; nothing was recorded.');
  await ensureTaskTrust(globals, task, options);
  const harness = await reopenFix(projectFolder(globals), task, { model: createHandedModel(handed) });
  const before = await loadState(harness.runtime, task);
  refuseUnlessAsking(before);
  await refuseStale(harness, before, handed);
  const result = await untilInterrupted('stopping', async (signal) => {
    const running = harness.runTask(task, { maxSteps: 1, signal });
    // What became of the reply is the result; beside JSON it is told as it happens.
    await (globals.json ? showProgress(running) : showStatus(running));
    return running.result;
  });
  const after = await loadState(harness.runtime, task);
  if (!globals.json) print(describeOutcome(after));
  report(globals, result);
  if (!hasSucceeded(after)) process.exitCode = 1;
  if (wasUnreadable(after))
    note('A reply is the block that the prompt describes, or JSON: {"action": "…", "parameters": {…}}.');
}

/** What became of the reply. */
function describeOutcome({ open, recent, status, verification }: TaskState): string {
  if (open?.rejection !== undefined) return `step ${open.step} rejected: ${open.rejection}`;
  const last = recent.at(-1);
  if (!last) return 'no step was taken';
  const { step: number, action, target, result, summary } = last;
  const said = `step ${number} ${action}${target === undefined ? '' : ` ${target}`} → ${result}: ${summary}`;
  // At its end the task says so itself.
  return status === 'completed' || !verification ? said : `${said}\n  ${describeVerification(verification)}`;
}

/** The first wrong reply leaves the step open for a second; after that one it is over. */
function hasSucceeded({ open, recent }: TaskState): boolean {
  return open?.rejection === undefined && recent.at(-1)?.result === 'success';
}

function wasUnreadable({ open, recent }: TaskState): boolean {
  const said = open?.rejection ?? (recent.at(-1)?.result === 'rejected' ? recent.at(-1)?.summary : undefined);
  return said?.startsWith(UNUSABLE) ?? false;
}

/** Before anything is recorded. */
async function refuseStale(
  { runtime }: Harness,
  { task, baseline }: TaskState,
  { contextHash }: HandedReply,
): Promise<void> {
  if (contextHash === undefined) return;
  const current = baseline && (await preparePrompt(await openReader(runtime, task))).request.contextHash;
  const isCurrent = contextHash.length >= SHOWN_HASH && current?.startsWith(contextHash);
  if (!isCurrent) {
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
