// Recipes for one violation: refactorings where a function measures too much, the tool's own proposal where it has one.
import { isTestFile, type CodeService, type Quality, type RecipeRequest } from '../code/index.js';
import { present, sha256 } from '../platform/index.js';
import { runBreakably } from './break-search.js';
import { createPathFilter } from './conformance/path-filter.js';
import type { LintLimits } from './lint-limits.js';
import { dropComplained } from './lint-recipes.js';
import type { LintTexts } from './lint-texts.js';
import type {
  Advice,
  CheckDefinition,
  MetricName,
  TextChange,
  Violation,
  ViolationInput,
} from '../schema/index.js';

/** What a reviewer would accept without a word. */
export const STRICT: Quality = { maxParameters: 5, minDecisions: 2, keepCognitive: true };
/** Whatever satisfies the check, with every new function within the limit itself. */
export const RELAXED: Quality = { maxParameters: 8, minDecisions: 1, keepCognitive: false };

const MAX_RECIPES = 3;

export interface AdviseOptions {
  readonly definitions: readonly CheckDefinition[];
  readonly violation: ViolationInput;
  /** All violations in the file as it is now, with the changes their tools propose. */
  readonly found: readonly Violation[];
  readonly text: string;
  readonly quality: Quality;
  /** What the project's own linter allows a function. */
  readonly lint?: LintLimits;
  /** What it would say of the file with another content; without it, nobody asks before a step is taken. */
  readonly lintTexts?: LintTexts | undefined;
  readonly code: () => Promise<CodeService>;
  readonly signal: AbortSignal;
}

export async function adviseViolation(options: AdviseOptions): Promise<Advice> {
  const { definitions, violation, text } = options;
  const found = findCause(options);
  const definition = definitions.find(({ id }) => id === found?.check);
  if (!found || !definition) return none('the check no longer finds this violation');
  if (found.fix && found.fix.length > 0) return { recipes: [toRecipe(violation.path, text, found.fix)] };
  const { symbol } = found;
  if (definition.kind !== 'metric' || symbol === undefined)
    return none(
      `there is no mechanical change that satisfies a ${definition.kind} check like ${definition.id}`,
    );
  const advice = dropIdle(await seekRecipes(options, symbol, definition.config), options);
  const { code, lintTexts: lint } = options;
  return lint
    ? dropComplained(advice, { path: violation.path, symbol, text, code: await code(), lint })
    : advice;
}

/** A list of steps is what many tests are: a name for a part of it, which decides nothing, helps nobody. */
function dropIdle(advice: Advice, { violation, quality }: AdviseOptions): Advice {
  if (quality === RELAXED || !isTestFile(violation.path)) return advice;
  const recipes = advice.recipes.filter(
    ({ created }) => created.length === 0 || created.some(({ cyclomatic }) => cyclomatic > 1),
  );
  return recipes.length < advice.recipes.length && recipes.length === 0
    ? none('only lines that decide nothing could be moved, and a test does not get clearer by that')
    : { ...advice, recipes };
}

/** New functions are held to the same limit as the old one: the linter's, where that can be reached. */
async function seekRecipes(
  { definitions, violation, quality, lint = {}, signal, ...options }: AdviseOptions,
  symbol: string,
  { metric, max }: { readonly metric: MetricName; readonly max: number },
): Promise<Advice> {
  const code = await options.code();
  code.refresh();
  const limits = limitsFor(definitions, violation.path, lint);
  const advise = (limit: number): Advice =>
    runBreakably(signal, () =>
      code.advise({
        ...{ path: violation.path, function: symbol, metric, limit, limits },
        ...{ quality, max: MAX_RECIPES, signal },
      }),
    ) ?? none('the search was stopped');
  const lower = metric === 'cyclomatic' ? (lint.cyclomatic ?? max) : max;
  const best = lower < max ? advise(lower) : undefined;
  return best && (best.recipes.length > 0 || signal.aborted) ? best : advise(max);
}

/** The violation itself; once it is gone, what came in its place. */
function findCause({ violation, found }: AdviseOptions): Violation | undefined {
  const known = new Set(violation.known);
  return (
    found.find(({ id }) => id === violation.id) ?? found.find(({ id }) => violation.known && !known.has(id))
  );
}

/** What the project's checks and its linter demand of every function in that file, a new one too. */
function limitsFor(
  definitions: readonly CheckDefinition[],
  path: string,
  lint: LintLimits,
): NonNullable<RecipeRequest['limits']> {
  const limits: Partial<Record<MetricName, number>> = present({ ...lint });
  for (const definition of definitions)
    if (definition.kind === 'metric' && createPathFilter(definition)(path)) {
      const { metric, max } = definition.config;
      limits[metric] = Math.min(max, limits[metric] ?? Infinity);
    }
  return limits;
}

function none(reason: string): Advice {
  return { recipes: [], none: reason };
}

/** The proposal as one edit of whole lines. */
function toRecipe(path: string, text: string, changes: readonly TextChange[]): Advice['recipes'][number] {
  const after = applyChanges(text, changes);
  const { start, end, replacement } = differingLines(text, after);
  return {
    steps: [
      {
        action: 'replace_lines',
        parameters: { path, start, end, text: replacement },
        why: 'apply the change the check proposes',
      },
    ],
    before: 1,
    after: 0,
    created: [],
    contents: [sha256(text), sha256(after)],
  };
}

/** From the last to the first, so that offsets stay true. */
function applyChanges(text: string, changes: readonly TextChange[]): string {
  return [...changes]
    .sort((a, b) => b.start - a.start)
    .reduce(
      (result, { start, end, text: added }) => result.slice(0, start) + added + result.slice(end),
      text,
    );
}

/** The smallest run of lines whose replacement turns one text into the other; at least one line, since none cannot be replaced. */
function differingLines(
  before: string,
  after: string,
): { readonly start: number; readonly end: number; readonly replacement: string } {
  const [old, now] = [before.split('\n'), after.split('\n')];
  let first = 0;
  while (first < old.length - 1 && first < now.length - 1 && old[first] === now[first]) first++;
  let tail = 0;
  while (
    tail < old.length - first - 1 &&
    tail < now.length - first - 1 &&
    old[old.length - 1 - tail] === now[now.length - 1 - tail]
  )
    tail++;
  return {
    start: first + 1,
    end: old.length - tail,
    replacement: now.slice(first, now.length - tail).join('\n'),
  };
}
