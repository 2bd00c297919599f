// One working tree as the engine sees it: confined reads, its hash, and commands run under watch.
import path from 'node:path';
import { z } from 'zod';
import {
  acquireLease,
  confine,
  controlManifest,
  ensureDirectory,
  findSecretFiles,
  manifestDifference,
  parseJson,
  planSandbox,
  readText,
  replaceFile,
  runCommand,
  workspaceHash,
  type Clock,
  type Disk,
  type HashCache,
  type Ids,
  type Lease,
  type ProcessIdentity,
} from '../platform/index.js';
import { listProjectFiles } from '../code/index.js';
import type { CommandOutcome, CommandRun } from '../check/index.js';
import type { FileRead } from './actions/index.js';

const MAX_FILE_BYTES = 5_000_000;
const MAX_OUTPUT_BYTES = 2_000_000;

export interface Workspace {
  readonly root: string;
  readonly disk: Disk;
  readonly read: (path: string) => FileRead;
  /** Why a path may not be written, or undefined. */
  readonly refuseWrite: (path: string) => string | undefined;
  readonly listFiles: () => readonly string[];
  /** Files made to hold secrets, those that git ignores included. */
  readonly listSecretFiles: () => readonly string[];
  readonly hash: (taskFiles: readonly string[]) => Promise<string>;
  readonly run: (
    run: CommandRun,
    watch: CommandWatch,
  ) => Promise<CommandOutcome & { readonly controlChanges: readonly string[] }>;
  /** One task at a time may change a working tree. */
  readonly acquire: (takeOver: boolean) => Lease;
  /** A text that depends on `key` alone: taken from the cache when it was made for the same key. */
  readonly remember: (name: string, key: string, make: () => string) => string;
  /** Said once, when commands run without a sandbox. */
  readonly describeWeakness: () => string | undefined;
}

export interface CommandWatch {
  readonly onStarted: (group: ProcessIdentity) => Promise<void>;
  readonly signal?: AbortSignal;
}

export interface WorkspaceOptions {
  readonly root: string;
  readonly disk: Disk;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Holds the lease of the workspace and what can be computed again. */
  readonly cache: string;
  readonly sandbox: 'require' | 'prefer' | 'off';
  readonly network: boolean;
  readonly environment: Readonly<Record<string, string>>;
  /** Folders elsewhere that commands must be able to read: what a worktree's links lead to. */
  readonly readOnly?: readonly string[];
}

export function createWorkspace(options: WorkspaceOptions): Workspace {
  const { root, disk } = options;
  const cache: HashCache = new Map();
  return {
    root,
    disk,
    read: (named) => readProjectFile(options, named),
    refuseWrite: (named) => {
      const confined = confine(root, named, { forWriting: true });
      return confined.ok ? undefined : confined.message;
    },
    listFiles: () => listProjectFiles(root),
    listSecretFiles: () => findSecretFiles(root),
    hash: async (taskFiles) => (await workspaceHash(root, { cache, extraPaths: taskFiles })).hash,
    run: (run, watch) => runWatched(options, run, watch),
    acquire: (takeOver) => {
      ensureDirectory(disk, options.cache);
      return acquireLease({
        disk,
        clock: options.clock,
        ids: options.ids,
        file: path.join(options.cache, 'workspace.lease'),
        what: `the workspace ${root}`,
        lastEpoch: 0,
        takeOver,
      });
    },
    remember: (name, key, make) => rememberText(options, name, key, make),
    describeWeakness: () => planSandbox({ mode: options.sandbox, root, network: options.network }).warning,
  };
}

const Remembered = z.object({ key: z.string(), text: z.string() });

function rememberText(
  { disk, cache }: WorkspaceOptions,
  name: string,
  key: string,
  make: () => string,
): string {
  const file = path.join(cache, `${name}.json`);
  const known = Remembered.safeParse(parseJson(readText(disk, file)));
  if (known.success && known.data.key === key) return known.data.text;
  const text = make();
  ensureDirectory(disk, cache);
  replaceFile(disk, file, JSON.stringify({ key, text }), { durable: false });
  return text;
}

/** Images of files hold them as they were, secrets included. */
const OWN_STATE = /^\.agentforge\/(?:tasks|evidence|cache)(?:\/|$)/i;

function readProjectFile({ root, disk }: WorkspaceOptions, named: string): FileRead {
  const confined = confine(root, named, { forWriting: false });
  if (!confined.ok) return { ok: false, path: named, exists: true, message: confined.message };
  const { absolute, relative } = confined;
  if (OWN_STATE.test(relative))
    return {
      ok: false,
      path: relative,
      exists: true,
      message: `${relative} is kept by the harness for itself.`,
    };
  const status = disk.status(absolute);
  if (status === undefined)
    return { ok: false, path: relative, exists: false, message: `There is no file ${relative}.` };
  if (status.kind !== 'file')
    return {
      ok: false,
      path: relative,
      exists: true,
      message: `${relative} is a ${status.kind}, not a file.`,
    };
  if (status.size > MAX_FILE_BYTES)
    return {
      ok: false,
      path: relative,
      exists: true,
      message: `${relative} is over 5 MB, too large to read.`,
    };
  const bytes = disk.read(absolute);
  const text = bytes.toString('utf8');
  // A round trip through text must give the same bytes, or an edit would damage the file.
  if (text.includes('\u0000') || !Buffer.from(text, 'utf8').equals(bytes)) {
    return { ok: false, path: relative, exists: true, message: `${relative} is not a UTF-8 text file.` };
  }
  return { ok: true, path: relative, text };
}

async function runWatched(
  options: WorkspaceOptions,
  run: CommandRun,
  watch: CommandWatch,
): ReturnType<Workspace['run']> {
  const { plan } = planSandbox({
    mode: options.sandbox,
    root: options.root,
    network: options.network,
    ...(run.writable ? { writable: run.writable } : {}),
    ...(options.readOnly ? { readOnly: options.readOnly } : {}),
  });
  const before = controlManifest(options.root);
  const result = await runCommand(
    {
      argv: run.argv,
      cwd: options.root,
      env: { ...run.environment, ...options.environment },
      timeoutMs: run.timeoutMs,
      maxOutputBytes: MAX_OUTPUT_BYTES,
      onStarted: watch.onStarted,
      ...(plan ? { sandbox: plan } : {}),
    },
    watch.signal,
  );
  return { ...result, controlChanges: manifestDifference(before, controlManifest(options.root)) };
}
