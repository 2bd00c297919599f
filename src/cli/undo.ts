// `undo`: takes back what a task, or a flow of tasks, did to files.
import { refreshLedger, undoWork, type UndoOutcome } from '../app/index.js';
import { commandLine, openHarness, projectFolder, type Globals } from './globals.js';
import { print, printJson } from './output.js';

export async function undo(globals: Globals, task: string): Promise<void> {
  const { runtime } = openHarness(globals);
  const { undone, left, branch } = await undoWork(runtime, task);
  await refreshLedger(runtime, projectFolder(globals), undone);
  process.exitCode = left.length > 0 ? 1 : 0;
  if (globals.json) return printJson({ task, undone, left, branch });
  if (undone.length > 0) print(`${undone.join(', ')}: as before task ${task}`);
  if (branch !== undefined) print(`Its commits stay on ${branch}: commit this, too, or drop the branch.`);
  for (const [changed, fixes] of groupByFile(left)) print(describeLeft(globals, changed, fixes));
  if (undone.length + left.length === 0) print(`Task ${task} has nothing to undo.`);
}

function groupByFile(left: UndoOutcome['left']): Map<string, UndoOutcome['left'][number][]> {
  const groups = new Map<string, UndoOutcome['left'][number][]>();
  for (const fix of left) groups.set(fix.changed, [...(groups.get(fix.changed) ?? []), fix]);
  return groups;
}

function describeLeft(globals: Globals, changed: string, fixes: UndoOutcome['left']): string {
  const also = new Set(fixes.flatMap(({ files }) => files).filter((file) => file !== changed));
  const others = also.size === 0 ? '' : `, and with it ${[...also].join(', ')}`;
  const shown = fixes.map(({ task }) => `  ${commandLine(globals, `task diff ${task}`)}`);
  return [
    `${changed} was changed since, so it stays as it is${others}; take back by hand what you want of`,
    ...shown,
  ].join('\n');
}
