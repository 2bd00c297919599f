// What would be done about violations, in words.
import { createScanAdvisor } from '../app/index.js';
import type { Advice, Recipe, Violation } from '../schema/index.js';
import { projectFolder, type Globals } from './globals.js';

export interface AdvisedViolation {
  readonly violation: Violation;
  readonly advice: Advice;
  readonly lines: readonly string[];
}

/** Made off disk; nothing is run and nothing is written. */
export async function describeAdvice(
  globals: Globals,
  violations: readonly Violation[],
): Promise<AdvisedViolation[]> {
  const advise = createScanAdvisor(projectFolder(globals));
  const { signal } = new AbortController();
  const advised: AdvisedViolation[] = [];
  for (const violation of violations) {
    const advice = await advise(violation, { relaxed: false, signal });
    advised.push({ violation, advice, lines: renderAdvice(advice) });
  }
  return advised;
}

export function renderAdvice({ recipes, none, reached }: Advice): string[] {
  const [best] = recipes;
  if (best) return renderRecipe(best);
  return [`no recipe: ${none ?? 'none was found'}${describeReached(none, reached)}`];
}

/** Most reasons say it themselves. */
function describeReached(none = '', reached?: number): string {
  const isSaid = reached === undefined || new RegExp(`\\b${reached}\\b`).test(none);
  return isSaid ? '' : ` (the best attempt reaches ${reached})`;
}

function renderRecipe({ before, after, steps, created }: Recipe): string[] {
  const names = created.map(({ name, cyclomatic }) => `${name} (${cyclomatic})`);
  return [
    `${before} → ${after}${names.length === 0 ? '' : `, new: ${names.join(', ')}`}`,
    ...steps.map(({ why }) => `- ${why}`),
  ];
}
