// `.agentforge/`: what is written by people is committed, what the harness keeps is not.
import path from 'node:path';
import { ensureDirectory, readText, replaceFile, type Disk } from '../platform/index.js';

const STATE = 'tasks/\ngraph.db*\nevidence/\ncache/\n';
/** Where nobody has set anything up, git sees nothing at all. */
const STATE_AND_ITSELF = `.gitignore\n${STATE}`;

/** Git must not even look at task state: it would walk every record of every step each time. */
export function keepStateOutOfGit(
  disk: Disk,
  project: string,
  options: { readonly committed?: boolean } = {},
): void {
  const home = path.join(project, '.agentforge');
  const file = path.join(home, '.gitignore');
  const known = readText(disk, file);
  const isOurs = known === undefined || known === STATE_AND_ITSELF;
  const wanted = options.committed ? STATE : STATE_AND_ITSELF;
  if (!isOurs || known === wanted) return;
  ensureDirectory(disk, home);
  replaceFile(disk, file, wanted, { durable: false });
}
