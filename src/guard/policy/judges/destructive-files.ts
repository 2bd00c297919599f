// Deleting what cannot be brought back: the project itself, what contains it, a home folder, the system.
import { isOutside, type Place } from '../changes.js';
import type { GuardedFile } from '../../contract.js';
import type { Case, Hit } from './judge.js';

const SYSTEM =
  /^\/(?:bin|boot|dev|etc|home|lib\d*|media|mnt|opt|proc|root|run|sbin|srv|sys|usr|var|Users|System|Library|Applications|Volumes|private)?(?:\/\*?)?$/;
const HOME = /^\/(?:home|Users)\/[^/]+$/;
const DRIVE = /^[A-Za-z]:\/?$/;
const DEVICE = /^\/dev\/(?!null$|zero$|stdout$|stderr$|stdin$|tty$|fd\/|pts\/|shm\/)/;

export function judgeDestructiveFiles({ files, place }: Case): Hit | undefined {
  for (const file of files) {
    const path = file.path.replace(/\/\*+$/, '') || '/';
    if (isDeletion(file) && isPrecious(path === '*' ? '.' : path, place)) return { path: file.path };
    if (DEVICE.test(file.path)) return { path: file.path };
  }
  return undefined;
}

function isDeletion({ after, unknown }: GuardedFile): boolean {
  return after === null && unknown !== true;
}

function isPrecious(path: string, { root, home }: Place): boolean {
  if (path === '.' || /^(?:\.\.\/)*\.\.$/.test(path) || path === '~') return true;
  if (!isOutside(path)) return false;
  const isAround = [root, home].some((one) => one !== undefined && isSameOrAbove(path, one));
  return isAround || SYSTEM.test(path) || HOME.test(path) || DRIVE.test(path);
}

function isSameOrAbove(path: string, one: string): boolean {
  return `${one.replaceAll('\\', '/')}/`.startsWith(path.endsWith('/') ? path : `${path}/`);
}
