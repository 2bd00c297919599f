// Commands that only look: there is nothing to compare afterwards.
import type { ShellReading, ShellSegment } from '../contract.js';

const LOOKING = new Set(
  (
    'ls cat head tail grep egrep fgrep rg ag find fd pwd echo printf wc sort uniq cut tr diff cmp comm stat file which ' +
    'whoami id date true false test [ cd pushd popd tree du df ps uname hostname basename dirname realpath readlink seq ' +
    'sleep less more nl tac rev column paste expr jq yq sed awk type hash xxd od md5sum sha256sum printenv env xargs export set'
  ).split(' '),
);
const LOOKING_GIT = new Set(
  'status log diff show branch rev-parse ls-files ls-tree blame remote describe grep cat-file shortlog reflog'.split(
    ' ',
  ),
);

export function onlyLooks({ segments, writes, doubts }: ShellReading): boolean {
  return segments.length > 0 && writes.length === 0 && doubts.length === 0 && segments.every(isLooking);
}

function isLooking({ program, args }: ShellSegment): boolean {
  if (program !== 'git') return LOOKING.has(program);
  const verb = args.find((word) => word !== null && !word.startsWith('-'));
  return verb !== undefined && verb !== null && LOOKING_GIT.has(verb);
}
