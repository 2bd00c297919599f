// What the project's own ESLint allows a function to have: a new one that has more would be taken back again.
import { z } from 'zod';
import { runProjectScript } from './conformance/project-script.js';
import { ESLINT_SCRIPT } from './conformance/kinds/eslint.js';
import type { RunCommand } from './contract.js';
import { findLinter } from './project-linter.js';

export interface LintLimits {
  readonly parameters?: number | undefined;
  readonly cyclomatic?: number | undefined;
}

const TIMEOUT_MS = 60_000;
const Answer = z.object({
  limits: z.object({ parameters: z.number().optional(), cyclomatic: z.number().optional() }),
});

/** As configured for that file; nothing where there is no ESLint to ask, or it does not answer. */
export async function findLintLimits(run: RunCommand, root: string, file: string): Promise<LintLimits> {
  const linter = findLinter(root);
  if (!linter || linter.guide !== undefined) return {};
  const answer = await runProjectScript(run, {
    name: 'lint',
    file: ESLINT_SCRIPT,
    input: { root, files: [file], limitsOf: file },
    answer: Answer,
    timeoutMs: TIMEOUT_MS,
  });
  return 'error' in answer ? {} : answer.value.limits;
}
