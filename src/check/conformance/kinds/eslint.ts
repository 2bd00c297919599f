// The project's own ESLint, asked through its Node API in a process of its own.
import path from 'node:path';
import { z } from 'zod';
import type { RunCommand } from '../../contract.js';
import { NOT_TRUSTED, type CheckContext, type Finding, type RunKind } from '../finding.js';
import { BUILTIN_CHECKS } from '../builtin-sets.js';
import { createPathFilter } from '../path-filter.js';
import { runProjectScript } from '../project-script.js';
import { readLine, toLine } from '../read-line.js';

/** Runs in a process of its own, where the project's ESLint is loaded. */
export const ESLINT_SCRIPT = path.join(BUILTIN_CHECKS, 'run-eslint.mjs');

const LINTED = /\.(?:[cm]?[jt]s|[jt]sx|vue|svelte|astro)$/i;

export const runEslint: RunKind<'eslint'> = async (context, definition) => {
  if (!context.trusted) return { error: NOT_TRUSTED };
  const covers = createPathFilter(definition);
  const isAny = definition.files.includes('**');
  const files = context.files.filter(
    (file) => covers(file) && context.isWanted(file) && (!isAny || LINTED.test(file)),
  );
  if (files.length === 0) return { findings: [] };
  const answer = await askEslint(context.run, {
    name: `check:${definition.id}`,
    root: context.root,
    files,
    ...definition.config,
  });
  if ('error' in answer) return { error: `ESLint did not run: ${answer.error}` };
  const findings = answer.value.results.flatMap((result) => readResult(context, result));
  return { findings };
};

export interface EslintQuestion {
  readonly name: string;
  readonly root: string;
  readonly files: readonly string[];
  /** Instead of the project's own. */
  readonly rules?: unknown;
  /** A package that brings its own rules, to ask in place of ESLint. */
  readonly guide?: string;
  readonly timeoutMs: number;
}

export function askEslint(
  run: RunCommand,
  { name, root, files, rules, guide, timeoutMs }: EslintQuestion,
): Promise<{ readonly value: EslintAnswer } | { readonly error: string }> {
  return runProjectScript(run, {
    name,
    file: ESLINT_SCRIPT,
    input: { root, files, rules, guide },
    answer: EslintAnswer,
    timeoutMs,
  });
}

const EslintMessage = z.object({
  ruleId: z.string().nullable(),
  severity: z.number(),
  message: z.string(),
  line: z.number().nullable(),
  endLine: z.number().nullable(),
  fix: z.object({ range: z.tuple([z.number(), z.number()]), text: z.string() }).nullable(),
  fatal: z.boolean(),
});
export type EslintMessage = z.infer<typeof EslintMessage>;
const Result = z.object({ path: z.string(), messages: z.array(EslintMessage) });
const EslintAnswer = z.object({ results: z.array(Result) });
type EslintAnswer = z.infer<typeof EslintAnswer>;

function readResult(context: CheckContext, result: z.infer<typeof Result>): Finding[] {
  const fatal = result.messages.find((message) => message.fatal);
  if (fatal) context.skip(result.path, `ESLint cannot parse it: ${fatal.message}`);
  // Without a rule it speaks of the file itself: ignored, or a directive that does nothing.
  const messages = result.messages.filter(({ ruleId }) => ruleId !== null);
  return messages.map((message) => toFinding(context, result.path, message));
}

function toFinding(context: CheckContext, file: string, message: EslintMessage): Finding {
  const line = toLine(message.line);
  const endLine = toLine(message.endLine);
  return {
    path: file,
    line,
    endLine: endLine === line ? undefined : endLine,
    message: message.message,
    rule: message.ruleId ?? undefined,
    severity: message.severity >= 2 ? 'error' : 'warning',
    fix: toFix(context, file, message),
    anchor: readLine(context, file, line) ?? '',
  };
}

/** ESLint does not count a byte order mark, and names it as position -1. */
function toFix(context: CheckContext, file: string, { fix }: EslintMessage): Finding['fix'] {
  const source = fix === null ? undefined : context.read(file);
  if (fix === null || source === undefined || 'why' in source) return undefined;
  const shift = source.text.startsWith('\uFEFF') ? 1 : 0;
  const [start, end] = fix.range;
  return start + shift < 0 ? undefined : [{ start: start + shift, end: end + shift, text: fix.text }];
}
