// `.agentforge/`: what is written by people is committed, what the harness keeps is not.
import path from 'node:path';
import { ensureDirectory, readText, replaceFile, type Disk } from '../platform/index.js';

const OLDER_STATE = 'tasks/\ngraph.db*\nevidence/\ncache/\n';
const STATE = `${OLDER_STATE}spool/\nhook/\nbypasses.json\n`;
/** Where nobody has set anything up, git sees nothing at all. */
const STATE_AND_ITSELF = `.gitignore\n${STATE}`;

const OURS = new Set([STATE_AND_ITSELF, OLDER_STATE, `.gitignore\n${OLDER_STATE}`]);

/** Git must not even look at task state: it would walk every record of every step each time. */
export function keepStateOutOfGit(
  disk: Disk,
  project: string,
  options: { readonly committed?: boolean } = {},
): void {
  const home = path.join(project, '.agentforge');
  const file = path.join(home, '.gitignore');
  const known = readText(disk, file);
  const isOurs = known === undefined || OURS.has(known);
  const isCommitted = options.committed === true || known === OLDER_STATE;
  const wanted = isCommitted ? STATE : STATE_AND_ITSELF;
  if (!isOurs || known === wanted) return;
  ensureDirectory(disk, home);
  replaceFile(disk, file, wanted, { durable: false });
}
