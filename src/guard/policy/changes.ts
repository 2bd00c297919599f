// The files an action changes, in one spelling, whether a tool names them or a shell command writes them.
import path from 'node:path';
import type { GuardedAction, GuardedFile, ShellWrite } from '../contract.js';

/** Where the guards stand; without a root, what a shell writes keeps its absolute path. */
export interface Place {
  readonly root?: string;
  readonly home?: string;
}

export function listChanges(action: GuardedAction, place: Place): readonly GuardedFile[] {
  const files = action.files.map((file) => withPath(forgetOwn(file), toProjectPath(file.path, place)));
  const named = new Set(files.map((file) => file.path));
  const written = (action.shell?.writes ?? []).flatMap((write) => {
    const file = toFile(write, place);
    return file === undefined || named.has(file.path) ? [] : [file];
  });
  return written.length === 0 ? files : [...files, ...written];
}

/** From the root with `/`, absolute outside; dot segments gone, compatible characters folded. */
export function toProjectPath(named: string, { root }: Place): string {
  const normal = named.normalize('NFKC').replaceAll('\\', '/');
  if (!isAbsolute(normal)) return tidy(path.posix.normalize(normal));
  if (root === undefined) return tidy(path.posix.normalize(normal));
  const relative = path.posix.relative(root.replaceAll('\\', '/'), normal);
  return isOutside(relative) ? tidy(path.posix.normalize(normal)) : tidy(relative);
}

/** Absolute, or up from the root. */
export function isOutside(projectPath: string): boolean {
  return isAbsolute(projectPath) || projectPath === '..' || projectPath.startsWith('../');
}

function isAbsolute(named: string): boolean {
  return named.startsWith('/') || /^[A-Za-z]:\//.test(named);
}

function tidy(named: string): string {
  if (named === '' || named === './') return '.';
  return named.length > 1 && named.endsWith('/') ? named.slice(0, -1) : named;
}

/** What it held is no loss. */
function forgetOwn(file: GuardedFile): GuardedFile {
  return file.own && file.before !== null ? { ...file, before: '' } : file;
}

function withPath(file: GuardedFile, named: string): GuardedFile {
  return named === file.path ? file : { ...file, path: named };
}

/** What is moved away is gone; what only gets another mode keeps its text. */
function toFile(write: ShellWrite, place: Place): GuardedFile | undefined {
  if (write.path === null) return undefined;
  const file = { path: toProjectPath(write.path, place), before: null, after: null };
  if (write.how === 'mode') return { ...file, before: '', after: '' };
  return write.how === 'delete' || write.how === 'move' ? file : { ...file, unknown: true };
}
