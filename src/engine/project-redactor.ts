// Keeps the secrets of a project and of the environment out of what is recorded and shown.
import { createRedactor, type Redactor } from '../platform/index.js';
import { mapStrings } from './map-strings.js';
import type { Runtime } from './runtime.js';

export interface ProjectRedactor extends Redactor {
  /** The same data without secrets, down to the names in it. */
  clean<T>(value: T): T;
}

/** Knows the values in files made for secrets from the start: a test may print them before any step has read them. */
export function createProjectRedactor(
  { environment, workspace }: Pick<Runtime, 'environment' | 'workspace'>,
  numbering: { readonly known: readonly string[]; readonly key: string },
): ProjectRedactor {
  const redactor = createRedactor({ environment, ...numbering });
  for (const path of workspace.listSecretFiles()) {
    const file = workspace.read(path);
    if (file.ok) redactor.learn(file.text, file.path);
  }
  return { ...redactor, clean: (value) => mapStrings(value, (text) => redactor.redact(text)) };
}
