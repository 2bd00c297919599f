// Remembers which tests passed: by name where the list is short, else by a digest of each name.
import { sha256 } from '../platform/index.js';
import type { TestVerdict } from '../schema/index.js';

/** Up to here the names themselves are kept. A verdict is part of a journal record, which has a limit of its own. */
const MAX_NAMES = 300;
const MAX_NAMES_BYTES = 16_000;
export const MAX_NAME_CHARS = 200;
const DIGEST_CHARS = 8;
const MAX_DIGESTS = 2_000;

type Remembered = Pick<TestVerdict, 'passingNames' | 'passingDigests'>;

/** Always all of them or none: half a list would make the other half look gone. */
export function rememberPassing(names: readonly string[] | undefined): Remembered {
  if (!names || names.length > MAX_DIGESTS) return {};
  const passingNames = names.map(clipTestName);
  const isShort =
    names.length <= MAX_NAMES && Buffer.byteLength(JSON.stringify(passingNames)) <= MAX_NAMES_BYTES;
  return isShort ? { passingNames } : { passingDigests: passingNames.map(digestTestName).join('') };
}

/** A digest for each test that passed, in the order of the report; undefined when not all are known. */
export function listPassing(verdict: TestVerdict | undefined): readonly string[] | undefined {
  if (!verdict) return undefined;
  const { passingNames, passingDigests, passed } = verdict;
  if (passingDigests !== undefined) return passingDigests.match(EACH_DIGEST) ?? [];
  const isCut = passingNames?.length === MAX_NAMES && passed > MAX_NAMES;
  return isCut ? undefined : passingNames?.map(digestTestName);
}

const EACH_DIGEST = new RegExp(`.{${DIGEST_CHARS}}`, 'g');

/** Some tests are named after the moment they run, and are the same test all the same. */
const MOMENT =
  /\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?|[A-Z][a-z]{2} [A-Z][a-z]{2} \d\d \d{4} \d\d:\d\d:\d\d GMT[+-]\d{4}/g;

export function digestTestName(name: string): string {
  return sha256(clipTestName(name).replace(MOMENT, '‹time›')).slice(0, DIGEST_CHARS);
}

export function clipTestName(name: string): string {
  return name.length > MAX_NAME_CHARS ? `${name.slice(0, MAX_NAME_CHARS - 1)}…` : name;
}
