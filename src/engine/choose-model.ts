// Which model is asked: the task's own, unless the configuration names another for this phase or for reading outputs.
import type { Model } from '../model/index.js';
import type { TaskSession } from './session.js';

export function chooseModel(
  { runtime, state }: Pick<TaskSession, 'runtime' | 'state'>,
  role: 'step' | 'reading' = 'step',
): Model {
  return runtime.modelFor?.({ role, phase: state.phase.name }) ?? runtime.model;
}
