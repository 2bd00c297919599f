// Secrets by their shape, in what is written and in what is sent.
import { findSecrets, holdsSecrets } from '../../../platform/index.js';
import type { GuardedFile } from '../../contract.js';
import { listSegments } from '../command-match.js';
import type { Case, Hit } from './judge.js';

const MAX_CHARS = 2_000_000;

/** New ones only: to touch a file that has one already is not to put it there. */
export function judgeSecretsWritten({ files }: Case): Hit | undefined {
  const file = files.find((one) => addsSecret(one));
  return file && { path: file.path };
}

function addsSecret({ path, before, after }: GuardedFile): boolean {
  if (after === null || belongsThere(path)) return false;
  const text = after.slice(0, MAX_CHARS);
  return findSecrets(text, undefined).some(
    ({ start, end }) => !(before ?? '').includes(text.slice(start, end)),
  );
}

/** A file made to hold secrets; one that shows by example what goes there is none. */
function belongsThere(path: string): boolean {
  return holdsSecrets(path) && !/example|sample|template|dist/i.test(path.replace(/^.*\//, ''));
}

const REMOTE = new Set(
  'curl wget http https httpie xh ssh scp sftp rsync nc ncat telnet git gh glab aws gcloud az npm pnpm yarn docker kubectl dig nslookup host ping ftp mail sendmail'.split(
    ' ',
  ),
);
const LOCAL = /\b(?:localhost|127\.0\.0\.1|0\.0\.0\.0|host\.docker\.internal)\b|\[::1\]/i;

export function judgeSecretsSent({ action }: Case): Hit | undefined {
  const segment = listSegments(action).find(
    ({ program, text }) =>
      REMOTE.has(program.toLowerCase()) && !LOCAL.test(text) && findSecrets(text, undefined).length > 0,
  );
  // The reason goes into records and prompts: it names the program, not the line.
  return segment && { command: segment.program };
}
