// `answer`, `tell`, `pause`, `abort`: what a person says to a task.
import { abortTask, deliver } from '../app/index.js';
import { listChanged, loadState } from '../engine/index.js';
import { AgentForgeError, type ControlMessage } from '../schema/index.js';
import { commandLine, openHarness, projectFolder, type Globals } from './globals.js';
import { note, print, printJson } from './output.js';

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
  if (verb === 'abort') return abort(globals, task, text || 'aborted by a person');
  const outcome = await deliver(runtime, task, toMessage(verb, text));
  if (globals.json) return printJson({ task, delivered: outcome });
  print(
    outcome === 'taken'
      ? `recorded${verb === 'answer' ? `; go on with \`${commandLine(globals, `resume ${task}`)}\`` : ''}`
      : 'left for the process that works on the task',
  );
}

/** What was finished stays until it is undone. */
async function abort(globals: Globals, task: string, reason: string): Promise<void> {
  const { delivered, takenBack, left } = await abortTask(projectFolder(globals), task, reason);
  if (globals.json) return printJson({ task, delivered, takenBack, left });
  if (delivered === 'left') return print('left for the process that works on the task');
  const { runtime } = openHarness(globals);
  const changed = await listChanged(runtime, await loadState(runtime, task));
  print(`aborted ${task}`);
  if (takenBack.length > 0) print(`${takenBack.join(', ')}: as before the edit that was under way`);
  if (left !== undefined) note(left);
  if (changed.length > 0)
    print(`changed before that: ${changed.join(', ')}\n  ${commandLine(globals, `undo ${task}`)}`);
}

function toMessage(verb: 'answer' | 'tell' | 'pause', text: string): ControlMessage {
  return verb === 'pause' ? { type: 'pause' } : { type: verb, text };
}
