// A service for a project that exists only in memory; libraries are those of the compiler.
import { createTypeScriptService } from '../../../../src/code/typescript/service/create-service.js';
import type { CodeService, RefactorOutcome } from '../../../../src/code/refactoring.js';

export interface MemoryProject {
  readonly service: CodeService;
  readonly files: Map<string, string>;
}

export async function openProject(texts: Readonly<Record<string, string>>): Promise<MemoryProject> {
  const files = new Map(Object.entries(texts));
  const service = await createTypeScriptService({
    root: '/project',
    listFiles: () => [...files.keys()],
    read: (path) => files.get(path),
  });
  return { service, files };
}

/** The only changed text, or the reason why there is none. */
export function textOf(outcome: RefactorOutcome): string {
  return outcome.ok ? (outcome.files[0]?.text ?? 'no file') : outcome.reason;
}
