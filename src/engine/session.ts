// A task while someone works on it: the lease is held, the state is folded, and everything appended goes through here.
import { createCommandCheck, type Check, type CommandOutcome, type CommandRun } from '../check/index.js';
import { failpoint } from '../platform/index.js';
import {
  AgentForgeError,
  type EventBody,
  type Fact,
  type TaskSpec,
  type TaskState,
  type TaskType,
} from '../schema/index.js';
import type { StepPart, TaskWriter } from '../store/index.js';
import { drawSome, type FactInput } from './facts/index.js';
import { fold, FOLD_VERSION } from './fold.js';
import { mapStrings } from './map-strings.js';
import { createProjectRedactor, type ProjectRedactor } from './project-redactor.js';
import type { Activity, Runtime } from './runtime.js';

const MAX_RECORDED_ARGUMENTS = 50;

export interface SessionParts {
  readonly runtime: Runtime;
  readonly task: string;
  readonly spec: TaskSpec;
  readonly writer: TaskWriter;
  readonly state: TaskState;
  readonly signal: AbortSignal;
}

export class TaskSession {
  readonly runtime: Runtime;
  readonly task: string;
  readonly spec: TaskSpec;
  readonly type: TaskType;
  readonly checks: readonly Check[];
  readonly redactor: ProjectRedactor;
  readonly signal: AbortSignal;
  /** When the step in progress began in this process. */
  stepStartedAtMs: number;
  /** When it was last made sure that nobody else changed files. */
  workspaceSeenAtMs = -Infinity;
  private readonly writer: TaskWriter;
  private folded: TaskState;
  private readonly factInputs: FactInput[] = [];

  constructor({ runtime, task, spec, writer, state, signal }: SessionParts) {
    this.runtime = runtime;
    this.task = task;
    this.spec = spec;
    this.type = runtime.types.find(state.type);
    this.checks = checksOf(runtime, spec);
    this.redactor = createProjectRedactor(runtime, { known: state.secrets, key: state.nonce });
    this.signal = signal;
    this.stepStartedAtMs = runtime.clock.now();
    this.writer = writer;
    this.folded = state;
  }

  /** Always the fold of the journal. */
  get state(): TaskState {
    return this.folded;
  }

  /** The step in progress, or the last one. */
  get step(): number {
    return this.folded.open?.step ?? this.folded.step;
  }

  assertHeld(): void {
    this.writer.assertHeld();
  }

  /** Redacts, appends, folds and tells the listeners. */
  async append(bodies: readonly EventBody[], options: { durable: boolean }): Promise<void> {
    if (bodies.length === 0) return;
    const clean = bodies.map((body) => this.redact(body));
    const events = await this.writer.append(clean, { ...options, secrets: this.redactor.fresh() });
    for (const event of events) {
      this.folded = fold(this.folded, event);
      this.runtime.emit({ task: this.task, ...event });
    }
  }

  /** Runs a trusted command: its process group is on record before it begins, the control files are watched. */
  async run(run: CommandRun): Promise<CommandOutcome> {
    const { workspace } = this.runtime;
    this.announce('running', run.argv.join(' '));
    const argv = run.argv.slice(0, MAX_RECORDED_ARGUMENTS);
    const outcome = await workspace.run(run, {
      signal: this.signal,
      onStarted: async (group) => {
        await this.append([{ type: 'command-started', step: this.step, name: run.name, argv, group }], {
          durable: true,
        });
        failpoint('command-started');
      },
    });
    const [changed] = outcome.controlChanges;
    if (changed !== undefined) {
      const more = outcome.controlChanges.length - 1;
      throw new AgentForgeError(
        'control_file',
        `${run.argv[0]} changed the control file ${changed}${more > 0 ? ` and ${more} more` : ''}.`,
      );
    }
    if (this.signal.aborted)
      throw new AgentForgeError('interrupted', `Interrupted while ${run.name} was running.`);
    return { ...outcome, output: this.redactor.redact(outcome.output) };
  }

  /** Draws facts from reports, and keeps both beside the step so that a replay can draw them again. */
  drawFacts(input: Omit<FactInput, 'step'>): Fact[] {
    const reports = input.reports.map((report) => relativePaths(report, this.runtime.workspace.root));
    const full = { ...input, reports, step: this.step };
    this.factInputs.push(full);
    return drawSome(full);
  }

  /** What facts were drawn from since the last call. */
  takeFactInputs(): FactInput[] {
    return this.factInputs.splice(0);
  }

  /** Keeps what a step was made of, without its secrets. */
  async saveStep(step: number, part: StepPart, record: unknown): Promise<void> {
    await this.runtime.store.saveStep(this.task, step, part, this.redact(record));
  }

  /** Stores text under its hash, without its secrets. */
  async putText(text: string): Promise<string> {
    return this.runtime.store.putBlob(this.task, this.redactor.redact(text));
  }

  async readBlob(hash: string): Promise<string> {
    return Buffer.from(await this.runtime.store.getBlob(this.task, hash)).toString('utf8');
  }

  announce(doing: Activity['doing'], detail: string): void {
    const { task, step } = this;
    this.runtime.emit({
      type: 'activity',
      task,
      step,
      phase: this.state.phase.name,
      doing,
      detail: this.redactor.redact(detail),
    });
  }

  /** Writes checkpoint and views. */
  async refreshViews(): Promise<void> {
    const { memory, plan, notes, recent, facts } = this.state;
    await this.writer.saveCheckpoint(FOLD_VERSION, this.state);
    await this.writer.saveView('working_memory', { items: memory, plan, notes, recent });
    await this.writer.saveView('understanding', { facts });
    failpoint('checkpointed');
  }

  controls(): ReturnType<TaskWriter['controls']> {
    return this.writer.controls();
  }

  dropControl(id: string): Promise<void> {
    return this.writer.dropControl(id);
  }

  close(): Promise<void> {
    return this.writer.release();
  }

  /** A path in a record of ours is an address, which must lead to the file again. */
  private redact<T>(value: T): T {
    return mapStrings(value, (text, role) => (role === 'value' ? this.redactor.redact(text) : text));
  }
}

/** Tools print absolute paths; agents know paths from the root. */
function relativePaths<T>(value: T, root: string): T {
  return mapStrings(value, (text) => text.replaceAll(`file://${root}/`, '').replaceAll(`${root}/`, ''));
}

/** What decides whether a task is done: its commands, checks defined in code, and that its violation is gone. */
export function checksOf({ checks, conformance, rules }: Runtime, spec: TaskSpec): Check[] {
  const { violation } = spec.inputs;
  const own = typeof violation === 'object' ? conformance?.checkOf(violation) : undefined;
  return [...spec.checks.map((check) => createCommandCheck(check, rules)), ...checks, ...(own ? [own] : [])];
}
