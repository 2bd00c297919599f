// One honest sentence about why no sequence of steps satisfies a check.
import type { RefusalReason } from '../../refactoring.js';
import { readReached } from './goal.js';
import type { Goal } from './goal.js';
import { METRIC_WORDS, readMetric } from './metric.js';
import type { SearchResult } from './search.js';

const REASON_WORDS: Partial<Record<RefusalReason, string>> = {
  jump_out: 'they jump to a loop or label around them',
  conditional_return: 'they return from the function only sometimes',
  captured_variable: 'closures share their variables',
  hoisted_variable: 'their variables are used elsewhere in the function',
  lost_on_throw: 'what they assign would be lost when they throw',
  this_binding: 'they depend on `this`',
  arguments_object: 'they use `arguments`',
  generator: 'they yield',
  super_call: 'they use `super`',
  too_many_outputs: 'they assign too many variables that are used afterwards',
  type_not_nameable: 'their types cannot be written down',
  types_worse: 'types would no longer be narrowed',
  comment_lost: 'a comment would be lost',
  order_of_effects: 'the order of effects would change',
};

export function explainNone(goal: Goal, { closest, refusals, exhausted }: SearchResult): string {
  const reached = readReached(goal, closest);
  const before = readMetric(goal.original, goal.metric);
  const progress =
    reached < before
      ? `The best attempt brings ${METRIC_WORDS[goal.metric]} from ${before} to ${reached}, not to ${goal.limit}`
      : `No step within the limits lowers its ${METRIC_WORDS[goal.metric]} of ${before}`;
  const [reason, count] = [...refusals].sort((a, b) => b[1] - a[1])[0] ?? [];
  if (reason === undefined)
    return `${progress}${exhausted ? '; the function is too large to try more' : ''}.`;
  const words = REASON_WORDS[reason] ?? reason.replaceAll('_', ' ');
  return `${progress}: of the pieces tried, ${count} cannot move because ${words}.`;
}
