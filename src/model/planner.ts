// The model that needs no key and no network: it reads the two messages like any other, and chooses among the recipes that
// the analysis put there. It knows nothing else; a recipe that is not in the text does not exist for it.
import { AgentForgeError, type Message, type Reply } from '../schema/index.js';
import { z } from 'zod';
import type { Model } from './contract.js';
import { renderReply, type ScriptedDecision } from './fence.js';
import { countTokens } from './token-count.js';

export function createPlanner(): Model {
  return {
    name: 'planner',
    boundUsd: () => 0,
    async decide({ messages }): Promise<Reply> {
      const text = planReply(messages);
      const inputTokens = messages.reduce((sum, message) => sum + countTokens(message.content), 0);
      return {
        text,
        usage: { inputTokens, outputTokens: countTokens(text), cachedTokens: 0 },
        costUsd: 0,
        model: 'planner',
      };
    },
  };
}

/** The reply to two messages; also what the planner prints when it runs as a process of its own. */
export function planReply([system, user]: readonly [Message, Message]): string {
  const fence = /^@@action (\S+)$/m.exec(system.content)?.[1];
  if (fence === undefined)
    throw new AgentForgeError(
      'model_failed',
      'The planner needs the two messages of a step: the first one has no line "@@action CODE".',
    );
  return renderReply(fence, choose(readSituation(user.content, fence)));
}

interface Situation {
  readonly allowed: readonly string[];
  readonly recipes: readonly ReadRecipe[];
  /** Why there is no recipe, as the analysis says it. */
  readonly none: string | undefined;
  readonly isVerified: boolean;
}

interface ReadRecipe {
  readonly title: string;
  readonly next: ScriptedDecision;
  /** It was tried and taken back. */
  readonly undone: boolean;
}

function choose({ allowed, recipes, none, isVerified }: Situation): ScriptedDecision {
  if (isVerified && allowed.includes('complete'))
    return { action: 'complete', parameters: {}, reasoning: 'Every check and test passes.' };
  const usable = recipes.find(({ next, undone }) => !undone && allowed.includes(next.action));
  if (usable) return { ...usable.next, reasoning: usable.title };
  return { action: 'cannot_fix', parameters: { reason: explain(recipes, none) } };
}

function explain(recipes: readonly ReadRecipe[], none: string | undefined): string {
  if (none !== undefined) return none;
  if (recipes.length === 0) return 'The analysis offers no recipe, and the planner only carries out recipes.';
  return recipes.every(({ undone }) => undone)
    ? 'Every recipe was tried and undone, because it made checks or tests worse.'
    : 'No recipe can be carried out with the actions that are allowed now.';
}

/** Lines that the harness wrote carry the task's own code, so that nothing in a project file passes for a recipe. */
function readSituation(text: string, fence: string): Situation {
  const lines = text.split('\n');
  const allowed = lines.findLast((line) => line.startsWith(ALLOWED))?.slice(ALLOWED.length);
  const start = lines.findIndex((line) => line.startsWith(`recipes ${fence}`));
  const block = start === -1 ? [] : lines.slice(start, findEnd(lines, start));
  const none = /^recipes \S+: none, because (.*)$/.exec(block[0] ?? '')?.[1];
  return {
    allowed: allowed?.split(', ') ?? [],
    recipes: readRecipes(block.slice(1)),
    none,
    isVerified: lines.some((line) => line === VERIFIED),
  };
}

const ALLOWED = 'allowed now: ';
const VERIFIED = 'recommended: complete';

function findEnd(lines: readonly string[], start: number): number {
  const length = lines.slice(start).findIndex((line) => line.startsWith('# '));
  return length === -1 ? lines.length : start + length;
}

const Step = z.object({ action: z.string(), parameters: z.record(z.string(), z.unknown()) });

function readRecipes(lines: readonly string[]): ReadRecipe[] {
  const recipes: ReadRecipe[] = [];
  let title = '';
  for (const line of lines) {
    if (/^\d+\. /.test(line)) title = line;
    const step = line.startsWith('next ') ? readStep(line.slice('next '.length)) : undefined;
    if (step) recipes.push({ title, next: step, undone: title.includes(' (undone before') });
  }
  return recipes;
}

/** A recipe that was cut to fit is none. */
function readStep(text: string): ScriptedDecision | undefined {
  try {
    return Step.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
