// Writes outside the project; folders for passing things are free.
import { isOutside } from '../changes.js';
import type { Case, Hit } from './judge.js';

const FREE =
  /^(?:\/private)?\/(?:tmp|var\/tmp|var\/folders)(?:\/|$)|^\/dev\/(?:null|zero|stdout|stderr|stdin|tty|fd\/|pts\/|shm\/)|^[A-Za-z]:\/(?:Temp|Windows\/Temp|Users\/[^/]+\/AppData\/Local\/Temp)\//i;

export function judgeOutsideRoot({ files }: Case): Hit | undefined {
  const file = files.find(({ path }) => isOutside(path) && !FREE.test(path));
  return file && { path: file.path };
}
