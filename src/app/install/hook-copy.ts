// The hook's files, copied out of the package to where nothing replaces them unseen.
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { compilePolicy, loadBuiltinGuards, loadProjectGuards, type PolicyFile } from '../../guard/index.js';
import { canonicalJson, packageFile, sha256 } from '../../platform/index.js';
import { AgentForgeError } from '../../schema/index.js';
import { loadConfig } from '../config.js';
import type { InstallPlace } from './places.js';

const HOOK_FILES = ['hook.cjs', 'hook-shell.mjs', 'hook-git.mjs', 'guards.json'];

export interface HookCopy {
  /** The file to start. */
  readonly program: string;
  /** Absolute path → SHA-256. */
  readonly files: Readonly<Record<string, string>>;
}

/** For a user every version has a folder of its own, so that another project's hook is not changed under it. */
export function copyHook({ scope, folder }: InstallPlace): HookCopy {
  const sources = HOOK_FILES.map((name) => packageFile(path.join('dist', name)));
  const missing = sources.find((file) => !existsSync(file));
  if (missing !== undefined)
    throw new AgentForgeError(
      'not_found',
      `${missing} is missing; run \`npm run build\`, or install the package anew.`,
    );
  const version = sha256(canonicalJson(sources.map((file) => sha256(readFileSync(file))))).slice(0, 12);
  const target = scope === 'user' ? path.join(folder, version) : folder;
  keepOutOfGit(folder);
  mkdirSync(target, { recursive: true });
  const copies = sources.map((source) => copyWhole(source, path.join(target, path.basename(source))));
  return { program: path.join(target, 'hook.cjs'), files: Object.fromEntries(copies) };
}

/** A hook that starts meanwhile sees the old file or the new one. */
function copyWhole(source: string, target: string): [string, string] {
  const temporary = `${target}.${process.pid}`;
  copyFileSync(source, temporary);
  renameSync(temporary, target);
  return [target, sha256(readFileSync(target))];
}

/** They are for this machine only. */
export function keepOutOfGit(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(path.join(folder, '.gitignore'), '*\n');
}

/** The project's own guards and the profile, compiled for the hook. */
export function compileProjectPolicy(project: string, profile: 'standard' | 'team'): PolicyFile {
  const { guards } = loadConfig(project) as { readonly guards?: GuardSettings };
  const own = loadProjectGuards(project);
  const policy = compilePolicy({
    builtin: loadBuiltinGuards(),
    own,
    profile,
    ...(guards?.disable ? { disabled: guards.disable } : {}),
    ...(guards?.roles ? { roles: guards.roles } : {}),
  });
  return { policy, sources: sha256(canonicalJson({ own, guards: guards ?? null })) };
}

/** The part of the configuration that decides about guards. */
interface GuardSettings {
  readonly disable?: readonly string[];
  readonly roles?: Readonly<Record<string, readonly string[]>>;
}

/** Returns the file. Guards that were set aside for a while stay so. */
export function writePolicy(folder: string, file: PolicyFile): string {
  const target = path.join(folder, 'policy.json');
  const bypasses = existsSync(target)
    ? (JSON.parse(readFileSync(target, 'utf8')) as PolicyFile).bypasses
    : undefined;
  keepOutOfGit(folder);
  const text = JSON.stringify({ ...(bypasses ? { bypasses } : {}), ...file });
  writeFileSync(`${target}.${process.pid}`, text);
  renameSync(`${target}.${process.pid}`, target);
  return target;
}
