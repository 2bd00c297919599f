// Which model is asked: the task's own, unless the configuration names another for this phase or for reading outputs.
import { describeWait, type Model, type ModelRequest } from '../model/index.js';
import type { Reply } from '../schema/index.js';
import type { TaskSession } from './session.js';

export function chooseModel(
  { runtime, state }: Pick<TaskSession, 'runtime' | 'state'>,
  role: 'step' | 'reading' = 'step',
): Model {
  return runtime.modelFor?.({ role, phase: state.phase.name }) ?? runtime.model;
}

/** Listeners hear that it is asked, and how long it has to wait for its turn. */
export function askModel(session: TaskSession, model: Model, request: ModelRequest): Promise<Reply> {
  session.announce('asking', model.name);
  return model.decide(request, session.signal, (why, waitMs) =>
    session.announce('waiting', describeWait(why, waitMs)),
  );
}
