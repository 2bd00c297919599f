// The twin of the store on disk, in memory: for tests, dry runs and embedding. Nothing survives the process.
import { sha256, type Clock, type Ids } from '../platform/index.js';
import { AgentForgeError, ControlMessage, type Event } from '../schema/index.js';
import { CHAIN_START, scanJournal, sealBatch, type ChainPosition } from './chain.js';
import type { Checkpoint, Loaded, StateStore, StepPart, TaskWriter } from './contract.js';
import { createControlIds } from './control-id.js';

interface MemoryTask {
  readonly spec: string;
  journal: string;
  position: ChainPosition;
  checkpoint: (Checkpoint & { length: number }) | undefined;
  holder: { epoch: number } | undefined;
  lastEpoch: number;
  readonly blobs: Map<string, Uint8Array>;
  /** By step number and part, in the order they were written. */
  readonly steps: Map<string, string>;
  readonly views: Map<string, string>;
  readonly controls: Map<string, ControlMessage>;
}

export class MemoryStateStore implements StateStore {
  private readonly tasks = new Map<string, MemoryTask>();
  private readonly nextControlId: () => string;

  constructor(private readonly options: { readonly clock: Clock; readonly ids: Ids }) {
    this.nextControlId = createControlIds(options.clock, options.ids);
  }

  async list(): Promise<string[]> {
    return [...this.tasks.keys()].sort();
  }

  async create(...[task, spec, first]: Parameters<StateStore['create']>): Promise<boolean> {
    if (this.tasks.has(task)) return false;
    const { text, end } = sealBatch([first], CHAIN_START, { at: this.now(), epoch: 1 });
    const empty = {
      checkpoint: undefined,
      holder: undefined,
      lastEpoch: end.epoch,
      blobs: new Map(),
      steps: new Map(),
      views: new Map(),
      controls: new Map(),
    };
    this.tasks.set(task, { spec, journal: text, position: end, ...empty });
    return true;
  }

  async readSpec(task: string): Promise<string> {
    return this.task(task).spec;
  }

  async load(task: string, foldVersion: number): Promise<Loaded> {
    const { journal, checkpoint: saved } = this.task(task);
    const checkpoint = saved?.foldVersion === foldVersion ? saved : undefined;
    const rest = Buffer.from(journal.slice(checkpoint?.length ?? 0));
    return { checkpoint, tail: scanJournal(rest, checkpoint ?? CHAIN_START).events, repairs: [] };
  }

  async events(task: string): Promise<Event[]> {
    return scanJournal(Buffer.from(this.task(task).journal), CHAIN_START).events;
  }

  async integrity(task: string): ReturnType<StateStore['integrity']> {
    return { ok: true, events: (await this.events(task)).length, problems: [] };
  }

  async acquire(
    ...[task, foldVersion, options]: Parameters<StateStore['acquire']>
  ): ReturnType<StateStore['acquire']> {
    const entry = this.task(task);
    if (entry.holder && !options?.takeOver) throw heldError(task);
    const holder = { epoch: ++entry.lastEpoch };
    entry.holder = holder;
    return { writer: this.createWriter(task, entry, holder), loaded: await this.load(task, foldVersion) };
  }

  async isHeld(task: string): Promise<boolean> {
    return this.task(task).holder !== undefined;
  }

  async putBlob(task: string, data: string | Uint8Array): Promise<string> {
    const hash = sha256(data);
    this.task(task).blobs.set(hash, Buffer.from(data));
    return hash;
  }

  async getBlob(task: string, hash: string): Promise<Uint8Array> {
    const blob = this.task(task).blobs.get(hash);
    if (!blob)
      throw new AgentForgeError('not_found', `Task ${task} has no stored image ${hash.slice(0, 12)}.`);
    return blob;
  }

  async saveStep(task: string, step: number, part: StepPart, record: unknown): Promise<void> {
    this.task(task).steps.set(`${step}.${part}`, JSON.stringify(record));
  }

  async readStep(task: string, step: number, part: StepPart): Promise<unknown> {
    const text = this.task(task).steps.get(`${step}.${part}`);
    if (text === undefined)
      throw new AgentForgeError('not_found', `Task ${task} has no record of step ${step}.`);
    return JSON.parse(text);
  }

  async saveArtifact(
    ...[task, folder, name, content]: Parameters<StateStore['saveArtifact']>
  ): Promise<void> {
    this.task(task).views.set(`${folder}/${name}`, JSON.stringify(content));
  }

  async postControl(...[task, message]: Parameters<StateStore['postControl']>): Promise<string> {
    const id = this.nextControlId();
    this.task(task).controls.set(id, ControlMessage.parse(message));
    return id;
  }

  async collect(...[task, options]: Parameters<StateStore['collect']>): ReturnType<StateStore['collect']> {
    const { steps, blobs, journal, holder } = this.task(task);
    if (holder) throw heldError(task);
    const numbers = [...new Set([...steps.keys()].map(Number.parseFloat))].sort((a, b) => b - a);
    const kept = new Set(numbers.slice(0, options.keepSteps));
    const oldSteps = [...steps.keys()].filter((key) => !kept.has(Number.parseFloat(key)));
    const unreachable = [...blobs.keys()].filter(
      (hash) => !options.reachable.has(hash) && !journal.includes(hash),
    );
    let bytes = 0;
    for (const step of oldSteps) {
      bytes += steps.get(step)?.length ?? 0;
      steps.delete(step);
    }
    for (const hash of unreachable) {
      bytes += blobs.get(hash)?.byteLength ?? 0;
      blobs.delete(hash);
    }
    return { removed: oldSteps.length + unreachable.length, bytes };
  }

  async remove(task: string): Promise<void> {
    if (this.task(task).holder) throw heldError(task);
    this.tasks.delete(task);
  }

  private createWriter(name: string, entry: MemoryTask, holder: { epoch: number }): TaskWriter {
    const assertHeld = (): void => {
      if (entry.holder !== holder)
        throw new AgentForgeError(
          'lease_lost',
          `Another writer took over task ${name}; this one stops without writing.`,
        );
    };
    return {
      epoch: holder.epoch,
      assertHeld,
      append: async (bodies, options) => {
        assertHeld();
        const { events, text, end } = sealBatch(bodies, entry.position, {
          at: this.now(),
          epoch: holder.epoch,
          secrets: options.secrets,
        });
        entry.journal += text;
        entry.position = end;
        return events;
      },
      saveCheckpoint: async (foldVersion, state) => {
        assertHeld();
        const { seq, hash, epoch } = entry.position;
        entry.checkpoint = {
          seq,
          hash,
          epoch,
          foldVersion,
          state: structuredClone(state),
          length: entry.journal.length,
        };
      },
      saveView: async (view, content) => {
        assertHeld();
        entry.views.set(view, JSON.stringify(content));
      },
      controls: async () =>
        [...entry.controls].sort(([a], [b]) => (a < b ? -1 : 1)).map(([id, message]) => ({ id, message })),
      dropControl: async (id) => {
        assertHeld();
        entry.controls.delete(id);
      },
      release: async () => {
        if (entry.holder === holder) entry.holder = undefined;
      },
    };
  }

  private task(task: string): MemoryTask {
    const entry = this.tasks.get(task);
    if (!entry)
      throw new AgentForgeError('not_found', `There is no task ${JSON.stringify(task)} in this store.`);
    return entry;
  }

  private now(): string {
    return new Date(this.options.clock.now()).toISOString();
  }
}

function heldError(task: string): AgentForgeError {
  return new AgentForgeError(
    'lease_held',
    `Someone in this process is working on task ${task}; wait for them.`,
  );
}
