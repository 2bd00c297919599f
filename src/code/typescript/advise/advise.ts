// Ranked recipes for one function that measures too much, or the reason why there is none.
import { sha256 } from '../../../platform/index.js';
import type { Advice, FunctionMeasure, Recipe } from '../../../schema/index.js';
import type { RecipeRequest } from '../../refactoring.js';
import type { AdviseContext } from './context.js';
import { explainNone } from './explain-none.js';
import { countNeededSteps, createGoal, readReached } from './goal.js';
import type { Goal } from './goal.js';
import { describeMeasure, isFunctionMetric, METRIC_WORDS, readMetric } from './metric.js';
import type { FunctionMetric } from './metric.js';
import { searchSteps } from './search.js';
import { createRoot } from './trial.js';
import type { Created, State } from './trial.js';

/** Nobody reads a change of more steps. */
const MAX_NEEDED_STEPS = 12;

export function advise(context: AdviseContext, request: RecipeRequest): Advice {
  const { metric, path } = request;
  if (!isFunctionMetric(metric)) return none(`No refactoring here makes a whole class or file smaller.`);
  const text = context.read(path);
  if (text === undefined) return none(`There is no file ${path}.`);
  const subject = { context, path, function: request.function };
  const root = createRoot(subject, text);
  if (root === undefined) return none(`There is no function ${request.function} in ${path}.`);
  const before = readMetric(root.target, metric);
  const goal = createGoal(request, metric, root);
  const obstacle = findObstacle(goal, before);
  if (obstacle !== undefined) return none(obstacle, before);
  const found = searchSteps(subject, goal, root, { wanted: request.max, signal: request.signal });
  const recipes = found.finished.slice(0, request.max).map((state) => toRecipe(state, root, metric));
  if (recipes.length > 0) return { recipes };
  return none(explainNone(subject, goal, found), readReached(goal, found.closest));
}

function findObstacle(goal: Goal, before: number): string | undefined {
  const { metric, limit, original } = goal;
  if (before <= limit) return `Its ${METRIC_WORDS[metric]} is ${before}, within the limit of ${limit}.`;
  if (metric === 'parameters') {
    return 'Fewer parameters would change how it is called, and callers outside this project cannot be seen.';
  }
  const needed = countNeededSteps(goal, original);
  if (needed <= MAX_NEEDED_STEPS) return undefined;
  return `It has ${describeMeasure(metric, before)}, which would take at least ${needed} extractions: it has to be designed anew by a person.`;
}

function none(sentence: string, reached?: number): Advice {
  return { recipes: [], none: sentence, ...(reached === undefined ? {} : { reached }) };
}

function toRecipe(state: State, root: State, metric: FunctionMetric): Recipe {
  return {
    steps: state.steps.map(({ refactoring: { action, ...parameters }, why }) => ({
      action,
      parameters,
      why,
    })),
    before: readMetric(root.target, metric),
    after: readMetric(state.target, metric),
    created: state.created.map(toMeasure),
    contents: listTexts(state).map((text) => sha256(text)),
  };
}

function toMeasure({ isCondition: _isCondition, ...measure }: Created): FunctionMeasure {
  return measure;
}

/** From the file as it is now to this one. */
function listTexts(state: State): string[] {
  return [...(state.previous === undefined ? [] : listTexts(state.previous)), state.text];
}
