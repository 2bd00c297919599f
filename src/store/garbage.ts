// What of a task's folder nobody will ask for again.
import path from 'node:path';
import type { Disk } from '../platform/index.js';
import type { StateStore } from './contract.js';
import type { TaskFiles } from './task-files.js';

/** Old step records, images that nothing names, and what killed writers left behind. Call it under the lease. */
export function findGarbage(
  disk: Disk,
  files: TaskFiles,
  options: Parameters<StateStore['collect']>[1],
): string[] {
  const journal = disk.read(files.journal).toString('latin1');
  const steps = listFolder(disk, files.steps);
  const kept = new Set([...new Set(steps.map(stepOf))].slice(-options.keepSteps));
  const isStray = (name: string): boolean => name.endsWith('.tmp') || /^lease\.[0-9a-f]+$/.test(name);
  const inside = (folder: string, names: readonly string[]): string[] =>
    names.map((name) => path.join(folder, name));
  return [
    ...inside(
      files.steps,
      steps.filter((name) => isStray(name) || options.keepSteps === 0 || !kept.has(stepOf(name))),
    ),
    ...inside(
      files.snapshots,
      listFolder(disk, files.snapshots).filter(
        (name) => !options.reachable.has(name) && !journal.includes(name),
      ),
    ),
    ...inside(files.control, listFolder(disk, files.control).filter(isStray)),
    ...inside(files.folder, listFolder(disk, files.folder).filter(isStray)),
  ];
}

function stepOf(name: string): string {
  return name.split('.', 1)[0] ?? name;
}

function listFolder(disk: Disk, folder: string): string[] {
  return disk.status(folder) === undefined ? [] : disk.list(folder);
}
