// A worktree in which the base is tried with parts of a change; always in the same folder, so that no test can tell the tries apart by it.
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createProjectRedactor, type Runtime } from '../../engine/index.js';
import {
  acquireLease,
  confine,
  ensureDirectory,
  openWorktree,
  prepareWorktree,
  removeWorktree,
  runGit,
  type Lease,
  type Worktree,
} from '../../platform/index.js';
import { AgentForgeError } from '../../schema/index.js';
import { createHarness } from '../harness.js';
import { createRun } from './run-tests.js';

const ID = 'prove';
const PREPARE_MS = 600_000;

export interface LaidFile {
  readonly path: string;
  readonly isDeleted: boolean;
  /** In place of what the project has there. */
  readonly content?: string;
}

export interface Stages {
  /** The base with these files of the project laid over it, made anew each time. */
  open(files: readonly LaidFile[]): Promise<Runtime>;
  close(): Promise<void>;
}

/** One proof at a time; what a killed one left behind goes first. */
export async function openStages(
  runtime: Runtime,
  base: string,
  signal: AbortSignal | undefined,
): Promise<Stages> {
  const { root } = runtime.workspace;
  const lease = acquire(runtime);
  const beating = setInterval(() => lease.beat(), BEAT_MS);
  return {
    open: (files) => openStage(runtime, { base, files, signal }),
    close: async () => {
      clearInterval(beating);
      try {
        await removeWorktree({ root, id: ID });
      } finally {
        lease.release();
      }
    },
  };
}

const BEAT_MS = 5_000;

function acquire({ workspace, clock, ids }: Runtime): Lease {
  const { root, disk } = workspace;
  const folder = path.join(root, '.agentforge', 'cache');
  ensureDirectory(disk, folder);
  return acquireLease({
    ...{ disk, clock, ids, lastEpoch: 0 },
    file: path.join(folder, 'prove.lease'),
    what: `the proof for ${root}`,
  });
}

interface StageRequest {
  readonly base: string;
  readonly files: readonly LaidFile[];
  readonly signal: AbortSignal | undefined;
}

async function openStage(runtime: Runtime, { base, files, signal }: StageRequest): Promise<Runtime> {
  const project = runtime.workspace.root;
  await removeWorktree({ root: project, id: ID });
  const worktree = await openWorktree({ root: project, id: ID });
  await goTo(worktree, base);
  for (const file of files.filter(({ isDeleted }) => isDeleted)) remove(worktree, file);
  for (const file of files.filter(({ isDeleted }) => !isDeleted)) lay(worktree, project, file);
  const place = { project, workspace: worktree.root, environment: runtime.environment };
  const bare = createHarness(place).runtime;
  const redactor = createProjectRedactor(bare, { known: [], key: runtime.ids.hex(32) });
  const run = createRun(bare, (text) => redactor.redact(text), signal);
  const { readOnly } = await prepareWorktree(worktree, {
    prepare: runtime.config.workspace?.prepare,
    run: (argv) => run({ name: 'prepare', argv, timeoutMs: PREPARE_MS }),
  });
  // What this process has seen itself counts in either place.
  return { ...createHarness({ ...place, readOnly }).runtime, evidence: runtime.evidence };
}

async function goTo({ top, base: head }: Worktree, base: string): Promise<void> {
  if (head === base) return;
  const { exitCode, stderr } = await runGit(top, ['checkout', '--quiet', '--detach', base]);
  if (exitCode === 0) return;
  throw new AgentForgeError(
    'command_failed',
    `The base ${base.slice(0, 12)} cannot be checked out: ${stderr}`,
  );
}

function remove({ root }: Worktree, { path: name }: LaidFile): void {
  const place = confine(root, name, { forWriting: false });
  // Through a link that the base has, a file elsewhere would be meant.
  if (place.ok) rmSync(path.join(root, name), { force: true, recursive: true });
}

function lay({ root }: Worktree, project: string, { path: name, content }: LaidFile): void {
  const folder = findFolder(root, name);
  const target = path.join(folder, path.basename(name));
  mkdirSync(folder, { recursive: true });
  rmSync(target, { force: true, recursive: true });
  if (content !== undefined) writeFileSync(target, content);
  else cpSync(path.join(project, name), target, { recursive: true, verbatimSymlinks: true });
}

/** A link that the base has where the change has a folder must not lead out. */
function findFolder(root: string, name: string): string {
  const folder = path.posix.dirname(name);
  if (folder === '.') return root;
  const place = confine(root, folder, { forWriting: false });
  if (place.ok) return place.absolute;
  throw new AgentForgeError('bad_usage', `${name} cannot be laid over the base: ${place.message}`);
}
