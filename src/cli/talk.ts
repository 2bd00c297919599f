// `answer`, `tell`, `pause`, `abort`: what a person says to a task.
import { deliver } from '../app/index.js';
import { loadState } from '../engine/index.js';
import { AgentForgeError, type ControlMessage } from '../schema/index.js';
import { commandLine, openHarness, type Globals } from './globals.js';
import { print, printJson } from './output.js';

export async function talk(
  globals: Globals,
  verb: 'answer' | 'tell' | 'pause' | 'abort',
  task: string,
  text: string,
): Promise<void> {
  const { runtime } = openHarness(globals);
  const { status, question } = await loadState(runtime, task);
  if (['completed', 'failed', 'aborted'].includes(status))
    throw new AgentForgeError('bad_usage', `Task ${task} is ${status}; there is nobody to ${verb}.`);
  if (verb === 'answer' && !question)
    throw new AgentForgeError(
      'bad_usage',
      `Task ${task} has no open question; use \`agentforge tell ${task} "…"\` instead.`,
    );
  const outcome = await deliver(runtime, task, toMessage(verb, text));
  if (globals.json) return printJson({ task, delivered: outcome });
  print(
    outcome === 'taken'
      ? `recorded${verb === 'answer' ? `; go on with \`${commandLine(globals, `resume ${task}`)}\`` : ''}`
      : 'left for the process that works on the task',
  );
}

function toMessage(verb: 'answer' | 'tell' | 'pause' | 'abort', text: string): ControlMessage {
  if (verb === 'pause') return { type: 'pause' };
  if (verb === 'abort') return { type: 'abort', reason: text || 'aborted by a person' };
  return { type: verb, text };
}
