// Task state on disk: one folder a task, with the journal as the only truth.
import path from 'node:path';
import {
  acquireLease,
  currentHolder,
  ensureDirectory,
  readText,
  replaceFile,
  sha256,
  type Clock,
  type Disk,
  type Ids,
} from '../platform/index.js';
import { AgentForgeError, ControlMessage, type Event } from '../schema/index.js';
import { CHAIN_START, scanJournal, sealEvent, type Scan } from './chain.js';
import { parseCheckpoint } from './checkpoint.js';
import type { IntegrityReport, Loaded, Repair, StateStore, StepPart } from './contract.js';
import { createFileWriter } from './file-writer.js';
import { taskFiles, type TaskFiles } from './task-files.js';

export interface FileStoreOptions {
  readonly disk: Disk;
  readonly clock: Clock;
  readonly ids: Ids;
  /** The `.agentforge/tasks` folder. */
  readonly folder: string;
}

export class FileStateStore implements StateStore {
  constructor(private readonly options: FileStoreOptions) {}

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
    if (disk.status(files.journal) !== undefined) return false;
    for (const folder of [
      'control',
      'artifacts/inputs',
      'artifacts/outputs',
      'artifacts/snapshots',
      'artifacts/steps',
    ]) {
      ensureDirectory(disk, path.join(files.folder, folder));
    }
    replaceFile(disk, files.spec, spec, { durable: true });
    const { line } = sealEvent(first, CHAIN_START, { at: new Date(clock.now()).toISOString(), epoch: 1 });
    replaceFile(disk, files.journal, line, { durable: true });
    return true;
  }

  async readSpec(task: string): Promise<string> {
    return this.options.disk.read(this.existing(task).spec).toString('utf8');
  }

  async load(task: string, foldVersion: number): Promise<Loaded> {
    return this.loadFrom(task, foldVersion).loaded;
  }

  async events(task: string): Promise<Event[]> {
    const scan = scanJournal(this.options.disk.read(this.existing(task).journal), CHAIN_START);
    if (scan.damage) throw damaged(task, scan.damage.message);
    return scan.events;
  }

  async integrity(task: string): Promise<IntegrityReport> {
    const { disk } = this.options;
    const files = this.existing(task);
    const data = disk.read(files.journal);
    const scan = scanJournal(data, CHAIN_START);
    const problems = [...(scan.damage ? [scan.damage.message] : []), ...scan.setAside];
    if (scan.torn)
      problems.push(`the last ${scan.torn.bytes} bytes are an incomplete line; the next resume cuts them`);
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
    const { disk, clock, ids } = this.options;
    const files = this.existing(task);
    const lastEpoch = this.loadFrom(task, foldVersion).scan.end.epoch;
    const lease = acquireLease({
      disk,
      clock,
      ids,
      file: files.lease,
      what: `task ${task}`,
      lastEpoch,
      takeOver: options?.takeOver ?? false,
    });
    try {
      // Loaded again under the lease: the former holder may have written in between.
      const { loaded, scan, offset } = this.loadFrom(task, foldVersion);
      if (scan.torn) {
        disk.truncate(files.journal, offset + scan.goodBytes);
        disk.sync(files.journal);
      }
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
    const hash = sha256(data);
    const file = path.join(this.files(task).snapshots, hash);
    if (this.options.disk.status(file) === undefined)
      replaceFile(this.options.disk, file, data, { durable: true });
    return hash;
  }

  async getBlob(task: string, hash: string): Promise<Uint8Array> {
    const data = this.options.disk.read(path.join(this.existing(task).snapshots, path.basename(hash)));
    if (sha256(data) !== hash)
      throw damaged(task, `the stored image ${hash.slice(0, 12)} does not match its name`);
    return data;
  }

  async saveStep(task: string, step: number, part: StepPart, record: unknown): Promise<void> {
    replaceFile(this.options.disk, this.stepFile(task, step, part), `${JSON.stringify(record, null, 1)}\n`, {
      durable: false,
    });
  }

  async readStep(task: string, step: number, part: StepPart): Promise<unknown> {
    const text = readText(this.options.disk, this.stepFile(task, step, part));
    if (text === undefined)
      throw new AgentForgeError(
        'not_found',
        `Task ${task} has no record of step ${step}; see \`agentforge task log ${task}\`.`,
      );
    return JSON.parse(text);
  }

  async saveArtifact(
    ...[task, folder, name, content]: Parameters<StateStore['saveArtifact']>
  ): Promise<void> {
    const file = path.join(this.files(task).folder, 'artifacts', folder, `${path.basename(name)}.yaml`);
    replaceFile(this.options.disk, file, `${JSON.stringify(content, null, 2)}\n`, { durable: false });
  }

  async postControl(...[task, message]: Parameters<StateStore['postControl']>): Promise<string> {
    const { disk, clock, ids } = this.options;
    const id = `${String(clock.now()).padStart(15, '0')}-${ids.hex(8)}`;
    replaceFile(
      disk,
      path.join(this.existing(task).control, `${id}.json`),
      JSON.stringify(ControlMessage.parse(message)),
      { durable: true },
    );
    return id;
  }

  async collect(...[task, options]: Parameters<StateStore['collect']>): ReturnType<StateStore['collect']> {
    const { disk } = this.options;
    const files = this.existing(task);
    const steps = disk.list(files.steps).filter((name) => name.endsWith('.json'));
    const doomed = [
      ...steps
        .slice(0, Math.max(0, steps.length - 2 * options.keepSteps))
        .map((name) => path.join(files.steps, name)),
      ...disk
        .list(files.snapshots)
        .filter((name) => !options.reachable.has(name))
        .map((name) => path.join(files.snapshots, name)),
      ...disk
        .list(files.folder)
        .filter((name) => name.endsWith('.tmp'))
        .map((name) => path.join(files.folder, name)),
    ];
    let bytes = 0;
    for (const file of doomed) {
      bytes += disk.status(file)?.size ?? 0;
      disk.remove(file);
    }
    return { removed: doomed.length, bytes };
  }

  async remove(task: string): Promise<void> {
    const { disk, folder } = this.options;
    disk.removeTree(this.existing(task).folder);
    disk.syncDirectory(folder);
  }

  private loadFrom(task: string, foldVersion: number): { loaded: Loaded; scan: Scan; offset: number } {
    const { disk } = this.options;
    const files = this.existing(task);
    const repairs: Repair[] = [];
    const size = disk.status(files.journal)?.size ?? 0;
    const text = readText(disk, files.state);
    let checkpoint = parseCheckpoint(text);
    if (text !== undefined && checkpoint?.foldVersion !== foldVersion) {
      repairs.push({
        kind: 'checkpoint-ignored',
        message: 'state.yaml was damaged or of another version; the state was folded anew.',
      });
      checkpoint = undefined;
    }
    if (checkpoint && checkpoint.offset > size) {
      throw damaged(
        task,
        `actions.yaml is shorter than its checkpoint says (${size} of ${checkpoint.offset} bytes): records were lost`,
      );
    }
    const offset = checkpoint?.offset ?? 0;
    const scan = scanJournal(disk.readFrom(files.journal, offset), checkpoint ?? CHAIN_START);
    if (scan.damage) throw damaged(task, scan.damage.message);
    if (scan.torn)
      repairs.push({
        kind: 'torn-line-cut',
        message: `The last line of actions.yaml was incomplete (${scan.torn.bytes} bytes) and is cut.`,
      });
    for (const message of scan.setAside) repairs.push({ kind: 'set-aside', message });
    return { loaded: { checkpoint, tail: scan.events, repairs }, scan, offset };
  }

  private stepFile(task: string, step: number, part: StepPart): string {
    return path.join(this.files(task).steps, `${String(step).padStart(6, '0')}.${part}.json`);
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

function damaged(task: string, message: string): AgentForgeError {
  return new AgentForgeError(
    'journal_damaged',
    `The journal of task ${task} cannot be trusted: ${message}. Restore it from a copy, or \`agentforge task integrity ${task}\` for all findings.`,
  );
}
