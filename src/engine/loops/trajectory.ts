// The recorded run of any agent → loop records, although nobody hashed its workspace.
import type { LoopRecord } from '../../schema/index.js';
import { natureOf, type ActionNature } from './action-nature.js';
import { digest, digestContent } from './digest.js';
import { actionSignature, toLoopRecord } from './loop-record.js';
import { findFailure, removeFrame } from './recorded-failure.js';

/** A line of a recorded run. */
export interface RecordedStep {
  readonly step: number;
  readonly action: string;
  readonly parameters: unknown;
  readonly observation: string;
  /** Of the whole observation, where `observation` is a clipped one. */
  readonly digest?: string | undefined;
  readonly error?: string | undefined;
}

export function recordsFromTrajectory(steps: Iterable<RecordedStep>): LoopRecord[] {
  const memory = createMemory();
  return Array.from(steps, (step) => {
    const nature = natureOf(step.action, readText(step.parameters, commandKeys));
    const record = toRecord(step, nature);
    return {
      ...record,
      repeatable: isRepeatable(record, nature, memory),
      progress: judgeProgress(record, nature, memory, isRendering(step.observation)),
    };
  });
}

function toRecord(step: RecordedStep, nature: ActionNature): LoopRecord {
  const mutates = nature === 'mutate';
  const body = removeFrame(step.observation);
  const errorText =
    nature === 'read' && body === ''
      ? undefined
      : findFailure(step.observation, nature !== 'read', step.error);
  const record = toLoopRecord({
    step: step.step,
    action: step.action,
    parameters: step.parameters,
    target: findTarget(step.parameters),
    observation: step.observation,
    failed: errorText !== undefined,
    errorText,
    measures: nature === 'measure',
    mutates,
    repeatable: false,
    seen: nothingSeen,
  });
  return { ...record, content: contentOf(step, body) };
}

const nothingSeen = { workspaces: new Set<string>(), contents: new Set<string>() };
const clippedAt = 6_000;
const shortAnswer = 80;

/** A short answer ("no match", "ok") means something only together with its question. */
function contentOf(step: RecordedStep, body: string): string {
  if (body.length <= shortAnswer) return digest(`${actionSignature(step.action, step.parameters)} ${body}`);
  return step.digest !== undefined && step.observation.length >= clippedAt
    ? step.digest
    : digestContent(body);
}

/** What a recorded run has shown so far, to tell new from known. */
interface Memory {
  /** Content read since the last change: after a change, reading again is looking at its effect. */
  readonly read: Set<string>;
  readonly measured: Set<string>;
  readonly measuredSinceChange: Set<string>;
  /** How often a question got an answer, numbers aside. */
  readonly looks: Map<string, number>;
  /** File contents that changes led to. */
  readonly states: Set<string>;
  /** Each change → how many new changes there had been when it was last made. */
  readonly changes: Map<string, number>;
  newChanges: number;
}

function createMemory(): Memory {
  return {
    read: new Set(),
    measured: new Set(),
    measuredSinceChange: new Set(),
    looks: new Map(),
    states: new Set(),
    changes: new Map(),
    newChanges: 0,
  };
}

/** Waiting, passing work on, and the green run after each change. */
function isRepeatable(record: LoopRecord, nature: ActionNature, memory: Memory): boolean {
  if (nature === 'wait' || nature === 'handover') return true;
  return (
    nature === 'measure' &&
    record.outcome === 'success' &&
    isFirst(memory.measuredSinceChange, record.parameters)
  );
}

function judgeProgress(
  record: LoopRecord,
  nature: ActionNature,
  memory: Memory,
  isRendered: boolean,
): boolean {
  switch (nature) {
    case 'talk':
      return false;
    case 'mutate':
      return record.outcome === 'success' && isChange(record, memory, isRendered);
    case 'handover':
      // The next role has not read what the one before has.
      memory.read.clear();
      return isNews(record, memory, memory.measured);
    case 'read':
      return isNews(record, memory, memory.read);
    case 'measure':
    case 'wait':
      return isNews(record, memory, memory.measured);
  }
}

const looksGranted = 2;

/** Content not seen before; an error counts by its words; and a third look that differs only in numbers is not news. */
function isNews(record: LoopRecord, { looks }: Memory, seen: Set<string>): boolean {
  const look = `${changeOf(record)}:${record.result}`;
  const earlier = looks.get(look) ?? 0;
  looks.set(look, earlier + 1);
  return isFirst(seen, contentBy(record)) && earlier < looksGranted;
}

function contentBy({ outcome, result, content = result }: LoopRecord): string {
  return outcome === 'failure' ? result : content;
}

/** The same change again changes nothing unless something else was changed since; nor does one that leads to a known state. */
function isChange(record: LoopRecord, memory: Memory, isRendered: boolean): boolean {
  const change = changeOf(record);
  const before = memory.changes.get(change);
  if (before === undefined) memory.newChanges += 1;
  memory.changes.set(change, memory.newChanges);
  const isKnownState = isRendered && !isFirst(memory.states, contentBy(record));
  const hasEffect = !isKnownState && (before === undefined || before < memory.newChanges);
  if (hasEffect) {
    memory.read.clear();
    memory.measuredSinceChange.clear();
  }
  return hasEffect;
}

function changeOf(record: LoopRecord): string {
  return `${record.action}:${record.parameters}`;
}

/** An editor that answers with the file shows the state it led to; a mere acknowledgement says nothing about it. */
function isRendering(observation: string): boolean {
  return observation.split('\n', 6).length > 5;
}

function isFirst(seen: Set<string>, content: string): boolean {
  return !seen.has(content) && seen.add(content) !== undefined;
}

const commandKeys = ['command', 'cmd', 'script'];
const targetKeys = ['path', 'file_path', 'filePath', 'file', 'filename'];

function findTarget(parameters: unknown): string | undefined {
  const named = readText(parameters, targetKeys);
  if (named !== undefined) return named;
  const [firstLine = ''] = (readText(parameters, commandKeys) ?? '').slice(0, 500).split('\n');
  return /(?:^|[\s'"=])((?:[\w.@~-]*\/)*[\w@-]+\.[A-Za-z]\w{0,5})(?=$|[\s'":])/.exec(firstLine)?.[1];
}

function readText(parameters: unknown, keys: readonly string[]): string | undefined {
  if (typeof parameters !== 'object' || parameters === null) return undefined;
  const entry = Object.entries(parameters).find(
    ([key, value]) => keys.includes(key) && typeof value === 'string',
  );
  return typeof entry?.[1] === 'string' ? entry[1] : undefined;
}
