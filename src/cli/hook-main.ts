// The hook as a program of its own: one file that starts fast, and two beside it for what it seldom needs.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { scanSimple, serveHook, type HookLoaders } from '../guard/index.js';

const here = path.dirname(process.argv[1] ?? '');

/** Named at run time, so that the build leaves them apart. */
const load = async (name: string): Promise<unknown> => import(pathToFileURL(path.join(here, name)).href);

// Nothing here is awaited: as a module that waits, it would start slower than node itself.
void serveHook(process.argv.slice(2), {
  here,
  readShell: async (command, where) =>
    scanSimple(command, where) ??
    ((await load('hook-shell.mjs')) as Pick<HookLoaders, 'readShell'>).readShell(command, where),
  loadSnapshots: async () =>
    (await load('hook-git.mjs')) as Awaited<ReturnType<HookLoaders['loadSnapshots']>>,
});
