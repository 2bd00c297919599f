// Chooses what runs a check that looks at more than single files.
import type { CheckDefinition } from '../../schema/index.js';
import type { CheckContext, CheckResult } from './finding.js';
import { runCommandCheck } from './kinds/command.js';
import { runCustom } from './kinds/custom.js';
import { runDependency } from './kinds/dependency.js';
import { runEslint } from './kinds/eslint.js';
import { runFile } from './kinds/file.js';
import { runSarif } from './kinds/sarif.js';

/** Something unforeseen in one check is that check's failure, not everybody's. */
export async function runKind(context: CheckContext, definition: CheckDefinition): Promise<CheckResult> {
  try {
    return await dispatch(context, definition);
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

function dispatch(context: CheckContext, definition: CheckDefinition): Promise<CheckResult> {
  switch (definition.kind) {
    case 'dependency':
      return runDependency(context, definition);
    case 'eslint':
      return runEslint(context, definition);
    case 'sarif':
      return runSarif(context, definition);
    case 'command':
      return runCommandCheck(context, definition);
    case 'file':
      return runFile(context, definition);
    case 'custom':
      return runCustom(context, definition);
    default:
      return Promise.resolve({ error: `${definition.kind} looks at single files` });
  }
}
