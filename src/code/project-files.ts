// The files of a project that people write: what git tracks or would track, or a bounded walk where there is no git.
import { execFileSync } from 'node:child_process';
import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const MAX_WALKED_FILES = 50_000;
const MAX_LISTING_BYTES = 64_000_000;
const TIMEOUT_MS = 30_000;
const SKIPPED_FOLDERS = new Set([
  'node_modules',
  '.git',
  '.agentforge',
  'dist',
  'build',
  'target',
  '.venv',
  'venv',
  '__pycache__',
]);

/** Regular files only, without symlinks and our own folder; sorted, relative to `root`, with `/`. */
export function listProjectFiles(root: string): string[] {
  const listed = listWithGit(root);
  // An empty answer may also mean that an outer repository ignores this folder.
  return (listed.length > 0 ? listed : walk(root)).sort();
}

function listWithGit(root: string): string[] {
  try {
    const output = execFileSync(
      'git',
      [
        // The repository's own configuration must not start a program.
        ...['-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null'],
        ...['ls-files', '-z', '--cached', '--others', '--exclude-standard'],
      ],
      {
        cwd: root,
        env: createGitEnvironment(),
        encoding: 'utf8',
        maxBuffer: MAX_LISTING_BYTES,
        timeout: TIMEOUT_MS,
        stdio: ['ignore', 'pipe', 'ignore'],
      },
    );
    // Git also names deleted files, submodules and, in a conflict, one path several times.
    return [...new Set(output.split('\0'))].filter(
      (path) => path !== '' && !path.startsWith('.agentforge/') && isRegularFile(join(root, path)),
    );
  } catch {
    return [];
  }
}

/** Home stays, because the person's own ignore rules and trusted folders are configured there. */
function createGitEnvironment(): NodeJS.ProcessEnv {
  const { PATH, HOME, XDG_CONFIG_HOME } = process.env;
  return {
    PATH,
    HOME,
    XDG_CONFIG_HOME,
    LC_ALL: 'C',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    GIT_NO_LAZY_FETCH: '1',
  };
}

function isRegularFile(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

function walk(root: string): string[] {
  const files: string[] = [];
  const folders = [''];
  for (
    let folder = folders.pop();
    folder !== undefined && files.length < MAX_WALKED_FILES;
    folder = folders.pop()
  ) {
    for (const entry of readFolder(join(root, folder))) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isFile()) files.push(path);
      else if (entry.isDirectory() && !SKIPPED_FOLDERS.has(entry.name)) folders.push(path);
    }
  }
  return files.slice(0, MAX_WALKED_FILES);
}

/** A folder that cannot be read holds nothing for us. */
function readFolder(path: string) {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch {
    return [];
  }
}
