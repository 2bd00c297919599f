// The recipes as an agent reads them: what each would reach, the next step ready to be sent, and what follows.
import type { FunctionMeasure, RecipeStep } from '../../schema/index.js';
import type { CurrentAdvice, OpenRecipe } from '../advice.js';

const MAX_RECIPES = 3;
const MAX_FOLLOWING = 4;
const MAX_CREATED = 4;

/** The first line carries the task's own code, so that nothing in a project file passes for a recipe. */
export function renderRecipes({ recipes, none }: CurrentAdvice, fence: string): string[] {
  if (recipes.length === 0)
    return [`recipes ${fence}: none, because ${none ?? 'none was found'}`.replace(/\s+/g, ' ')];
  // What can still be tried comes first, so that it is not what a full section drops.
  const shown = [...recipes].sort((a, b) => Number(a.undone) - Number(b.undone)).slice(0, MAX_RECIPES);
  return [
    `recipes ${fence} (tried off disk, each satisfies the check; best first)`,
    ...shown.flatMap(renderRecipe),
  ];
}

function renderRecipe({ recipe, steps, undone }: OpenRecipe, index: number): string[] {
  const { before, after, created } = recipe;
  const [next, ...following] = steps;
  const title = `${index + 1}. ${before} → ${after} in ${steps.length} ${steps.length === 1 ? 'step' : 'steps'}${describeCreated(created)}`;
  if (!next || undone)
    return [`${title} (undone before: do not repeat it)`, ...(next ? [`next ${render(next)}`] : [])];
  const more = following.length - MAX_FOLLOWING;
  return [
    title,
    `next ${render(next)}`,
    ...following.slice(0, MAX_FOLLOWING).map((step) => `then ${step.why}`),
    ...(more > 0 ? [`then ${more} more`] : []),
  ];
}

function describeCreated(created: readonly FunctionMeasure[]): string {
  if (created.length === 0) return '';
  const names = created.slice(0, MAX_CREATED).map(({ name, cyclomatic }) => `${name} (${cyclomatic})`);
  return `, new: ${names.join(', ')}${created.length > MAX_CREATED ? ', …' : ''}`;
}

function render({ action, parameters }: RecipeStep): string {
  return JSON.stringify({ action, parameters });
}
