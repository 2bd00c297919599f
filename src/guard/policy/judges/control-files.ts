// Writes to what steers tools outside the gates: by name in any spelling, by real path, and by code that names one.
import { isControlPath } from '../../../platform/index.js';
import { isOutside } from '../changes.js';
import type { Case, Hit } from './judge.js';

export function judgeControlFiles({ action, view, files }: Case): Hit | undefined {
  for (const { path } of files) {
    if (isControlPath(path)) return { path, why: 'it steers tools that run outside the gates' };
    // A link inside the project that leads to one, or out of it.
    const refused = isOutside(path) ? undefined : view.refuseWrite(path);
    if (refused !== undefined) return { path, why: refused };
  }
  return action.shell === undefined ? undefined : findInCode(action.shell);
}

type Shell = NonNullable<Case['action']['shell']>;

const NAMED =
  /[\w.@~/\\-]{0,200}\.(?:git\/(?:hooks|config)|agentforge|claude|codex|gemini|cursor|mcp\.json|husky|githooks|npmrc|envrc)\b[\w./\\-]{0,200}/gi;
const WRITES =
  /\b(?:write\w*|open|unlink\w*|rm\w*|remove\w*|rename\w*|truncate|copy\w*|replace|mkdir\w*|symlink\w*|chmod\w*|dump\w*|spurt|save|system|exec\w*|spawn\w*)\b|>/i;

/** What inline code or an unreadable command does cannot be known; that it speaks of such a file and of writing can. */
function findInCode({ command, doubts }: Shell): Hit | undefined {
  if (doubts.length === 0 || !WRITES.test(command)) return undefined;
  for (const [named] of command.slice(0, 100_000).matchAll(NAMED))
    if (isControlPath(named))
      return { path: named, why: 'code that is not read beforehand names it and can write' };
  return undefined;
}
