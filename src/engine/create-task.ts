// Creates a task: its immutable spec and the first event of its journal.
import { present, sha256 } from '../platform/index.js';
import { AgentForgeError, JOURNAL_SCHEMA, type EventBody, type TaskSpec } from '../schema/index.js';
import type { Runtime } from './runtime.js';
import { loadState, parseSpec } from './open-session.js';
import { outcomeHash } from './outcome.js';
import { checksOf, type TaskSession } from './session.js';

export interface NewTask {
  /** The text of a task file, or a spec as data. */
  readonly spec: string | TaskSpec;
  /** Where it came from, for messages. */
  readonly name?: string;
}

/** Returns the id of the new task. */
export async function createTask(runtime: Runtime, { spec, name = 'the task' }: NewTask): Promise<string> {
  const given = typeof spec === 'string' ? spec : renderSpec(spec);
  const parsed = parseSpec(given, name);
  const full = withConfigured(parsed, runtime);
  refuseMissingTargets(full, runtime);
  const task = `${full.type.replaceAll('_', '-')}-${runtime.ids.hex(8)}`;
  await store(runtime, task, full === parsed ? given : renderSpec(full), full);
  return task;
}

/** A mistyped path would cost steps before anyone noticed. */
function refuseMissingTargets({ inputs }: TaskSpec, { workspace }: Runtime): void {
  for (const { path, status } of inputs.target_files) {
    const file = workspace.read(path);
    if (file.ok || (status === 'to_create' && !file.exists)) continue;
    const otherwise = file.exists ? '' : ' Mend the path, or say `status: to_create`.';
    throw new AgentForgeError('bad_task', `The task cannot work on ${path}: ${file.message}${otherwise}`);
  }
}

/** A task that says nothing of checks or tests is measured by the project's own; the spec that is stored says so. */
function withConfigured(spec: TaskSpec, { config }: Runtime): TaskSpec {
  const tests = spec.tests ?? config.tests;
  const checks = spec.checks.length > 0 ? spec.checks : config.checks;
  const isComplete = tests === spec.tests && checks.length === spec.checks.length;
  return isComplete ? spec : { ...spec, checks, ...present({ tests }) };
}

function renderSpec(spec: TaskSpec): string {
  return `${JSON.stringify(spec, null, 2)}\n`;
}

/** The id is derived from the parent and the number, so that doing it twice makes one child. */
export async function createChild(parent: TaskSession, sequence: number, spec: TaskSpec): Promise<string> {
  const child = `${parent.task}.${sequence}`;
  const text = renderSpec(spec);
  await store(parent.runtime, child, text, spec, parent.task);
  if (parent.state.children.some(({ id }) => id === child)) return child;
  await parent.append([{ type: 'child-created', child, specHash: sha256(text) }], { durable: true });
  await parent.refreshViews();
  return child;
}

/** Records in the parent how a child ended; again, it changes nothing. */
export async function recordChildEnd(parent: TaskSession, child: string): Promise<void> {
  const state = await loadState(parent.runtime, child);
  const { status } = state;
  const known = parent.state.children.find(({ id }) => id === child);
  if (!known || known.status === status) return;
  await parent.append([{ type: 'child-finished', child, status, outcomeHash: outcomeHash(state) }], {
    durable: true,
  });
  await parent.refreshViews();
}

async function store(
  runtime: Runtime,
  task: string,
  text: string,
  spec: TaskSpec,
  parent?: string,
): Promise<void> {
  const type = runtime.types.find(spec.type);
  if (!type.flow && spec.tests === undefined && checksOf(runtime, spec).length === 0) {
    throw new AgentForgeError(
      'bad_task',
      'The task has no checks and no tests, so nothing could ever show that it is done; add `checks` or `tests` to it or to .agentforge/config.yaml.',
    );
  }
  const first: EventBody = {
    type: 'task-created',
    schema: JOURNAL_SCHEMA,
    task,
    taskType: spec.type,
    specHash: sha256(text),
    nonce: runtime.ids.hex(8),
    firstPhase: Object.keys(type.phases)[0] ?? 'init',
    ...(parent === undefined ? {} : { parent }),
    limits: spec.limits ?? {},
    pins: pinConfiguration(runtime, spec),
  };
  const created = await runtime.store.create(task, text, first);
  if (created) await runtime.store.saveArtifact(task, 'inputs', 'inputs', spec.inputs);
}

const CONFIGURATION =
  /^(?:package\.json|(?:vitest|vite|jest|playwright|karma|babel)\.config\.[cm]?[jt]s|jest\.config\.json|\.mocharc\.\w+|tsconfig(?:\.\w+)?\.json|pytest\.ini|pyproject\.toml|setup\.cfg|tox\.ini|conftest\.py|go\.mod|Cargo\.toml|Makefile|eslint\.config\.[cm]?[jt]s|\.eslintrc(?:\.\w+)?)$/;

/** Hashes of the files that decide how checks and tests run: those known by name, and those their commands name. */
function pinConfiguration(runtime: Runtime, spec: TaskSpec): Record<string, string> {
  const commands = [
    ...spec.checks.map(({ command }) => command),
    ...(spec.tests ? [spec.tests.command] : []),
  ];
  const named = new Set(commands.flatMap((command) => command.slice(1)));
  const targets = new Set(spec.inputs.target_files.map(({ path }) => path));
  const pins: Record<string, string> = {};
  for (const path of runtime.workspace.listFiles()) {
    const isConfiguration =
      CONFIGURATION.test(path.split('/').at(-1) ?? '') || named.has(path) || named.has(`./${path}`);
    if (!isConfiguration || targets.has(path) || Object.keys(pins).length >= 200) continue;
    const file = runtime.workspace.read(path);
    if (file.ok) pins[path] = sha256(file.text);
  }
  return pins;
}
