// One honest sentence about why no sequence of steps satisfies a check.
import type ts from 'typescript';
import type { TypeScript } from '../../javascript/load-typescript.js';
import { countAddedCognitive, findWorst, listShortfalls, readReached } from './goal.js';
import type { Goal } from './goal.js';
import { METRIC_WORDS, readMetric } from './metric.js';
import type { Obstacle, ObstacleReason } from './obstacles.js';
import type { SearchResult } from './search.js';
import type { Subject } from './trial.js';

/** Why a piece stays where it is. */
const REASON_WORDS: Partial<Record<ObstacleReason, string>> = {
  jump_out: 'of a jump to a loop or label around it',
  conditional_return: 'it returns from the function only sometimes',
  captured_variable: 'a variable is shared with a closure',
  hoisted_variable: 'a variable it declares is used elsewhere in the function',
  lost_on_throw: 'what it assigns would be lost on a throw',
  this_binding: 'it depends on `this`',
  arguments_object: 'it uses `arguments`',
  generator: 'it yields',
  super_call: 'it uses `super`',
  too_many_outputs: 'too many variables are assigned that are used afterwards',
  type_not_nameable: 'a type cannot be written down',
  types_worse: 'the types would no longer check',
  comment_lost: 'a comment would be lost',
  order_of_effects: 'effects would happen in another order',
  partial_statement: 'it is only a part of a statement',
  too_many_parameters: 'the new function would need too many parameters',
  too_small: 'the new function would decide too little',
  file_too_long: 'the file would become too long',
};
const END_WORDS: Readonly<Record<SearchResult['ended'], string>> = {
  complete: '',
  exhausted: '; the function is too large to try more',
  stopped: '; the search was stopped before its end',
};
const MAX_REASONS = 2;
const MAX_EXAMPLE = 160;

export function explainNone(subject: Subject, goal: Goal, result: SearchResult): string {
  const obstacles = describeLargeSwitch(subject, goal, result) ?? describeObstacles(result);
  return `${describeProgress(goal, result)}${obstacles}.`;
}

/** A switch stays whole, whatever is moved out of its cases. */
function describeLargeSwitch(
  { context, path }: Subject,
  goal: Goal,
  { closest }: SearchResult,
): string | undefined {
  const worst = goal.metric === 'cyclomatic' ? findWorst(goal, closest) : undefined;
  const input = worst && context.open(path, closest.text, worst.measure.name);
  const cases = input === undefined ? 0 : countCases(input.ts, input.target);
  return cases < goal.limit
    ? undefined
    : `: a switch of ${cases} cases is left, and no extraction divides a switch`;
}

/** Of the largest switch. */
function countCases(compiler: TypeScript, node: ts.Node): number {
  let most = 0;
  if (compiler.isCaseBlock(node))
    most = node.clauses.filter((clause) => compiler.isCaseClause(clause)).length;
  compiler.forEachChild(node, (child) => {
    if (!compiler.isFunctionLike(child)) most = Math.max(most, countCases(compiler, child));
  });
  return most;
}

function describeProgress(goal: Goal, { closest }: SearchResult): string {
  const words = METRIC_WORDS[goal.metric];
  const before = readMetric(goal.original, goal.metric);
  const reached = readReached(goal, closest);
  if (reached >= before) return `No step that was tried lowers its ${words} of ${before} within the limits`;
  if (reached > goal.limit)
    return `The best attempt brings ${words} from ${before} to ${reached}, not to ${goal.limit}`;
  const attempt = `The best attempt brings ${words} from ${before} to ${reached}`;
  const broken = listShortfalls(goal, closest)[0];
  if (broken !== undefined) {
    const value = readMetric(broken.measure, broken.metric);
    return `${attempt}, but ${broken.measure.name} would have a ${METRIC_WORDS[broken.metric]} of ${value}, over ${broken.limit}`;
  }
  return countAddedCognitive(goal, closest) > 0
    ? `${attempt}, but all functions together would be harder to read than the one is`
    : attempt;
}

/** Of the steps that would have had to come next; where none was tried, of all. */
function describeObstacles({ closest, obstacles, ended }: SearchResult): string {
  const next = obstacles.listAt(closest);
  const met = next.length > 0 ? next : obstacles.listAll();
  const unfinished = next.length === 0 || ended === 'stopped' ? END_WORDS[ended] : '';
  if (met.length === 0) return unfinished;
  const tried =
    next.length > 0 && closest.previous !== undefined ? 'of the pieces tried next' : 'of the pieces tried';
  const example = met[0]?.example.replace(/\.$/, '').slice(0, MAX_EXAMPLE) ?? '';
  const reasons = met.slice(0, MAX_REASONS).map(describeReason).join(', ');
  return `: ${tried}, ${reasons}${example === '' ? '' : ` (${example})`}${unfinished}`;
}

function describeReason({ reason, count }: Obstacle, index: number): string {
  const words = REASON_WORDS[reason] ?? `of ${reason.replaceAll('_', ' ')}`;
  return `${count}${index === 0 ? (count === 1 ? ' was refused' : ' were refused') : ''} because ${words}`;
}
