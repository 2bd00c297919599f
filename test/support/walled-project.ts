// A project in a folder of its own, with whatever lies beside it; removed when the test file is done.
import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';

export interface TempProject {
  readonly root: string;
  /** The folder around it, for what must stay untouched. */
  readonly outside: string;
  readonly write: (file: string, text: string | Uint8Array) => void;
  readonly read: (file: string) => string;
}

const made: string[] = [];

/** Called after every test file, from `remove-projects.ts`. */
export function removeProjects(): void {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
}

export function makeTempProject(files: Readonly<Record<string, string>> = {}): TempProject {
  const outside = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'af-test-')));
  made.push(outside);
  const root = path.join(outside, 'project');
  mkdirSync(root);
  const project: TempProject = {
    root,
    outside,
    write(file, text) {
      const absolute = path.join(root, file);
      mkdirSync(path.dirname(absolute), { recursive: true });
      writeFileSync(absolute, text);
    },
    read: (file) => readFileSync(path.join(root, file), 'utf8'),
  };
  for (const [file, text] of Object.entries(files)) project.write(file, text);
  return project;
}

/** Makes the project a repository whose first commit holds all its files. */
export function commitAll(root: string): void {
  const identity = [
    '-c',
    'user.name=Someone',
    '-c',
    'user.email=someone@example.org',
    '-c',
    'commit.gpgsign=false',
  ];
  for (const args of [
    ['init', '-q', '-b', 'main'],
    ['add', '-A'],
    [...identity, 'commit', '-qm', 'start'],
  ])
    execFileSync('git', args, { cwd: root, stdio: 'ignore' });
}

/** Every file below a folder, with its bytes as text; `skip` names paths to leave out. */
export function readTree(
  folder: string,
  skip: (relative: string) => boolean = () => false,
): Map<string, string> {
  const found = new Map<string, string>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const absolute = path.join(entry.parentPath, entry.name);
    const relative = path.relative(folder, absolute);
    if (entry.isFile() && !skip(relative)) found.set(relative, readFileSync(absolute, 'latin1'));
  }
  return found;
}
