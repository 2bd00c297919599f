// A service over files that exist only in memory; libraries come from the disk.
import { readFileSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import type { CodeService, RecipeRequest, Refactoring } from '../../../../src/code/refactoring.js';
import { createTypeScriptService } from '../../../../src/code/typescript/service/create-service.js';
import type { Recipe } from '../../../../src/schema/index.js';

export interface MemoryProject {
  readonly service: CodeService;
  readonly texts: Map<string, string>;
}

const ROOT = '/project';

export async function openProject(files: Readonly<Record<string, string>>): Promise<MemoryProject> {
  const texts = new Map(Object.entries(files));
  const service = await createTypeScriptService({
    root: ROOT,
    listFiles: () => [...texts.keys()],
    read: (path) => texts.get(path.replace(`${ROOT}/`, '')) ?? readLibrary(path),
  });
  return { service, texts };
}

function readLibrary(path: string): string | undefined {
  // What the project does not have is not to be found in the folder the tests run in either.
  if (!isAbsolute(path)) return undefined;
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

export const STRICT = { maxParameters: 5, minDecisions: 2, keepCognitive: true };
export const RELAXED = { maxParameters: 99, minDecisions: 1, keepCognitive: false };

export function requestFor(name: string, path = 'a.ts'): RecipeRequest {
  return { path, function: name, metric: 'cyclomatic', limit: 10, quality: STRICT, max: 3 };
}

/** The texts of the file before the first step and after each one. */
export function replay({ service, texts }: MemoryProject, path: string, recipe: Recipe): string[] {
  const before = texts.get(path) ?? '';
  const seen = [before];
  for (const { action, parameters } of recipe.steps) {
    const outcome = service.refactor({ action, ...parameters } as Refactoring);
    if (!outcome.ok) throw new Error(`${outcome.reason}: ${outcome.message}`);
    const text = outcome.files.find((file) => file.path === path)?.text ?? '';
    texts.set(path, text);
    service.refresh([path]);
    seen.push(text);
  }
  texts.set(path, before);
  service.refresh([path]);
  return seen;
}
