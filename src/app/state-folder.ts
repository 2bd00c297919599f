// `.agentforge/`: what is written by people is committed, what the harness keeps is not.
import path from 'node:path';
import { ensureDirectory, replaceFile, type Disk } from '../platform/index.js';

const IGNORED = 'tasks/\ngraph.db*\nevidence/\ncache/\n';

/** Git must not even look at task state: it would walk every record of every step each time. */
export function keepStateOutOfGit(disk: Disk, project: string): void {
  const home = path.join(project, '.agentforge');
  const file = path.join(home, '.gitignore');
  if (disk.status(file) !== undefined) return;
  ensureDirectory(disk, home);
  replaceFile(disk, file, IGNORED, { durable: false });
}
