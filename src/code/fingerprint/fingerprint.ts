// What kind of project this is, in a few lines that fit into every context.
import { posix } from 'node:path';
import type { ProjectView } from '../project-view.js';
import { nameLanguage } from './language-name.js';
import { readStyle } from './style.js';
import type { CodeStyle } from './style.js';
import { readTools } from './tools.js';

const MAX_FOLDERS = 6;
/** Folder names are the one free text here; a character is at most one token, so this bounds them. */
const MAX_FOLDERS_LENGTH = 42;
const MAX_LANGUAGES = 3;
const MAX_NAMES = 5;

export interface Fingerprint {
  /** Languages by their share of the source files, largest first. */
  readonly languages: readonly { readonly name: string; readonly share: number }[];
  readonly packageManagers: readonly string[];
  readonly frameworks: readonly string[];
  readonly testRunners: readonly string[];
  /** Top-level folders with the most source files first. */
  readonly folders: readonly string[];
  /** How the main language is written here. */
  readonly style: CodeStyle;
}

export function projectFingerprint(input: ProjectView): Fingerprint {
  const sources = input.files.filter((path) => nameLanguage(path) !== undefined);
  const languages = countBy(sources, nameLanguage).map(([name, count]) => ({
    name,
    share: count / sources.length,
  }));
  const main = languages[0]?.name;
  return {
    languages,
    ...readTools(input),
    folders: countBy(sources, nameFolder).map(([name]) => name),
    style: readStyle(
      sources.filter((path) => nameLanguage(path) === main),
      (path) => input.read(path),
    ),
  };
}

/** One line per topic, at most 120 tokens: every list is cut, and odd folder names are left out. */
export function renderFingerprint(fingerprint: Fingerprint): string {
  const { languages, packageManagers, frameworks, testRunners, folders, style } = fingerprint;
  const topics: [string, readonly string[]][] = [
    [
      'Languages',
      languages.slice(0, MAX_LANGUAGES).map(({ name, share }) => `${name} ${Math.round(share * 100)}%`),
    ],
    ['Packages', packageManagers.slice(0, MAX_LANGUAGES)],
    ['Frameworks', frameworks.slice(0, MAX_NAMES)],
    ['Tests', testRunners.slice(0, MAX_LANGUAGES)],
    ['Folders', pickFolders(folders)],
    ['Style', [style.indent, style.quotes, style.semicolons].filter((hint) => hint !== undefined)],
  ];
  return topics
    .filter(([, values]) => values.length > 0)
    .map(([topic, values]) => `${topic}: ${values.join(', ')}`)
    .join('\n');
}

function pickFolders(folders: readonly string[]): string[] {
  const picked: string[] = [];
  for (const name of folders) {
    const length = [...picked, name].join(', ').length;
    if (/^[\w.@-]+$/.test(name) && length <= MAX_FOLDERS_LENGTH) picked.push(name);
    if (picked.length === MAX_FOLDERS) break;
  }
  return picked;
}

function nameFolder(path: string): string | undefined {
  const [first, ...rest] = posix.normalize(path).split('/');
  return rest.length === 0 ? undefined : first;
}

/** Names with their counts, most frequent first, then by name so that equal projects read alike. */
function countBy(paths: readonly string[], nameOf: (path: string) => string | undefined): [string, number][] {
  const counts = new Map<string, number>();
  for (const path of paths) {
    const name = nameOf(path);
    if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].sort(([a, left], [b, right]) => right - left || (a < b ? -1 : 1));
}
