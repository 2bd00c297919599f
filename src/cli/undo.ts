// `undo`: takes back what a task, or a flow of tasks, did to files.
import { undoWork } from '../app/index.js';
import { openHarness, type Globals } from './globals.js';
import { print, printJson } from './output.js';

export async function undo(globals: Globals, task: string): Promise<void> {
  const files = await undoWork(openHarness(globals).runtime, task);
  if (globals.json) return printJson({ task, undone: files });
  print(
    files.length === 0 ? `Task ${task} has nothing to undo.` : `${files.join(', ')}: as before task ${task}`,
  );
}
