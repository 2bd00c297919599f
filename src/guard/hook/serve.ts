// A hook as a process: arguments and standard input in, an answer on the standard streams and the exit code out.
import { existsSync, read, readFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import { HOOK_DIALECTS, type HookAnswer, type HookDialect } from './call.js';
import type { InstalledEntry } from './config-change.js';
import { failClosed, MAX_INPUT_BYTES, runHook } from './endpoint.js';
import type { HookSurroundings } from './surroundings.js';

export interface HookLoaders {
  readonly readShell: HookSurroundings['readShell'];
  readonly loadSnapshots: HookSurroundings['loadSnapshots'];
  /** The folder that holds the guards of the package. */
  readonly here: string;
}

/** Sets the exit code only at the very end: whatever ends the process before that has ended it with a refusal. */
export async function serveHook(args: readonly string[], loaders: HookLoaders): Promise<void> {
  const dialect = findDialect(args);
  const fail = (error: unknown): never => finish(failClosed(dialect ?? 'claude', String(error)));
  process.exitCode = 2;
  process.once('uncaughtException', fail).once('unhandledRejection', fail);
  if (!dialect) return fail(`--dialect must be one of ${HOOK_DIALECTS.join(', ')}`);
  const late = setTimeout(() => fail('the call did not arrive within 5 seconds'), 5_000);
  try {
    const text = await readInput();
    clearTimeout(late);
    finish(await runHook(text, findSurroundings(args, dialect, loaders)));
  } catch (error) {
    fail(error instanceof Error ? error.message : error);
  }
}

function findDialect(args: readonly string[]): HookDialect | undefined {
  const named = findOption(args, '--dialect');
  return HOOK_DIALECTS.find((dialect) => dialect === named);
}

function findOption(args: readonly string[], name: string): string | undefined {
  const at = args.indexOf(name);
  return at < 0 ? undefined : args[at + 1];
}

function findSurroundings(
  args: readonly string[],
  dialect: HookDialect,
  loaders: HookLoaders,
): HookSurroundings {
  const [project, policy] = [findOption(args, '--project'), findOption(args, '--policy')];
  return {
    dialect,
    environment: process.env,
    cwd: process.cwd(),
    profile: findOption(args, '--profile') === 'team' ? 'team' : 'standard',
    builtin: path.join(loaders.here, 'guards.json'),
    listInstalled: () => listInstalled(loaders.here),
    readShell: loaders.readShell,
    loadSnapshots: loaders.loadSnapshots,
    now: Date.now,
    ...(project === undefined ? {} : { project }),
    ...(policy === undefined ? {} : { policy }),
  };
}

/** Beside the hook, or above it where each version has a folder of its own. */
function listInstalled(here: string): readonly InstalledEntry[] {
  const file = [here, path.dirname(here)]
    .map((folder) => path.join(folder, 'installed.json'))
    .find(existsSync);
  if (file === undefined) return [];
  return (JSON.parse(readFileSync(file, 'utf8')) as { entries?: InstalledEntry[] }).entries ?? [];
}

const CHUNK_BYTES = 65_536;
const RETRY_MS = 5;

async function readInput(): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for (;;) {
    const chunk = await readChunk();
    if (chunk.length === 0) return Buffer.concat(chunks).toString('utf8');
    size += chunk.length;
    if (size > MAX_INPUT_BYTES) throw new Error('the call is larger than 10 MB');
    chunks.push(chunk);
  }
}

function readChunk(): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
  return new Promise((resolve, reject) => {
    const attempt = (): void =>
      read(0, buffer, 0, CHUNK_BYTES, null, (error, bytes) => {
        if (error?.code === 'EAGAIN') setTimeout(attempt, RETRY_MS);
        else if (error && error.code !== 'EOF') reject(error);
        else resolve(buffer.subarray(0, error ? 0 : bytes));
      });
    attempt();
  });
}

function finish({ exitCode, stdout, stderr }: HookAnswer): never {
  writeAll(1, stdout);
  writeAll(2, stderr);
  process.exit(exitCode);
}

/** Nobody listens any more, or not fast enough; the exit code still counts. */
function writeAll(handle: number, text: string): void {
  try {
    if (text !== '') writeSync(handle, text);
  } catch {
    return;
  }
}
