// The two messages of a step, from nothing but recorded data.
import type { Context, TaskState, TaskType } from '../../schema/index.js';
import { accumulate } from './accumulate.js';
import { buildContext } from './build.js';
import type { ContextInputs } from './inputs.js';

export function composeContext(inputs: ContextInputs, state: TaskState, type: TaskType): Context {
  return inputs.past ? accumulate(inputs, { state, type }, inputs.past) : buildContext(inputs, state, type);
}
