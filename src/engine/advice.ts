// Recipes for the violation a task is about: made when none that is known fits the file as it is now, and kept in the
// journal, so that a resumed task follows the same ones.
import type { CommandRun } from '../check/index.js';
import { sha256 } from '../platform/index.js';
import {
  Advice,
  AgentForgeError,
  type EventOf,
  type Recipe,
  type RecipeStep,
  type TaskState,
  type ViolationInput,
} from '../schema/index.js';
import { actionSignature } from './loops/index.js';
import type { TaskSession } from './session.js';

/** What is left of a recipe, from the file as it is now on. */
export interface OpenRecipe {
  readonly recipe: Recipe;
  readonly steps: readonly RecipeStep[];
  /** Its next step was tried on this very workspace and failed or was taken back. */
  readonly undone: boolean;
}

export interface CurrentAdvice {
  readonly recipes: readonly OpenRecipe[];
  /** Why there is none. */
  readonly none?: string | undefined;
  /** How to record what was made just now. */
  readonly made?: { readonly path: string; readonly content: string; readonly advice: Advice };
}

/** Undefined for a task that is not about a violation. Records nothing. */
export async function findAdvice(
  session: TaskSession,
  { mayRun }: { readonly mayRun: boolean },
): Promise<CurrentAdvice | undefined> {
  const { violation } = session.spec.inputs;
  const { conformance, workspace } = session.runtime;
  if (typeof violation !== 'object' || !conformance) return undefined;
  const file = workspace.read(violation.path);
  if (!file.ok) return { recipes: [], none: file.message };
  const content = sha256(file.text);
  const known = await loadAdvice(session, violation.path);
  const open = known.flatMap(({ advice }) => openRecipes(session.state, advice, content));
  const isMadeForThis = known.some((one) => one.content === content);
  if (isMadeForThis || open.some(({ undone }) => !undone))
    return { recipes: open, none: known.at(-1)?.advice.none };
  session.announce('measuring', `recipes for ${violation.symbol ?? violation.path}`);
  const made = await makeAdvice(session, conformance, violation, mayRun);
  // A secret in an expression is a placeholder from here on, as it is in the reply that names it.
  const advice = session.redactor.clean(made);
  return {
    recipes: openRecipes(session.state, advice, content),
    none: advice.none,
    made: { path: violation.path, content, advice },
  };
}

/** A search that was stopped says nothing about what can be fixed. */
async function makeAdvice(
  session: TaskSession,
  conformance: NonNullable<TaskSession['runtime']['conformance']>,
  violation: ViolationInput,
  mayRun: boolean,
): Promise<Advice> {
  const made = await conformance.advise(violation, {
    relaxed: session.spec.inputs.relaxed ?? false,
    signal: session.signal,
    ...(mayRun ? { run: (command: CommandRun) => session.run(command) } : {}),
  });
  if (session.signal.aborted)
    throw new AgentForgeError('interrupted', 'Interrupted while recipes were being made.');
  return made;
}

/** The record of advice that was made just now. */
export async function recordAdvice(
  session: TaskSession,
  step: number,
  { made }: CurrentAdvice,
): Promise<Omit<EventOf<'advised'>, 'seq' | 'at' | 'epoch' | 'prev' | 'hash'>[]> {
  if (!made) return [];
  const { path, content, advice } = made;
  const blob = await session.runtime.store.putBlob(session.task, JSON.stringify(advice));
  return [{ type: 'advised', step, path, content, advice: blob }];
}

async function loadAdvice(
  session: TaskSession,
  path: string,
): Promise<{ readonly content: string; readonly advice: Advice }[]> {
  const known = [];
  for (const { content, blob, ...of } of session.state.advice)
    if (of.path === path)
      known.push({ content, advice: Advice.parse(JSON.parse(await session.readBlob(blob))) });
  return known;
}

/** A recipe is open when the file is as one of its steps leaves it. */
function openRecipes(state: TaskState, { recipes }: Advice, content: string): OpenRecipe[] {
  return recipes.flatMap((recipe) => {
    const at = recipe.contents.indexOf(content);
    const steps = at === -1 ? [] : recipe.steps.slice(at);
    const [next] = steps;
    return next ? [{ recipe, steps, undone: hasFailed(state, next) }] : [];
  });
}

function hasFailed({ records, workspace }: TaskState, { action, parameters }: RecipeStep): boolean {
  const signature = actionSignature(action, parameters);
  return records.some(
    (record) =>
      record.outcome === 'failure' &&
      `${record.action}:${record.parameters}` === signature &&
      (record.workspace ?? workspace) === workspace,
  );
}
