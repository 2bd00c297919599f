// Which actions a step may take, which one is recommended, and why others are blocked.
import type { ActionView } from '../actions/index.js';
import { holds } from '../conditions.js';
import { unmetDemands } from '../demands.js';
import type { TaskSession } from '../session.js';
import { typeActions } from './brief.js';
import type { StepInputs } from './inputs.js';

const MAX_BLOCKED_SHOWN = 6;

export type Availability = Pick<StepInputs, 'allowed' | 'recommended' | 'blocked'>;

export function describeAvailability(session: TaskSession, view: ActionView): Availability {
  const { state, spec, type, runtime } = session;
  const phase = type.phases[state.phase.name];
  const allowed: string[] = [];
  const blocked: { action: string; why: string }[] = [];
  for (const action of typeActions(runtime.actions, type)) {
    const why = phase?.actions.includes(action.name)
      ? (action.blocked?.(view) ?? refuseCompletion(session, action.name))
      : `not in phase ${state.phase.name}`;
    if (why === undefined) allowed.push(action.name);
    else blocked.push({ action: action.name, why });
  }
  for (const signature of state.loop.blocked) {
    blocked.unshift({
      action: signature.split(':', 1)[0] ?? signature,
      why: 'with the same parameters as before, after a loop',
    });
  }
  const recommended = phase?.recommend.find(
    ({ action, when }) => allowed.includes(action) && holds(when, { state, spec }),
  )?.action;
  return {
    allowed,
    blocked: blocked.slice(0, MAX_BLOCKED_SHOWN),
    ...(recommended === undefined ? {} : { recommended }),
  };
}

function refuseCompletion({ state, spec, type }: TaskSession, action: string): string | undefined {
  return action === 'complete' ? unmetDemands(type, { state, spec })[0] : undefined;
}
