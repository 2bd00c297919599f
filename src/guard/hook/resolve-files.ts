// The files a call would change, with what they hold now and would hold then, under every name they have.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { GuardedFile, ShellReading, ShellWrite } from '../contract.js';
import type { Effects } from './effects.js';
import type { Content } from './file-change.js';
import { namePath, type HookPlace } from './place.js';
import { readContent } from './read-content.js';

export function resolveFiles({ changes, moves }: Effects, place: HookPlace): GuardedFile[] {
  // One call may change a file twice.
  const written = new Map<string, Content>();
  const read = (named: string): Content => {
    const absolute = path.resolve(place.cwd, named);
    return written.has(absolute) ? written.get(absolute) : readBefore(absolute);
  };
  const change = (named: string, after: Content): GuardedFile[] => {
    const before = read(named) ?? null;
    written.set(path.resolve(place.cwd, named), after);
    return namePath(place, named).map((name) => toFile(name, before, after));
  };
  return [
    ...changes.flatMap(({ path: named, apply }) => change(named, applyTo(read(named), apply))),
    ...moves.flatMap(({ from, to, apply }) => {
      const moved = applyTo(read(from), apply);
      return [...change(from, null), ...change(to, moved)];
    }),
  ];
}

/** What a change makes of a text that nobody knows is not known, unless it does not matter. */
function applyTo(before: Content, apply: (before: string | null) => Content): Content {
  return apply(before ?? null);
}

function readBefore(absolute: string): Content {
  const content = readContent(absolute);
  if (content.kind === 'text') return content.text;
  return content.kind === 'none' ? null : undefined;
}

function toFile(name: string, before: string | null, after: Content): GuardedFile {
  return after === undefined
    ? { path: name, before, after: null, unknown: true }
    : { path: name, before, after };
}

/** What a shell command removes is known; what it writes is looked at afterwards. */
export function resolveShellFiles(reading: ShellReading, place: HookPlace): GuardedFile[] {
  const files = reading.writes.flatMap((write) => resolveWrite(write, place));
  const known = new Map(files.map((file) => [`${file.path} ${file.unknown ?? false}`, file]));
  return [...known.values()];
}

function resolveWrite({ path: absolute, how }: ShellWrite, place: HookPlace): GuardedFile[] {
  if (absolute === null) return [];
  const names = namePath(place, absolute);
  if (how !== 'delete' && how !== 'move')
    return names.map((name) => ({ path: name, before: null, after: null, unknown: true as const }));
  const content = readContent(absolute);
  // What is not there, or is a folder, has no tests to lose; what is in the folder may.
  const before = content.kind === 'text' ? content.text : '';
  const below = content.kind === 'unreadable' && content.isFolder ? listBelow(absolute, place) : [];
  return [...names.map((name) => ({ path: name, before, after: null })), ...below];
}

const MAX_LISTED = 400;
const PASSED_OVER = new Set([
  'node_modules',
  '.git',
  'dist',
  'build',
  'coverage',
  'target',
  '.venv',
  '__pycache__',
]);

function listBelow(folder: string, place: HookPlace): GuardedFile[] {
  const found: GuardedFile[] = [];
  const waiting = PASSED_OVER.has(path.basename(folder)) ? [] : [folder];
  for (let next = waiting.pop(); next !== undefined && found.length < MAX_LISTED; next = waiting.pop()) {
    for (const entry of readFolder(next)) {
      const absolute = path.join(next, entry.name);
      if (entry.isDirectory() && !PASSED_OVER.has(entry.name)) waiting.push(absolute);
      if (entry.isFile())
        found.push(...resolveWrite({ path: absolute, how: 'delete', program: 'rm' }, place));
    }
  }
  return found.slice(0, MAX_LISTED);
}

function readFolder(folder: string): ReturnType<typeof readEntries> {
  try {
    return readEntries(folder);
  } catch {
    return [];
  }
}

function readEntries(folder: string) {
  return readdirSync(folder, { withFileTypes: true });
}
