// Before a step: measures where the workspace stands; before the first one also writes the brief and opens windows on what
// the task is about.
import { z } from 'zod';
import { outline } from '../code/index.js';
import { failpoint, present } from '../platform/index.js';
import type { EventBody, Fact, TaskState } from '../schema/index.js';
import { splitLines, type Load } from './actions/index.js';
import { CAPS, fitting } from './caps.js';
import { admitLoads } from './admit-loads.js';
import { mainTargets, writeBrief } from './context/index.js';
import { foldAhead } from './fold.js';
import { placesOfFailure } from './places-of-failure.js';
import { readChanges } from './read-changes.js';
import type { TaskSession } from './session.js';
import { settleAll } from './settle.js';
import { climbLadder } from './verify.js';

const LINES_AROUND = 40;
const LINES_BESIDE = 3;
/** More than this is cut in the middle by its section's cap anyway. */
const MOST_LINES = 120;
const LOOK_EVERY_MS = 5_000;

/** Also done again when what was measured no longer holds: after an undo, or a change from outside. */
export async function measureWorkspace(session: TaskSession): Promise<void> {
  const { spec, type, state, step } = session;
  session.announce('measuring', 'where checks and tests stand');
  const brief = state.brief ?? (await session.putText(JSON.stringify(await writeBrief(session))));
  const { verification, facts, testOutput, errorOutput } = await climbLadder(session, {
    touched: [],
    changes: await readChanges(session, []),
    full: true,
    reuse: true,
    allowance: { mayFail: () => true, baseline: undefined },
  });
  await keepInputs(session);
  const bodies: EventBody[] = [
    ...(state.baseline ? [] : await openTargets(session, facts)),
    {
      type: 'measured',
      step,
      verification,
      facts: fitting(facts, CAPS.factBytes),
      brief,
      outputs: await storeOutputs(session, testOutput, errorOutput),
    },
  ];
  const consequences = settleAll(type, { spec, state: foldAhead(state, bodies) });
  await session.append([...bodies, ...consequences], { durable: true });
  failpoint('measured');
  await session.refreshViews();
}

async function storeOutputs(
  session: TaskSession,
  tests: string | undefined,
  error: string | undefined,
): Promise<TaskState['lastOutput']> {
  return present({
    tests: tests === undefined ? undefined : await session.putText(tests),
    error: error === undefined ? undefined : await session.putText(error),
  });
}

const Measurements = z.looseObject({ measured: z.array(z.unknown()).default([]) });

/** What the facts were drawn from is kept beside the last step, whose own record stays. */
async function keepInputs(session: TaskSession): Promise<void> {
  const { runtime, task, step } = session;
  const known = await runtime.store.readStep(task, step, 'result').catch(() => ({}));
  const { measured, ...record } = Measurements.parse(known);
  const inputs = session.takeFactInputs();
  await session.saveStep(step, 'result', { step, facts: [], ...record, measured: [...measured, inputs] });
}

/** Between steps, now and then: did someone else change files since they were measured? */
export async function noticeOutsideChanges(session: TaskSession): Promise<void> {
  const { state, runtime } = session;
  const nowMs = runtime.clock.now();
  if (state.status !== 'running' || state.open || !state.verification) return;
  if (nowMs - session.workspaceSeenAtMs < LOOK_EVERY_MS) return;
  session.workspaceSeenAtMs = nowMs;
  if ((await runtime.workspace.hash(Object.keys(state.files))) !== state.workspace)
    await measureWorkspace(session);
}

/** Windows on the files the task names; where it names none, on the tests that fail. */
async function openTargets(session: TaskSession, facts: readonly Fact[]): Promise<EventBody[]> {
  const { spec, type, runtime } = session;
  const { violation } = spec.inputs;
  const named = mainTargets(spec).map((path) => ({
    path,
    line: typeof violation === 'object' && violation.path === path ? violation.line : undefined,
  }));
  const places = named.length > 0 ? named : await placesOfFailure(session, facts);
  const loads: Omit<Load, 'text'>[] = [];
  for (const { path, line } of places.slice(0, Math.max(1, type.memory.maxItems - 1))) {
    const file = runtime.workspace.read(path);
    if (!file.ok) continue;
    const lines = line === undefined ? undefined : await findLinesAbout(file.path, file.text, line);
    const name = lines ? `${file.path}#${lines.start}-${lines.end}` : file.path;
    loads.push({ key: name, title: name, path: file.path, passing: false, ...lines });
  }
  return admitLoads(session, loads);
}

/** A short file whole, which is undefined; else the function around the line, as far as it can be shown. */
async function findLinesAbout(
  path: string,
  text: string,
  line: number,
): Promise<{ start: number; end: number } | undefined> {
  const count = splitLines(text).lines.length;
  if (count <= MOST_LINES) return undefined;
  const around = (await outline(path, text)).findLast(({ start, end }) => start <= line && line <= end);
  const [start, end] = around
    ? [around.start - LINES_BESIDE, around.end + LINES_BESIDE]
    : [line - LINES_AROUND, line + LINES_AROUND];
  return { start: Math.max(1, start), end: Math.min(count, Math.max(end, line), start + MOST_LINES) };
}
