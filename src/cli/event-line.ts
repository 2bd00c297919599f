// One event of a journal as a line for people.
import { describeConditions } from '../engine/index.js';
import type { Event, EventOf, EventType } from '../schema/index.js';

export function describeEvent(event: Event): string {
  const describe = LINES[event.type] as (event: Event) => string;
  return describe(event).replace(/\s+/g, ' ').slice(0, MAX_CHARS);
}

const MAX_CHARS = 200;

type Lines = { readonly [T in EventType]: (event: EventOf<T>) => string };

const LINES: Lines = {
  'task-created': ({ taskType, parent }) =>
    `${taskType}${parent === undefined ? '' : `, child of ${parent}`}`,
  measured: ({ verification: { checks, tests } }) =>
    `${checks.filter(({ passing }) => passing).length} of ${checks.length} checks pass${tests ? `, ${tests.passed} of ${tests.total} tests` : ''}`,
  advised: ({ step, path }) => `step ${step}: recipes for ${path}`,
  'step-asked': ({ step, attempt, tokens }) =>
    `step ${step}${attempt > 0 ? ', second attempt' : ''}: ${tokens.total} tokens, ${tokens.fresh} fresh`,
  'step-replied': ({ step, ...call }) => `step ${step}: ${describeCall(call)}`,
  'reading-asked': ({ step }) => `step ${step}: no rule understands the output, the model is asked`,
  'reading-replied': ({ step, ...call }) => `step ${step}: read by ${describeCall(call)}`,
  'reply-rejected': ({ step, error }) => `step ${step}: ${error}`,
  'action-blocked': ({ step, action, guard, reason }) => `step ${step}: ${action} by ${guard}: ${reason}`,
  'act-started': ({ step, act }) => `step ${step}: ${act.edits.map(({ path }) => path).join(', ')}`,
  'command-started': ({ name, argv, group }) => `${name} as process ${group.pid}: ${argv.join(' ')}`,
  'step-finished': ({ step, action, result, summary }) => `step ${step} ${action}: ${result}, ${summary}`,
  reverted: ({ step, act, why }) => `step ${step}: ${act.edits.length} files go back because ${why}`,
  undone: ({ edits, by = 'person' }) =>
    `by ${by === 'person' ? 'a person' : 'its flow'}${edits.length === 0 ? '' : `: ${edits.map(({ path }) => path).join(', ')}`}`,
  'change-set-opened': ({ step }) => `step ${step}: red for now`,
  'change-set-closed': ({ outcome, why }) => `${outcome}: ${why}`,
  'phase-changed': ({ from, to, why }) => `${from} → ${to} (${describeConditions(why)})`,
  'loop-detected': ({ detection, rung }) => `${rung}: ${detection.kind}, ${detection.description}`,
  'context-loaded': ({ item }) => item.key,
  'context-cleared': ({ key }) => key,
  pinned: ({ key }) => key,
  escalated: ({ question }) => `${question.reason}: ${question.text}`,
  answered: ({ text }) => text,
  told: ({ text }) => text,
  'limits-raised': ({ limits }) =>
    Object.entries(limits)
      .map(([name, value]) => `${name} ${value}`)
      .join(', '),
  parked: ({ reason }) => reason,
  resumed: () => '',
  completed: ({ summary }) => summary,
  failed: ({ reason }) => reason,
  aborted: ({ reason }) => reason,
  'child-created': ({ child }) => child,
  'child-finished': ({ child, status }) => `${child} ${status}`,
};

function describeCall({
  model,
  usage,
  costUsd,
}: Pick<EventOf<'step-replied'>, 'model' | 'usage' | 'costUsd'>): string {
  return `${model}, ${usage.outputTokens} tokens${costUsd ? `, $${costUsd.toFixed(4)}` : ''}`;
}
