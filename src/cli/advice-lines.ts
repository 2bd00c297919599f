// What would be done about violations, in words.
import { createScanAdvisor } from '../app/index.js';
import type { Advice, Recipe, Violation } from '../schema/index.js';
import { projectFolder, type Globals } from './globals.js';
import { createSearchProgress } from './search-progress.js';

export interface AdvisedViolation {
  readonly violation: Violation;
  readonly advice: Advice;
  readonly lines: readonly string[];
}

/** One after the other, as they are found. Made off disk; nothing is run and nothing is written. */
export async function* describeAdvice(
  globals: Globals,
  violations: readonly Violation[],
): AsyncGenerator<AdvisedViolation> {
  const advise = createScanAdvisor(projectFolder(globals));
  const { signal } = new AbortController();
  const progress = createSearchProgress(violations.length);
  for (const violation of violations) {
    progress.start(violation);
    const advice = await advise(violation, { relaxed: false, signal });
    progress.end();
    yield { violation, advice, lines: renderAdvice(advice, violation) };
  }
}

export function renderAdvice(
  { recipes, none, reached }: Advice,
  { value }: Pick<Violation, 'value'>,
): string[] {
  const [best] = recipes;
  if (best) return renderRecipe(best);
  const attempt = reached === value ? '' : describeReached(none, reached);
  return [`no recipe: ${none ?? 'none was found'}${attempt}`];
}

/** Most reasons say it themselves. */
function describeReached(none = '', reached?: number): string {
  const isSaid = reached === undefined || new RegExp(`\\b${reached}\\b`).test(none);
  return isSaid ? '' : ` (the best attempt reaches ${reached})`;
}

function renderRecipe({ before, after, steps, created }: Recipe): string[] {
  const names = created.map(({ name, cyclomatic }) => `${name} (${cyclomatic})`);
  const change = `${before} → ${after}${names.length === 0 ? '' : `, new: ${names.join(', ')}`}`;
  // What is there or not has no number worth showing.
  const isMeasured = before > 1 || after > 0;
  return [...(isMeasured ? [change] : []), ...steps.map(({ why }) => `- ${why}`)];
}
