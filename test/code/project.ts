// Small real projects in temporary folders.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { listProjectFiles } from '../../src/code/index.js';
import type { ProjectView } from '../../src/code/index.js';

/** A folder that holds these files until the test ends. */
export function writeProject(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), 'agentforge-code-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

/** The same files seen through the disk. */
export function viewProject(files: Readonly<Record<string, string>>): ProjectView {
  const root = writeProject(files);
  return { files: listProjectFiles(root), read: (path) => readFileSync(join(root, path), 'utf8') };
}
