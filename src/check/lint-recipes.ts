// Recipes that the project's own linter has nothing against: it is asked off disk, before the first step is taken.
import type { CodeService } from '../code/index.js';
import { sha256 } from '../platform/index.js';
import type { Advice, Recipe } from '../schema/index.js';
import { countRules, findNewComplaints } from './lint-count.js';
import type { Complaint, LintTexts } from './lint-texts.js';
import { renameCreated } from './rename-created.js';
import { toRefactorings } from './to-refactorings.js';

export interface RecipeLint {
  readonly path: string;
  /** The function that is too much, as it is measured. */
  readonly symbol: string;
  /** The file as it is now. */
  readonly text: string;
  readonly code: CodeService;
  readonly lint: LintTexts;
}

/** Without those of the first recipes that would be taken back; with other names, where only names are complained about. */
export async function dropComplained(advice: Advice, about: RecipeLint): Promise<Advice> {
  const rules = new Set<string>();
  for (const [index, recipe] of advice.recipes.entries()) {
    const verdict = await judge(recipe, about);
    if ('recipe' in verdict)
      return { ...advice, recipes: [verdict.recipe, ...advice.recipes.slice(index + 1)] };
    for (const rule of verdict.rules) rules.add(rule);
  }
  if (rules.size === 0) return advice;
  const ways = advice.recipes.length === 1 ? 'the one way' : 'every way';
  return {
    recipes: [],
    none: `${ways} that was found makes the project's own linter complain (${[...rules].join(', ')})`,
  };
}

type Verdict = { readonly recipe: Recipe } | { readonly rules: readonly string[] };

/** The recipe itself where nobody can say anything against it. */
async function judge(recipe: Recipe, about: RecipeLint): Promise<Verdict> {
  const found = await listComplaints(recipe, about);
  if (found.length === 0) return { recipe };
  const created = recipe.created.map(({ name }) => name);
  const disliked = created.filter((name) => found.some(({ message }) => isNamedIn(message, name)));
  const renamed = disliked.length === 0 ? undefined : rename(recipe, disliked, about);
  if (renamed && (await listComplaints(renamed, about)).length === 0) return { recipe: renamed };
  return { rules: [...new Set(found.map(({ ruleId }) => ruleId ?? 'syntax'))] };
}

/** Of rules that complain more often than before. */
async function listComplaints(
  { steps }: Recipe,
  { path, text, code, lint }: RecipeLint,
): Promise<readonly Complaint[]> {
  const after = carryOut(code, path, steps);
  const answer = after === undefined ? undefined : await lint([text, after]);
  const [before = [], now = []] = answer ?? [];
  const rules = findNewComplaints(countRules(before), countRules(now));
  return now.filter(({ ruleId }) => rules.includes(ruleId ?? 'syntax'));
}

/** ESLint's rules quote the name that they speak of. */
function isNamedIn(message: string, name: string): boolean {
  return ["'", '"', '`'].some((mark) => message.includes(`${mark}${name}${mark}`));
}

/** Undefined where the other names do not do either. */
function rename(
  recipe: Recipe,
  names: readonly string[],
  { path, symbol, text, code }: RecipeLint,
): Recipe | undefined {
  const renamed = renameCreated(recipe, { names, symbol, text });
  if (!renamed) return undefined;
  const texts = renamed.steps.map((_, index) => carryOut(code, path, renamed.steps.slice(0, index + 1)));
  const contents = texts.map((one) => (one === undefined ? undefined : sha256(one)));
  return contents.every((one) => one !== undefined)
    ? { ...renamed, contents: [sha256(text), ...contents] }
    : undefined;
}

/** The file after these steps; undefined where they cannot be carried out. */
function carryOut(code: CodeService, path: string, steps: Recipe['steps']): string | undefined {
  const refactorings = toRefactorings(steps);
  const outcome = refactorings && code.refactorAll(refactorings);
  return outcome?.ok ? outcome.files.find((file) => file.path === path)?.text : undefined;
}
