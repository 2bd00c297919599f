// One honest sentence about why no sequence of steps satisfies a check.
import type ts from 'typescript';
import type { TypeScript } from '../../javascript/load-typescript.js';
import { countAddedCognitive, findWorst, listShortfalls, readReached } from './goal.js';
import type { Goal } from './goal.js';
import { describeMeasure, METRIC_WORDS, readMetric } from './metric.js';
import type { Obstacle, ObstacleReason } from './obstacles.js';
import type { SearchResult } from './search.js';
import type { Subject } from './trial.js';

/** Why a piece stays where it is; of the rest, the refusal itself says it. */
const REASON_WORDS: Partial<Record<ObstacleReason, string>> = {
  jump_out: 'they jump to a loop or label around them',
  conditional_return: 'they return from the function only sometimes',
  captured_variable: 'a variable is shared with a closure',
  hoisted_variable: 'a variable is declared where it could not be any more',
  lost_on_throw: 'what they assign would be lost on a throw',
  this_binding: 'they depend on `this`',
  arguments_object: 'they use `arguments`',
  generator: 'they yield',
  super_call: 'they use `super`',
  too_many_outputs: 'too many variables are assigned that are used afterwards',
  type_not_nameable: 'a type cannot be written down',
  types_worse: 'the types would no longer check',
  comment_lost: 'a comment would be lost',
  order_of_effects: 'effects would happen in another order',
  too_many_parameters: 'the new function would need too many parameters',
  too_small: 'the new function would decide too little',
  file_too_long: 'the file would become too long',
};
/** What such a refusal adds is a name, a type or an error; of the others it would only say the same again. */
const TOLD_MORE: ReadonlySet<ObstacleReason> = new Set([
  'captured_variable',
  'hoisted_variable',
  'lost_on_throw',
  'too_many_outputs',
  'type_not_nameable',
  'types_worse',
]);
/** Nothing stood in the way: there was nothing to do. */
const NO_OBSTACLES: ReadonlySet<ObstacleReason> = new Set([
  'nothing_to_simplify',
  'not_found',
  'name_taken',
  'partial_statement',
]);
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
  const { metric, limit, original } = goal;
  const before = readMetric(original, metric);
  const reached = readReached(goal, closest);
  if (reached >= before)
    return `It has ${describeMeasure(metric, before)}, and no step that was tried lowers that within the limits`;
  const attempt = `The best attempt brings its ${METRIC_WORDS[metric]} from ${before} to ${reached}`;
  if (reached > limit) return `${attempt}, not to ${limit}`;
  const broken = listShortfalls(goal, closest)[0];
  if (broken !== undefined) {
    const value = describeMeasure(broken.metric, readMetric(broken.measure, broken.metric));
    return `${attempt}, but ${broken.measure.name} would have ${value}, over ${broken.limit}`;
  }
  return countAddedCognitive(goal, closest) > 0
    ? `${attempt}, but all functions together would be harder to read than the one is`
    : attempt;
}

/** Of the steps that would have had to come next; where none was tried, of all. */
function describeObstacles({ closest, obstacles, ended }: SearchResult): string {
  const isObstacle = ({ reason }: Obstacle): boolean => !NO_OBSTACLES.has(reason);
  const next = obstacles.listAt(closest).filter(isObstacle);
  const met = next.length > 0 ? next : obstacles.listAll().filter(isObstacle);
  const unfinished = next.length === 0 || ended === 'stopped' ? END_WORDS[ended] : '';
  const told = met.slice(0, MAX_REASONS).map(describeReason);
  if (told.length === 0) return unfinished;
  const isLater = next.length > 0 && closest.previous !== undefined;
  return `: of the pieces tried${isLater ? ' next' : ''}, ${told.join(', and ')}${unfinished}`;
}

function describeReason({ reason, count, example }: Obstacle, index: number): string {
  const words = REASON_WORDS[reason];
  const said = toClause(example);
  const why = words === undefined ? said : words + (TOLD_MORE.has(reason) && said !== '' ? ` (${said})` : '');
  return `${count}${index === 0 ? (count === 1 ? ' was refused' : ' were refused') : ''} because ${why}`;
}

/** A sentence as a part of another one; of several only the first. */
function toClause(sentences: string): string {
  const [first = ''] = sentences.split(/\.?(?:\s{2,}|\n)/);
  const clause = first
    .replace(/\.$/, '')
    .replace(/^(?:An?|The|There|That|With|What|Some|No)\b/, (word) => word.toLowerCase());
  return clause.length > MAX_EXAMPLE ? `${clause.slice(0, MAX_EXAMPLE)}…` : clause;
}
