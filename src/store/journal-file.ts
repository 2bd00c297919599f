// Reads a task's journal from disk, through its checkpoint where that can be relied on.
import { readText, type Disk } from '../platform/index.js';
import { AgentForgeError } from '../schema/index.js';
import { CHAIN_START, scanJournal, type Scan } from './chain.js';
import { parseCheckpoint, type FileCheckpoint } from './checkpoint.js';
import type { Loaded, Repair } from './contract.js';
import type { TaskFiles } from './task-files.js';

export interface LoadedJournal {
  readonly loaded: Loaded;
  readonly scan: Scan;
  /** Length of the journal up to the last record that counts. */
  readonly goodBytes: number;
}

export function loadJournal(disk: Disk, task: string, files: TaskFiles, foldVersion: number): LoadedJournal {
  const repairs: Repair[] = [];
  const checkpoint = readCheckpoint(disk, task, files, foldVersion, repairs);
  // A checkpoint is only a view: where the journal does not agree with it, the journal is read from its beginning.
  const tail = checkpoint && scanAfter(disk, files, checkpoint);
  if (checkpoint && !tail) repairs.push(IGNORED);
  const scan = tail ?? scanWhole(disk, task, files);
  if (scan.torn) repairs.push({ kind: 'torn-line-cut', message: describeTorn(scan.torn.bytes) });
  for (const message of scan.setAside) repairs.push({ kind: 'set-aside', message });
  const used = tail && checkpoint;
  return {
    loaded: { checkpoint: used, tail: scan.events, repairs },
    scan,
    goodBytes: (used?.offset ?? 0) + scan.goodBytes,
  };
}

function scanWhole(disk: Disk, task: string, files: TaskFiles): Scan {
  const scan = scanJournal(disk.read(files.journal), CHAIN_START);
  if (scan.damage) throw damagedError(task, scan.damage.message);
  if (scan.events.length === 0) throw damagedError(task, 'actions.yaml holds not one whole record');
  return scan;
}

export function damagedError(task: string, message: string): AgentForgeError {
  return new AgentForgeError(
    'journal_damaged',
    `The journal of task ${task} cannot be trusted: ${message}. Restore it from a copy, or \`agentforge task integrity ${task}\` for all findings.`,
  );
}

export function describeTorn(bytes: number): string {
  return `The last write to actions.yaml was cut short; its ${bytes} bytes are left out.`;
}

const IGNORED: Repair = {
  kind: 'checkpoint-ignored',
  message: 'state.yaml was damaged, of another version or not of this journal; the state was folded anew.',
};

function readCheckpoint(
  disk: Disk,
  task: string,
  files: TaskFiles,
  foldVersion: number,
  repairs: Repair[],
): FileCheckpoint | undefined {
  const text = readText(disk, files.state);
  if (text === undefined) return undefined;
  const checkpoint = parseCheckpoint(text);
  const size = disk.status(files.journal)?.size ?? 0;
  if (checkpoint && checkpoint.offset > size) {
    throw damagedError(
      task,
      `actions.yaml is shorter than its checkpoint says (${size} of ${checkpoint.offset} bytes): records were lost`,
    );
  }
  if (checkpoint?.foldVersion === foldVersion) return checkpoint;
  repairs.push(IGNORED);
  return undefined;
}

/** Undefined when the record before the offset is not the one the checkpoint was taken at, or what follows does not fit. */
function scanAfter(disk: Disk, files: TaskFiles, checkpoint: FileCheckpoint): Scan | undefined {
  const ending = Buffer.from(`${checkpoint.hash}"}\n`);
  const data = disk.readFrom(files.journal, Math.max(0, checkpoint.offset - ending.length));
  if (!data.subarray(0, ending.length).equals(ending)) return undefined;
  const scan = scanJournal(data.subarray(ending.length), checkpoint);
  return scan.damage ? undefined : scan;
}
