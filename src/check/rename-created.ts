// Another name for a new function, where a rule of the project does not like the one it has: short, and true of any part.
import type { Recipe } from '../schema/index.js';

export interface Renaming {
  readonly names: readonly string[];
  /** The function that they are taken out of. */
  readonly symbol: string;
  /** The file, in which the new names must not occur. */
  readonly text: string;
}

/** The same recipe with other names; undefined where there are none. Its `contents` are still those of the old names. */
export function renameCreated(recipe: Recipe, { names, symbol, text }: Renaming): Recipe | undefined {
  const base = /(?:^|[.\s])([A-Za-z]\w*)$/.exec(symbol)?.[1];
  if (base === undefined) return undefined;
  const taken = new Set([...(text.match(/[\w$]+/g) ?? []), ...recipe.created.map(({ name }) => name)]);
  let renamed = recipe;
  for (const name of names) {
    const other = propose(name, base).find((one) => !taken.has(one));
    if (other === undefined) return undefined;
    taken.add(other);
    renamed = replaceName(renamed, name, other);
  }
  return renamed;
}

function propose(name: string, base: string): string[] {
  const word = base.charAt(0).toUpperCase() + base.slice(1);
  if (/^(?:is|has|can|should)[A-Z]/.test(name)) return [`is${word}Case`, `can${word}`, `should${word}`];
  return [`${base}Part`, `${base}Rest`, `${base}Step`];
}

/** Later steps speak of it, too: they take something out of it, or out of a line that calls it. */
function replaceName(recipe: Recipe, name: string, other: string): Recipe {
  const replace = (text: string): string => text.replaceAll(new RegExp(`\\b${name}\\b`, 'g'), other);
  return {
    ...recipe,
    created: recipe.created.map((one) => ({ ...one, name: replace(one.name) })),
    steps: recipe.steps.map(({ action, parameters, why }) => ({
      action,
      why: replace(why),
      parameters: Object.fromEntries(
        Object.entries(parameters).map(([key, value]) => [
          key,
          typeof value === 'string' && key !== 'path' ? replace(value) : value,
        ]),
      ),
    })),
  };
}
