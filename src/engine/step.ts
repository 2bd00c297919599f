// One step: load state → build context → ask the model → guard → act → verify → journal.
// The state says how far the step has come, so a step interrupted anywhere goes on from there, here or in another process.
import { AgentForgeError, type TaskState } from '../schema/index.js';
import { carryOutAct } from './act.js';
import { ask } from './ask.js';
import { measureBaseline } from './baseline.js';
import { decide } from './decide.js';
import { finishStep } from './finish.js';
import type { TaskSession } from './session.js';

/** `measure`: nothing is known yet. `ask`: no reply. `decide`: a reply, nothing done. `act`: an edit set is on its way to disk. */
export type Stage = 'measure' | 'ask' | 'decide' | 'act' | 'stop';

export function stageOf(state: TaskState): Stage {
  if (state.status !== 'running') return 'stop';
  if (!state.baseline) return 'measure';
  if (state.open?.act) return 'act';
  return state.open?.reply ? 'decide' : 'ask';
}

/** Takes the task through one whole step, or through what is left of it; `waiting` when the reply comes from outside. */
export async function takeStep(session: TaskSession): Promise<'finished' | 'waiting' | 'stopped'> {
  session.markStepStart();
  for (;;) {
    const stage = stageOf(session.state);
    if (stage === 'stop') return 'stopped';
    if (stage === 'ask' && session.runtime.model.waits) return 'waiting';
    const before = session.state.recent.at(-1)?.step;
    await runStage(session, stage);
    if (session.state.recent.at(-1)?.step !== before) return 'finished';
  }
}

async function runStage(session: TaskSession, stage: Exclude<Stage, 'stop'>): Promise<void> {
  try {
    const { open } = session.state;
    if (stage === 'measure') return await measureBaseline(session);
    if (stage === 'ask') return await ask(session);
    return open?.act ? await carryOutAct(session, open.act) : await decide(session);
  } catch (error) {
    if (!(error instanceof AgentForgeError) || error.code !== 'control_file' || !session.state.open)
      throw error;
    // A command changed what governs commands: nothing more is run until a person has looked.
    await finishStep(session, {
      action: session.state.open.act?.action ?? 'run',
      parameters: {},
      result: 'failure',
      summary: error.message,
      edited: session.state.open.act?.kind === 'apply' ? session.state.open.act.edits : [],
      ends: { reason: 'control_file', text: `${error.message} Restore them, then answer to go on.` },
    });
  }
}
