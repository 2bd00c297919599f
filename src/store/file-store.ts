// Task state on disk: one folder a task, with the journal as the only truth.
import path from 'node:path';
import {
  acquireLease,
  createFile,
  currentHolder,
  ensureDirectory,
  ensureDurableDirectory,
  isDiskError,
  readText,
  replaceFile,
  sha256,
  type Clock,
  type Disk,
  type Ids,
  type Lease,
} from '../platform/index.js';
import { AgentForgeError, ControlMessage, type Event } from '../schema/index.js';
import { CHAIN_START, scanJournal, sealBatch } from './chain.js';
import { parseCheckpoint } from './checkpoint.js';
import type { IntegrityReport, Loaded, StateStore, StepPart } from './contract.js';
import { createFileWriter } from './file-writer.js';
import { createControlIds } from './control-id.js';
import { findGarbage } from './garbage.js';
import { damagedError, describeTorn, loadJournal } from './journal-file.js';
import { taskFiles, type TaskFiles } from './task-files.js';

export interface FileStoreOptions {
  readonly disk: Disk;
  readonly clock: Clock;
  readonly ids: Ids;
  /** The `.agentforge/tasks` folder. */
  readonly folder: string;
}

export class FileStateStore implements StateStore {
  /** Folders and images that this process has seen to be there after a power cut. */
  private readonly durable = new Set<string>();

  private readonly nextControlId: () => string;

  constructor(private readonly options: FileStoreOptions) {
    this.nextControlId = createControlIds(options.clock, options.ids);
  }

  async list(): Promise<string[]> {
    const { disk, folder } = this.options;
    if (disk.status(folder) === undefined) return [];
    return disk
      .list(folder)
      .filter((name) => disk.status(path.join(folder, name, 'actions.yaml')) !== undefined);
  }

  async create(...[task, spec, first]: Parameters<StateStore['create']>): Promise<boolean> {
    const { disk, clock } = this.options;
    const files = this.files(task);
    if (disk.status(files.journal) !== undefined) return this.confirmExisting(files);
    this.ensureDurable(files.folder);
    replaceFile(disk, files.spec, spec, { durable: true });
    const { text } = sealBatch([first], CHAIN_START, { at: new Date(clock.now()).toISOString(), epoch: 1 });
    return createFile(disk, files.journal, text) || this.confirmExisting(files);
  }

  /** Whoever created it may have been killed before it was durable, and the caller is about to rely on it. */
  private confirmExisting(files: TaskFiles): false {
    this.ensureDurable(files.folder);
    this.options.disk.syncDirectory(files.folder);
    return false;
  }

  private ensureDurable(folder: string): void {
    const { disk, folder: tasks } = this.options;
    if (disk.status(folder) === undefined) this.durable.delete(folder);
    ensureDurableDirectory(disk, path.resolve(tasks, '../..'), folder, this.durable);
  }

  async readSpec(task: string): Promise<string> {
    return this.options.disk.read(this.existing(task).spec).toString('utf8');
  }

  async load(task: string, foldVersion: number): Promise<Loaded> {
    return loadJournal(this.options.disk, task, this.existing(task), foldVersion).loaded;
  }

  async events(task: string): Promise<Event[]> {
    const scan = scanJournal(this.options.disk.read(this.existing(task).journal), CHAIN_START);
    if (scan.damage) throw damagedError(task, scan.damage.message);
    return scan.events;
  }

  async integrity(task: string): Promise<IntegrityReport> {
    const { disk } = this.options;
    const files = this.existing(task);
    const data = disk.read(files.journal);
    const scan = scanJournal(data, CHAIN_START);
    const problems = [...(scan.damage ? [scan.damage.message] : []), ...scan.setAside];
    if (scan.torn) problems.push(describeTorn(scan.torn.bytes));
    const checkpoint = parseCheckpoint(readText(disk, files.state));
    if (!checkpoint) problems.push('state.yaml is missing or damaged; it is rebuilt from the journal');
    else if (checkpoint.offset > data.length)
      problems.push('the journal is shorter than its checkpoint: records were lost');
    const created = scan.events[0];
    if (created?.type === 'task-created' && created.specHash !== sha256(disk.read(files.spec))) {
      problems.push('task.yaml is not the spec this task was created with');
    }
    return { ok: problems.length === 0, events: scan.events.length, problems };
  }

  async acquire(
    ...[task, foldVersion, options]: Parameters<StateStore['acquire']>
  ): ReturnType<StateStore['acquire']> {
    const { disk } = this.options;
    const files = this.existing(task);
    const lastEpoch = loadJournal(disk, task, files, foldVersion).scan.end.epoch;
    const lease = this.takeLease(task, lastEpoch, options?.takeOver ?? false);
    try {
      // Loaded again under the lease: the former holder may have written in between.
      const { loaded, scan, goodBytes } = loadJournal(disk, task, files, foldVersion);
      if (scan.torn) disk.truncate(files.journal, goodBytes);
      // The former holder may have been killed between writing and syncing; what is acted on must be there after a power cut.
      disk.sync(files.journal);
      return { loaded, writer: createFileWriter({ ...this.options, files, lease, position: scan.end }) };
    } catch (error) {
      lease.release();
      throw error;
    }
  }

  async isHeld(task: string): Promise<boolean> {
    const { disk, clock } = this.options;
    return currentHolder({ disk, clock, file: this.existing(task).lease }) !== undefined;
  }

  async putBlob(task: string, data: string | Uint8Array): Promise<string> {
    const { disk } = this.options;
    const { snapshots } = this.existing(task);
    const hash = sha256(data);
    const file = path.join(snapshots, hash);
    this.ensureDurable(snapshots);
    if (disk.status(file) === undefined) replaceFile(disk, file, data, { durable: true });
    // Whoever stored it may have been killed before its name was durable.
    else if (!this.durable.has(file)) disk.syncDirectory(snapshots);
    this.durable.add(file);
    return hash;
  }

  async getBlob(task: string, hash: string): Promise<Uint8Array> {
    const data = this.readBlob(task, hash);
    if (sha256(data) !== hash)
      throw damagedError(task, `the stored image ${hash.slice(0, 12)} does not match its name`);
    return data;
  }

  private readBlob(task: string, hash: string): Buffer {
    try {
      return this.options.disk.read(path.join(this.existing(task).snapshots, path.basename(hash)));
    } catch (cause) {
      if (!isDiskError(cause, 'ENOENT', 'EISDIR')) throw cause;
      throw new AgentForgeError('not_found', `Task ${task} has no stored image ${hash.slice(0, 12)}.`, {
        cause,
      });
    }
  }

  async saveStep(task: string, step: number, part: StepPart, record: unknown): Promise<void> {
    this.saveBeside(this.stepFile(task, step, part), record);
  }

  async readStep(task: string, step: number, part: StepPart): Promise<unknown> {
    const text = readText(this.options.disk, this.stepFile(task, step, part));
    try {
      return JSON.parse(text ?? '');
    } catch (cause) {
      // A power cut may leave an empty file: step records are not synced, they are for people and replay.
      throw new AgentForgeError(
        'not_found',
        `Task ${task} has no record of step ${step}; see \`agentforge task log ${task}\`.`,
        { cause },
      );
    }
  }

  async saveArtifact(
    ...[task, folder, name, content]: Parameters<StateStore['saveArtifact']>
  ): Promise<void> {
    this.saveBeside(
      path.join(this.existing(task).folder, 'artifacts', folder, `${path.basename(name)}.yaml`),
      content,
    );
  }

  /** For what may be lost: the folder is made anew when someone removed it. */
  private saveBeside(file: string, content: unknown): void {
    const { disk } = this.options;
    ensureDirectory(disk, path.dirname(file));
    replaceFile(disk, file, `${JSON.stringify(content, null, 1)}\n`, { durable: false });
  }

  async postControl(...[task, message]: Parameters<StateStore['postControl']>): Promise<string> {
    const { disk } = this.options;
    const { control } = this.existing(task);
    const id = this.nextControlId();
    this.ensureDurable(control);
    replaceFile(disk, path.join(control, `${id}.json`), JSON.stringify(ControlMessage.parse(message)), {
      durable: true,
    });
    return id;
  }

  async collect(...[task, options]: Parameters<StateStore['collect']>): ReturnType<StateStore['collect']> {
    const { disk } = this.options;
    const files = this.existing(task);
    const lease = this.takeLease(task, 0, false);
    try {
      let bytes = 0;
      const doomed = findGarbage(disk, files, options);
      for (const file of doomed) {
        bytes += disk.status(file)?.size ?? 0;
        disk.remove(file);
      }
      return { removed: doomed.length, bytes };
    } finally {
      lease.release();
    }
  }

  async remove(task: string): Promise<void> {
    const { disk } = this.options;
    const files = this.existing(task);
    const lease = this.takeLease(task, 0, false);
    try {
      // Without its journal it is no task any more, whatever of the rest a power cut brings back.
      disk.remove(files.journal);
      disk.syncDirectory(files.folder);
      disk.removeTree(files.folder);
    } finally {
      lease.release();
    }
  }

  private takeLease(task: string, lastEpoch: number, takeOver: boolean): Lease {
    const { disk, clock, ids } = this.options;
    return acquireLease({
      disk,
      clock,
      ids,
      file: this.files(task).lease,
      what: `task ${task}`,
      lastEpoch,
      takeOver,
    });
  }

  private stepFile(task: string, step: number, part: StepPart): string {
    return path.join(this.existing(task).steps, `${String(step).padStart(6, '0')}.${part}.json`);
  }

  private existing(task: string): TaskFiles {
    const files = this.files(task);
    if (this.options.disk.status(files.journal) === undefined) {
      throw new AgentForgeError(
        'not_found',
        `There is no task ${JSON.stringify(task)} here; \`agentforge task list\` shows what there is.`,
      );
    }
    return files;
  }

  private files(task: string): TaskFiles {
    return taskFiles(this.options.folder, task);
  }
}
