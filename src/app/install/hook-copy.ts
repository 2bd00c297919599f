// The hook's files, copied out of the package to where nothing replaces them unseen.
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { PolicyFile } from '../../guard/index.js';
import { canonicalJson, packageFile, sha256 } from '../../platform/index.js';
import { AgentForgeError } from '../../schema/index.js';
import { loadConfig } from '../config.js';
import { compileFor } from '../policy.js';
import { findTrustQuestion } from '../trust.js';
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
  const guards = { ...loadConfig(project).guards, profile };
  const trusted = (): boolean => findTrustQuestion(project) === undefined;
  return { policy: compileFor({ project, guards, trusted }) };
}

/** For hooks that are installed in this project already. False when there are none. */
export function refreshPolicy(project: string): boolean {
  const folder = path.join(project, '.agentforge', 'hook');
  const file = path.join(folder, 'policy.json');
  if (!existsSync(file)) return false;
  const { policy } = JSON.parse(readFileSync(file, 'utf8')) as PolicyFile;
  writePolicy(folder, compileProjectPolicy(project, policy.profile === 'team' ? 'team' : 'standard'));
  return true;
}

/** Returns the file. */
export function writePolicy(folder: string, policy: PolicyFile): string {
  const target = path.join(folder, 'policy.json');
  keepOutOfGit(folder);
  writeFileSync(`${target}.${process.pid}`, JSON.stringify(policy));
  renameSync(`${target}.${process.pid}`, target);
  return target;
}
