// What one session of an agent did, as lines added to a small file: what it read and changed, and how often its stop was held.
import {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { prepareFolder } from './spool.js';

/** One thing that happened. */
export type SessionNote =
  | { readonly kind: 'read' | 'made'; readonly paths: readonly string[] }
  | { readonly kind: 'changed'; readonly paths: readonly string[]; readonly role: string }
  | { readonly kind: 'caught'; readonly path: string; readonly hash: string | null; readonly reason: string }
  | { readonly kind: 'held' | 'passed' };

export interface SessionState {
  readonly read: ReadonlySet<string>;
  /** Files that were not there before. */
  readonly made: ReadonlySet<string>;
  /** Path → who changed it last; empty for the main agent. */
  readonly changed: ReadonlyMap<string, string>;
  /** Forbidden changes that were told of, by path. */
  readonly caught: ReadonlyMap<string, { readonly hash: string | null; readonly reason: string }>;
  /** How often in a row a stop was held. */
  readonly held: number;
}

export interface SessionLog {
  readonly read: () => SessionState;
  readonly add: (note: SessionNote) => void;
  /** Where what belongs to one call can be kept. */
  readonly fileFor: (call: string) => string;
}

const MAX_BYTES = 256_000;
const MAX_PATHS = 500;
export function openSessionLog(folder: string, session: string): SessionLog {
  const name = nameOf(session);
  const file = path.join(folder, `${name}.json`);
  return {
    read: () => foldNotes(readLines(file)),
    add(note) {
      prepareFolder(folder);
      if (existsSync(file) && statSync(file).size > MAX_BYTES) shorten(file);
      appendFileSync(file, `${JSON.stringify(note)}\n`, { mode: 0o600 });
    },
    fileFor: (call) => path.join(folder, `${name}-${nameOf(call)}.call.json`),
  };
}

/** Two numbers of 32 bits: names that differ, from any text. Loading cryptography would take longer than all the rest. */
function nameOf(text: string): string {
  let [first, second] = [0x811c9dc5, 0x9e3779b9];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    first = Math.imul(first ^ code, 0x01000193);
    second = Math.imul(second ^ code, 0x85ebca6b) ^ (second >>> 13);
  }
  return [first, second].map((part) => (part >>> 0).toString(16).padStart(8, '0')).join('');
}

function readLines(file: string): SessionNote[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8').split('\n').flatMap(parseNote);
}

function parseNote(line: string): SessionNote[] {
  if (line === '') return [];
  try {
    return [JSON.parse(line) as SessionNote];
  } catch {
    // Cut off by a full disk or a kill.
    return [];
  }
}

function foldNotes(notes: readonly SessionNote[]): SessionState {
  const pathsOf = (kind: 'read' | 'made'): Set<string> =>
    new Set(notes.flatMap((note) => (note.kind === kind ? note.paths : [])));
  const changed = new Map<string, string>();
  const caught = new Map<string, { hash: string | null; reason: string }>();
  let held = 0;
  for (const note of notes) {
    if (note.kind === 'changed') for (const one of note.paths) changed.set(one, note.role);
    if (note.kind === 'caught') caught.set(note.path, { hash: note.hash, reason: note.reason });
    if (note.kind === 'held' || note.kind === 'passed') held = note.kind === 'held' ? held + 1 : 0;
  }
  return { read: pathsOf('read'), made: pathsOf('made'), changed, caught, held };
}

/** The newest are kept. */
function shorten(file: string): void {
  const { read, made, changed, caught, held } = foldNotes(readLines(file));
  const notes: SessionNote[] = [
    { kind: 'read', paths: [...read].slice(-MAX_PATHS) },
    { kind: 'made', paths: [...made].slice(-MAX_PATHS) },
    ...[...changed]
      .slice(-MAX_PATHS)
      .map(([one, role]) => ({ kind: 'changed' as const, paths: [one], role })),
    ...[...caught].slice(-50).map(([one, what]) => ({ kind: 'caught' as const, path: one, ...what })),
    ...Array.from({ length: Math.min(held, 9) }, () => ({ kind: 'held' as const })),
  ];
  const temporary = `${file}.${process.pid}`;
  writeFileSync(temporary, notes.map((note) => `${JSON.stringify(note)}\n`).join(''), { mode: 0o600 });
  renameSync(temporary, file);
}

const KEPT_MS = 7 * 24 * 3_600_000;

/** Sessions that nobody will come back to. */
export function dropOldSessions(folder: string, nowMs: number): void {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder).filter((one) => one !== '.gitignore')) {
    const file = path.join(folder, name);
    if (nowMs - statSync(file).mtimeMs > KEPT_MS) rmSync(file, { force: true });
  }
}
