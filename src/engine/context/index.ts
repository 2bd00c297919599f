export { buildContext } from './build.js';
export { countNative, listActions } from './action-list.js';
export { mainTargets, taskActions, writeBrief } from './brief.js';
export { describeAvailability } from './availability.js';
export { fitLines, fitList, fitStart } from './compress.js';
export type { Fitted } from './compress.js';
export { gatherInputs } from './gather.js';
export { Brief, StepInputs, WindowInput } from './inputs.js';
export type { ContextInputs } from './inputs.js';
