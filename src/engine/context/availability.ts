// Which actions a step may take, which one is recommended, and why others are blocked.
import { present } from '../../platform/index.js';
import { holds } from '../conditions.js';
import { unmetDemands } from '../demands.js';
import type { TaskSession } from '../session.js';
import { taskActions } from './brief.js';
import type { StepInputs } from './inputs.js';

const MAX_BLOCKED_SHOWN = 6;

export type Availability = Pick<StepInputs, 'allowed' | 'recommended' | 'blocked'>;

export function describeAvailability(session: TaskSession): Availability {
  const { state, spec, type } = session;
  const phase = type.phases[state.phase.name];
  const names = taskActions(session).map(({ name }) => name);
  const allowed = names.filter((name) => refusal(session, name) === undefined);
  const refused = names.flatMap((action) => {
    const why = refusal(session, action);
    return why === undefined ? [] : [{ action, why }];
  });
  // An action that is refused anyway need not be refused twice.
  const looping = state.loop.blocked
    .map((signature) => signature.split(':', 1)[0] ?? signature)
    .filter((action) => allowed.includes(action))
    .map((action) => ({ action, why: 'with the same parameters as before, after a loop' }));
  const recommended = phase?.recommend.find(
    ({ action, when }) => allowed.includes(action) && holds(when, { state, spec }),
  )?.action;
  return {
    allowed,
    blocked: [...looping, ...refused].slice(0, MAX_BLOCKED_SHOWN),
    ...present({ recommended }),
  };
}

/** Why an action cannot be taken in this step. */
function refusal({ state, spec, type }: TaskSession, action: string): string | undefined {
  if (!type.phases[state.phase.name]?.actions.includes(action)) return `not in phase ${state.phase.name}`;
  return action === 'complete' ? unmetDemands(type, { state, spec })[0] : undefined;
}
