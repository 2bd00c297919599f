// What the project's own ESLint would say of a file if its content were another one.
import { z } from 'zod';
import { packageFile, sha256 } from '../platform/index.js';
import { runProjectScript } from './conformance/project-script.js';
import type { RunCommand } from './contract.js';
import { findLinter } from './project-linter.js';

const Complaint = z.object({ ruleId: z.string().nullable(), message: z.string(), fatal: z.boolean() });
export type Complaint = z.infer<typeof Complaint>;

/** One list for each text; undefined where there is nobody to ask, or no answer. */
export type LintTexts = (texts: readonly string[]) => Promise<readonly (readonly Complaint[])[] | undefined>;

const SCRIPT = packageFile('data/lint/lint-texts.mjs');
const TIMEOUT_MS = 120_000;
const Answer = z.object({ messages: z.array(z.array(Complaint)) });

/** What was asked once is known from then on: a search looks at the same texts again when it becomes a task. */
export function createTextLinter(root: string): (run: RunCommand, file: string) => LintTexts {
  const known = new Map<string, readonly Complaint[]>();
  return (run, file) => {
    const nameOf = (text: string): string => `${file} ${sha256(text)}`;
    return async (texts) => {
      const unknown = texts.filter((text) => !known.has(nameOf(text)));
      const answer = unknown.length === 0 ? [] : await ask(run, { root, file, texts: unknown });
      unknown.forEach((text, index) => answer?.[index] && known.set(nameOf(text), answer[index]));
      return answer && texts.map((text) => known.get(nameOf(text)) ?? []);
    };
  };
}

async function ask(
  run: RunCommand,
  input: { readonly root: string; readonly file: string; readonly texts: readonly string[] },
): Promise<Complaint[][] | undefined> {
  const linter = findLinter(input.root);
  if (!linter || linter.guide !== undefined) return undefined;
  const answer = await runProjectScript(run, {
    name: 'lint',
    file: SCRIPT,
    input,
    answer: Answer,
    timeoutMs: TIMEOUT_MS,
  });
  return 'error' in answer ? undefined : answer.value.messages;
}
