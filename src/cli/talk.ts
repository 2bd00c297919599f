// `answer`, `tell`, `pause`, `abort`: what a person says to a task.
import { abortTask, deliver, type Abortion } from '../app/index.js';
import { listChanged, loadState, parseSpec } from '../engine/index.js';
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
    throw new AgentForgeError(
      'bad_usage',
      `Task ${task} is ${status}; there is ${verb === 'tell' ? 'nobody' : 'nothing'} to ${verb}.`,
    );
  if (verb === 'answer' && !question)
    throw new AgentForgeError(
      'bad_usage',
      `Task ${task} has no open question; use \`agentforge tell ${task} "…"\` instead.`,
    );
  if (verb === 'abort') return abort(globals, task, text || 'a person aborted it');
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
  const abortion = await abortTask(projectFolder(globals), task, reason);
  const { delivered, takenBack, left } = abortion;
  if (globals.json) return printJson({ task, ...abortion });
  if (delivered === 'left') return print('left for the process that works on the task');
  print(`aborted ${task}`);
  if (takenBack.length > 0) print(`${takenBack.join(', ')}: as before the edit that was under way`);
  if (left !== undefined) note(left);
  for (const line of await describeRest(globals, task, abortion)) print(line);
}

/** What there is of it still, and how it goes away. */
async function describeRest(
  globals: Globals,
  task: string,
  { branch, worktree }: Abortion,
): Promise<string[]> {
  const { runtime } = openHarness(globals);
  const state = await loadState(runtime, task);
  if (branch !== undefined)
    return [
      `what was fixed before is on the branch ${branch}`,
      `  git merge ${branch}`,
      `  git branch -D ${branch}`,
    ];
  if (worktree !== undefined)
    return [
      `the other fixes go on in ${worktree}`,
      ...['resume', 'abort'].map((verb) => `  ${commandLine(globals, `${verb} ${state.parent ?? task}`)}`),
    ];
  const changed = (await isIsolated(globals, task)) ? [] : await listChanged(runtime, state);
  return changed.length === 0
    ? []
    : [`changed before that: ${changed.join(', ')}`, `  ${commandLine(globals, `undo ${task}`)}`];
}

/** Its worktree is gone, and what was changed there with it. */
async function isIsolated(globals: Globals, task: string): Promise<boolean> {
  const { store } = openHarness(globals).runtime;
  return parseSpec(await store.readSpec(task), task).inputs.fix?.where === 'worktree';
}

function toMessage(verb: 'answer' | 'tell' | 'pause', text: string): ControlMessage {
  return verb === 'pause' ? { type: 'pause' } : { type: verb, text };
}
