// What every store of task state must do; one suite in test/store runs against each implementation.
import type { ControlMessage, Event, EventBody } from '../schema/index.js';

/** A folded state saved with its journal position, so that loading does not depend on the journal's length. */
export interface Checkpoint {
  readonly seq: number;
  readonly hash: string;
  readonly epoch: number;
  readonly foldVersion: number;
  readonly state: unknown;
}

/** Something the store mended or left out while reading, in words for a person. */
export interface Repair {
  readonly kind: 'torn-line-cut' | 'set-aside' | 'checkpoint-ignored';
  readonly message: string;
}

export interface Loaded {
  readonly checkpoint: Checkpoint | undefined;
  /** Events after the checkpoint, or all of them. */
  readonly tail: readonly Event[];
  readonly repairs: readonly Repair[];
}

export interface PendingControl {
  readonly id: string;
  readonly message: ControlMessage;
}

/** The only way to write: exists while the task's lease is held. */
export interface TaskWriter {
  readonly epoch: number;
  /**
   * Appends in one write, of which after any crash all counts or nothing; with `durable` it is on disk when this returns.
   * Refused once the lease is lost or a write failed.
   */
  append(
    bodies: readonly EventBody[],
    options: { durable: boolean; secrets?: readonly string[] },
  ): Promise<Event[]>;
  saveCheckpoint(foldVersion: number, state: unknown): Promise<void>;
  /** Views are for people; they may be deleted at any time. */
  saveView(name: string, content: unknown): Promise<void>;
  controls(): Promise<PendingControl[]>;
  dropControl(id: string): Promise<void>;
  /** Throws `lease_lost` when another writer has taken over. */
  assertHeld(): void;
  release(): Promise<void>;
}

export type StepPart = 'context' | 'result';

export interface IntegrityReport {
  readonly ok: boolean;
  readonly events: number;
  readonly problems: readonly string[];
}

export interface StateStore {
  list(): Promise<string[]>;
  /** Writes the spec and the first event durably; `false` when the task exists already. */
  create(task: string, spec: string, first: EventBody): Promise<boolean>;
  readSpec(task: string): Promise<string>;
  /** Reads without the lease; never changes anything. */
  load(task: string, foldVersion: number): Promise<Loaded>;
  /** Every event from the first, verified. Throws `journal_damaged` naming the line. */
  events(task: string): Promise<Event[]>;
  integrity(task: string): Promise<IntegrityReport>;
  /** Takes the lease, mends a torn tail, and returns the writer with what was loaded under the lease. */
  acquire(
    task: string,
    foldVersion: number,
    options?: { takeOver?: boolean },
  ): Promise<{ writer: TaskWriter; loaded: Loaded }>;
  /** Is some live process working on it? */
  isHeld(task: string): Promise<boolean>;
  /** Content-addressed and durable when this returns. */
  putBlob(task: string, data: string | Uint8Array): Promise<string>;
  getBlob(task: string, hash: string): Promise<Uint8Array>;
  /** What a step was made of: its context before it is sent, its measurements when it is finished. For replay and people. */
  saveStep(task: string, step: number, part: StepPart, record: unknown): Promise<void>;
  readStep(task: string, step: number, part: StepPart): Promise<unknown>;
  saveArtifact(task: string, folder: 'inputs' | 'outputs', name: string, content: unknown): Promise<void>;
  postControl(task: string, message: ControlMessage): Promise<string>;
  /** Removes what retention allows: `keepSteps` newest step records and every image that a record names stay. Takes the lease. */
  collect(
    task: string,
    options: { keepSteps: number; reachable: ReadonlySet<string> },
  ): Promise<{ removed: number; bytes: number }>;
  /** Takes the lease, so that nobody loses a task they work on. */
  remove(task: string): Promise<void>;
}
