// Picks one existing test that shows how tests are written here.
import { nameLanguage } from './fingerprint/language-name.js';
import { isTestFile } from './test-file.js';

const MAX_READ = 40;
const MAX_TEXT_LENGTH = 64_000;
const MAX_EXCERPT_LINES = 60;
const MAX_EXCERPT_LENGTH = 2_500;
/** Long enough to show a set-up and a few cases, short enough to be read whole. */
const IDEAL_LINES = 35;

/** A file that really holds a test, in any of the common runners. */
const HOLDS_TEST =
  /\b(?:it|test|describe|specify|suite)(?:\.\w+)*\s*\(|^\s*(?:async\s+)?def\s+test|\bfunc\s+Test|#\[(?:\w+::)?test\]|@Test\b|^\s*it\s+["']/m;
/** Folders that only say "source" or "test": mirrored trees differ in them. */
const ROOT_FOLDERS = new Set(['src', 'lib', 'app', 'test', 'tests', '__tests__', 'spec', 'unit']);

interface Candidate {
  readonly path: string;
  readonly distance: number;
}

/** The same language as `near` when that is given, then the nearest folder, then a good length. */
export function findExampleTest(
  files: readonly string[],
  read: (path: string) => string | undefined,
  near?: string,
): { path: string; excerpt: string } | undefined {
  const best = rankCandidates(files, near)
    .slice(0, MAX_READ)
    .flatMap((candidate) => {
      const text = read(candidate.path);
      if (text === undefined || text.length > MAX_TEXT_LENGTH || !HOLDS_TEST.test(text)) return [];
      return [{ ...candidate, text, oddity: Math.abs(text.split('\n').length - IDEAL_LINES) }];
    })
    .sort((a, b) => a.distance - b.distance || a.oddity - b.oddity || (a.path < b.path ? -1 : 1))[0];
  return best === undefined ? undefined : { path: best.path, excerpt: cutExcerpt(best.text) };
}

function rankCandidates(files: readonly string[], near: string | undefined): Candidate[] {
  const tests = files.filter((path) => isTestFile(path) && path !== near);
  const wanted = near === undefined ? undefined : nameLanguage(near);
  return tests
    .filter((path) => wanted === undefined || isSameFamily(nameLanguage(path), wanted))
    .map((path) => ({ path, distance: near === undefined ? 0 : measureDistance(path, near) }))
    .sort((a, b) => a.distance - b.distance || (a.path < b.path ? -1 : 1));
}

/** JavaScript tests show the style for TypeScript and the other way round: the runner is the same. */
function isSameFamily(a: string | undefined, b: string): boolean {
  const toFamily = (name: string | undefined): string | undefined =>
    name?.replace('TypeScript', 'JavaScript');
  return toFamily(a) === toFamily(b);
}

/** Folders to leave and to enter on the way from one file to the other. */
function measureDistance(path: string, near: string): number {
  const [a, b] = [listFolders(path), listFolders(near)];
  let shared = 0;
  while (shared < a.length && shared < b.length && a[shared] === b[shared]) shared++;
  return a.length + b.length - 2 * shared;
}

function listFolders(path: string): string[] {
  return path
    .split('/')
    .slice(0, -1)
    .filter((folder) => !ROOT_FOLDERS.has(folder));
}

function cutExcerpt(text: string): string {
  const lines = text.trimEnd().split('\n').slice(0, MAX_EXCERPT_LINES);
  while (lines.length > 1 && lines.join('\n').length > MAX_EXCERPT_LENGTH) lines.pop();
  return lines.join('\n').slice(0, MAX_EXCERPT_LENGTH);
}
