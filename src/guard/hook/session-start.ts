// What an agent should know when it begins: what is gated here, and how to come by evidence.
import type { CompiledPolicy } from '../policy/compiled.js';
import type { LastVerdict } from './stored-evidence.js';

const MAX_CHARS = 2_000;

export function describeSession(policy: CompiledPolicy, last: LastVerdict | undefined): string {
  const blocking = policy.guards.filter(({ verdict }) => verdict === 'deny').map(({ id }) => id);
  const asking = policy.guards.filter(({ verdict }) => verdict === 'ask').map(({ id }) => id);
  const lines = [
    `AgentForge gates this project (profile ${policy.profile}). Every tool call is judged before it runs, and what a command changed is looked at afterwards.`,
    `Blocked: ${listNames(blocking)}.`,
    ...(asking.length > 0 ? [`A person is asked: ${listNames(asking)}.`] : []),
    'Do not delete, skip or weaken tests, do not touch the files that steer agents, git or CI, and do not lift a gate yourself; say what should change instead.',
    'To say that something is done or tested you need evidence for the files as they are: `agentforge verify` runs the checks and tests, `agentforge verify --tested` also shows that new tests fail without the change.',
    describeLast(last),
  ];
  const text = lines.join('\n');
  return text.length <= MAX_CHARS ? text : `${text.slice(0, MAX_CHARS - 1)}…`;
}

const MAX_NAMES = 25;

function listNames(names: readonly string[]): string {
  const more = names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : '';
  return names.length === 0 ? 'nothing' : names.slice(0, MAX_NAMES).join(', ') + more;
}

function describeLast(last: LastVerdict | undefined): string {
  if (!last) return 'Nothing has been verified here yet.';
  const when = last.at.slice(0, 16).replace('T', ' ');
  return last.passing
    ? `The last verification (${when}) passed.`
    : `The last verification (${when}) did not pass${last.failure === undefined ? '' : `: ${last.failure}`}.`;
}
