// One step: load state → build context → ask the model → guard → act → verify → journal.
// The state says how far the step has come, so a step interrupted anywhere goes on from there, here or in another process.
import { AgentForgeError, type OpenStep, type TaskState } from '../schema/index.js';
import { chooseModel } from './choose-model.js';
import { carryOutAct } from './act.js';
import { ask } from './ask.js';
import { measureWorkspace } from './measure-workspace.js';
import { decide } from './decide.js';
import { finishStep } from './finish.js';
import type { TaskSession } from './session.js';

/** `measure`: nothing is known, or no longer. `ask`: no reply. `decide`: a reply, nothing done. `act`: an edit set is on its way to disk. */
export type Stage = 'measure' | 'ask' | 'decide' | 'act' | 'stop';

export function stageOf(state: TaskState): Stage {
  if (state.status !== 'running') return 'stop';
  if (!state.baseline || (!state.verification && !state.open)) return 'measure';
  if (state.open?.act) return 'act';
  return state.open?.reply ? 'decide' : 'ask';
}

/** Takes the task through one whole step, or through what is left of it; `waiting` when the reply comes from outside. */
export async function takeStep(session: TaskSession): Promise<'finished' | 'waiting' | 'stopped'> {
  session.stepStartedAtMs = session.runtime.clock.now();
  for (;;) {
    const stage = stageOf(session.state);
    if (stage === 'stop') return 'stopped';
    if (stage === 'ask' && chooseModel(session).waits) return 'waiting';
    const before = session.state.recent.at(-1)?.step;
    await runStage(session, stage);
    if (session.state.recent.at(-1)?.step !== before) return 'finished';
  }
}

async function runStage(session: TaskSession, stage: Exclude<Stage, 'stop'>): Promise<void> {
  const { open } = session.state;
  try {
    if (stage === 'measure') return await measureWorkspace(session);
    if (stage === 'ask') return await ask(session);
    return open?.act ? await carryOutAct(session, open.act) : await decide(session);
  } catch (error) {
    if (!(error instanceof AgentForgeError) || error.code !== 'control_file') throw error;
    await stopAtControlFile(session, open, error.message);
  }
}

/** A command changed what governs commands: nothing more is run until a person has looked. */
async function stopAtControlFile(
  session: TaskSession,
  open: OpenStep | undefined,
  message: string,
): Promise<void> {
  const reason = 'control_file';
  const text = `${message} Restore it, then answer to go on.`;
  // Before the first step there is none to finish.
  if (!open)
    return session.append([{ type: 'escalated', step: 0, question: { id: `q0-${reason}`, text, reason } }], {
      durable: true,
    });
  const { act } = open;
  await finishStep(session, {
    action: act?.action ?? 'run',
    parameters: {},
    result: 'failure',
    summary: message,
    edited: act?.kind === 'apply' ? act.edits : [],
    ends: { reason, text },
  });
}
