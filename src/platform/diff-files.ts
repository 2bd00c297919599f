// Renders planned changes as one unified diff, inside a repository or not.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { AgentForgeError, type PlannedEdit } from '../schema/index.js';
import { runGit } from './git.js';

/** `null` text means that the file does not exist on that side. Paths come out as `a/path` and `b/path`. */
export async function diffFiles(edits: readonly PlannedEdit[]): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'agentforge-diff-'));
  try {
    for (const side of ['a', 'b']) mkdirSync(path.join(folder, side));
    for (const edit of edits) {
      writeSide(path.join(folder, 'a'), edit.path, edit.before);
      writeSide(path.join(folder, 'b'), edit.path, edit.after);
    }
    const result = await runGit(folder, DIFF, {
      env: { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CEILING_DIRECTORIES: folder },
    });
    // Exit 1 says that there are differences.
    if (result.exitCode === 0 || result.exitCode === 1) return nameBothSides(result.stdout);
    throw new AgentForgeError('command_failed', `git diff failed: ${result.stderr}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const DIFF = ['diff', '--no-index', '--no-color', '--no-renames', '--no-prefix', '--text', 'a', 'b'];

function writeSide(side: string, relative: string, text: string | null): void {
  const absolute = path.resolve(side, relative);
  if (!absolute.startsWith(`${side}${path.sep}`)) {
    throw new AgentForgeError('outside_root', `${relative} is outside the project; name a path inside it.`);
  }
  if (text === null) return;
  mkdirSync(path.dirname(absolute), { recursive: true });
  writeFileSync(absolute, text);
}

/** For a file that exists on one side only, git names that side twice. No line of content begins like this header. */
function nameBothSides(diff: string): string {
  return diff.replace(/^diff --git ("?)[ab]\/(.*) \1[ab]\/\2$/gm, 'diff --git $1a/$2 $1b/$2');
}
