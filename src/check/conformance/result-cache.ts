// What earlier runs found in files that are still the same: kept outside of the run, believed only as far as it can be checked.
import path from 'node:path';
import { z } from 'zod';
import type { ImportCache, ImportRef } from '../../code/index.js';
import { ensureDirectory, nodeDisk, parseJson, readText, replaceFile, sha256 } from '../../platform/index.js';
import type { FileOutcome, Finding, Skipped } from './finding.js';

/** Raised when the same text and definition would give another result, so that older files are not believed. */
const VERSION = 1;
const MAX_BYTES = 64_000_000;
/** Definitions remembered per file: those of a few different runs. */
const MAX_OUTCOMES = 60;
const MAX_RESULTS = 20;
const MAX_IMPORT_LISTS = 40_000;

/** What is known about the content of a file: its hash, or why it is not looked at. */
export interface KnownContent {
  /** Inode, size and times when it was read. */
  readonly stamp: string;
  /** It had been at rest when it was read, so the same stamp means the same content. */
  readonly rested: boolean;
  readonly hash?: string | undefined;
  readonly why?: string | undefined;
}

/** The whole import graph, for one state of the project's files. */
export interface CachedGraph {
  readonly key: string;
  readonly paths: readonly string[];
  readonly edges: readonly (readonly number[])[];
  readonly skipped: readonly string[];
}

/** Findings of a check that looks at the whole project. */
export interface CachedResult {
  readonly key: string;
  readonly findings: readonly Finding[];
  readonly skipped: readonly Skipped[];
}

export interface ResultCache {
  content(path: string): KnownContent | undefined;
  keepContent(path: string, content: KnownContent): void;
  outcome(path: string, definition: string): FileOutcome | undefined;
  keepOutcome(path: string, definition: string, outcome: FileOutcome): void;
  graph(): CachedGraph | undefined;
  keepGraph(graph: CachedGraph): void;
  result(definition: string): CachedResult | undefined;
  keepResult(definition: string, result: CachedResult): void;
  /** Import lists by content; read from disk only when asked for. */
  imports(): ImportCache;
  /** Forgets files that are gone and writes what is new. A folder that cannot be written costs time, nothing else. */
  save(files: readonly string[]): void;
}

/** Without a folder it lasts for one run. */
export function openResultCache(folder?: string): ResultCache {
  const file = folder === undefined ? undefined : path.join(folder, 'checks.json');
  const stored = loadStored(file);
  const lists = createImportLists(folder);
  let isDirty = false;

  /** Results belong to a content: with another one they are gone. */
  function keepContent(name: string, content: KnownContent): void {
    const known = stored.files.get(name);
    const isSame = known !== undefined && known.hash === content.hash && known.hash !== undefined;
    stored.files.set(name, { ...content, outcomes: isSame ? known.outcomes : {} });
    isDirty = true;
  }
  function keepOutcome(name: string, definition: string, outcome: FileOutcome): void {
    const known = stored.files.get(name);
    if (known === undefined) return;
    const entries = Object.entries(known.outcomes).filter(([key]) => key !== definition);
    known.outcomes = Object.fromEntries([...entries, [definition, outcome] as const].slice(-MAX_OUTCOMES));
    isDirty = true;
  }
  return {
    keepContent,
    keepOutcome,
    content: (name) => stored.files.get(name),
    outcome: (name, definition) => stored.files.get(name)?.outcomes[definition],
    graph: () => stored.graph,
    keepGraph(graph) {
      stored.graph = graph;
      isDirty = true;
    },
    result: (definition) => stored.results[definition],
    keepResult(definition, result) {
      const others = Object.entries(stored.results).filter(([key]) => key !== definition);
      stored.results = Object.fromEntries([...others, [definition, result] as const].slice(-MAX_RESULTS));
      isDirty = true;
    },
    imports: () => lists.open(),
    save(files) {
      if (file === undefined) return;
      if (isDirty) writeStored(file, stored, new Set(files));
      lists.save();
    },
  };
}

/** Most files have nothing to report, so that is one character. */
type StoredOutcome = 0 | FileOutcome;

interface Stored {
  readonly version: number;
  readonly files: Readonly<Record<string, KnownContent & { outcomes: Record<string, StoredOutcome> }>>;
  readonly graph?: CachedGraph | undefined;
  readonly results: Record<string, CachedResult>;
}
// Its checksum says that it is what we wrote; looking at every part of it would take longer than the rest of a run.
const Stored = z.custom<Stored>((value) => hasVersion(value));

function hasVersion(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'version' in value && value.version === VERSION;
}

type KnownFile = KnownContent & { outcomes: Record<string, FileOutcome> };

interface Contents {
  readonly files: Map<string, KnownFile>;
  graph: CachedGraph | undefined;
  results: Record<string, CachedResult>;
}

const CLEAN: FileOutcome = { findings: [] };

/** A file that is missing, damaged, too large or of another version holds nothing. */
function loadStored(file: string | undefined): Contents {
  const { data } = Stored.safeParse(file === undefined ? undefined : readSealed(file));
  if (!data) return { files: new Map(), graph: undefined, results: {} };
  const files = new Map<string, KnownFile>();
  for (const [name, content] of Object.entries(data.files)) {
    const outcomes: Record<string, FileOutcome> = {};
    for (const [key, outcome] of Object.entries(content.outcomes))
      outcomes[key] = outcome === 0 ? CLEAN : outcome;
    files.set(name, { ...content, outcomes });
  }
  return { files, graph: data.graph, results: data.results };
}

function writeStored(file: string, { files, graph, results }: Contents, present: ReadonlySet<string>): void {
  const kept: Record<string, Stored['files'][string]> = {};
  for (const [name, content] of files) {
    if (!present.has(name)) continue;
    const outcomes: Record<string, StoredOutcome> = {};
    for (const [key, outcome] of Object.entries(content.outcomes))
      outcomes[key] = isClean(outcome) ? 0 : outcome;
    kept[name] = { ...content, outcomes };
  }
  const stored: Stored = { version: VERSION, files: kept, graph, results };
  writeSealed(file, stored);
}

function isClean(outcome: FileOutcome): boolean {
  return 'findings' in outcome && outcome.findings.length === 0 && outcome.note === undefined;
}

interface ImportLists {
  readonly version: number;
  readonly lists: Readonly<Record<string, readonly ImportRef[]>>;
}
const ImportLists = z.custom<ImportLists>((value) => hasVersion(value));

function createImportLists(folder: string | undefined): { open(): ImportCache; save(): void } {
  const file = folder === undefined ? undefined : path.join(folder, 'imports.json');
  let lists: Map<string, readonly ImportRef[]> | undefined;
  let isDirty = false;
  return {
    open() {
      const parsed = ImportLists.safeParse(file === undefined ? undefined : readSealed(file));
      const opened = (lists ??= new Map(parsed.success ? Object.entries(parsed.data.lists) : []));
      return {
        get: (key) => opened.get(key),
        set(key, refs) {
          opened.set(key, refs);
          isDirty = true;
        },
      };
    },
    save() {
      if (file === undefined || lists === undefined || !isDirty) return;
      const recent = [...lists].slice(-MAX_IMPORT_LISTS);
      writeSealed(file, { version: VERSION, lists: Object.fromEntries(recent) });
    },
  };
}

/** A checksum, then the value on the next line; undefined when they do not belong together. */
function readSealed(file: string): unknown {
  const text = readSmall(file);
  const end = text.indexOf('\n');
  const body = text.slice(end + 1);
  return end > 0 && text.slice(0, end) === sha256(body) ? parseJson(body) : undefined;
}

function readSmall(file: string): string {
  try {
    const size = nodeDisk.status(file)?.size ?? 0;
    return size > MAX_BYTES ? '' : (readText(nodeDisk, file) ?? '');
  } catch {
    return '';
  }
}

function writeSealed(file: string, value: unknown): void {
  const text = JSON.stringify(value);
  if (text.length > MAX_BYTES) return;
  try {
    ensureDirectory(nodeDisk, path.dirname(file));
    replaceFile(nodeDisk, file, `${sha256(text)}\n${text}`, { durable: false });
  } catch {
    // The next run works it out anew.
  }
}
