// Before a step: measures where the workspace stands; before the first one also writes the brief and opens windows on what
// the task is about.
import { z } from 'zod';
import { failpoint, present } from '../platform/index.js';
import type { EventBody, TaskState } from '../schema/index.js';
import type { Load } from './actions/index.js';
import { CAPS, fitting } from './caps.js';
import { mainTargets, writeBrief } from './context/index.js';
import { foldAhead } from './fold.js';
import { admit } from './memory/index.js';
import { readChanges } from './read-changes.js';
import type { TaskSession } from './session.js';
import { settleAll } from './settle.js';
import { climbLadder } from './verify.js';

const LINES_AROUND = 40;
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
    ...(state.baseline ? [] : openTargets(session)),
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

function openTargets({ spec, type, runtime, state }: TaskSession): EventBody[] {
  const { violation } = spec.inputs;
  const loads = mainTargets(spec)
    .slice(0, Math.max(1, type.memory.maxItems - 2))
    .filter((path) => runtime.workspace.read(path).ok)
    .map((path): Omit<Load, 'text'> => {
      const line = typeof violation === 'object' && violation.path === path ? violation.line : undefined;
      if (line === undefined) return { key: path, title: path, path, passing: false };
      const [start, end] = [Math.max(1, line - LINES_AROUND), line + LINES_AROUND];
      return {
        key: `${path}#${start}-${end}`,
        title: `${path}#${start}-${end}`,
        path,
        start,
        end,
        passing: false,
      };
    });
  return admit(state.memory, loads, type.memory, 0);
}
