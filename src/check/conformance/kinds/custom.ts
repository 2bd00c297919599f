// A check that the project wrote itself: a module that exports `check`, run in a process of its own.
import path from 'node:path';
import { z } from 'zod';
import { confine } from '../../../platform/index.js';
import { Severity, TextChange } from '../../../schema/index.js';
import { NOT_TRUSTED, type CheckContext, type Finding, type RunKind } from '../finding.js';
import { BUILTIN_CHECKS } from '../builtin-sets.js';
import { createPathFilter } from '../path-filter.js';
import { runProjectScript } from '../project-script.js';
import { readLine } from '../read-line.js';

export const runCustom: RunKind<'custom'> = async (context, definition) => {
  if (!context.trusted) return { error: NOT_TRUSTED };
  const { module, options, timeoutMs } = definition.config;
  const confined = confine(context.root, module, { forWriting: false });
  if (!confined.ok) return { error: confined.message };
  const covers = createPathFilter(definition);
  const files = context.files.filter((file) => covers(file) && context.isWanted(file));
  const answer = await runProjectScript(context.run, {
    name: `check:${definition.id}`,
    file: path.join(BUILTIN_CHECKS, 'run-custom.mjs'),
    input: { root: context.root, module: confined.absolute, files, options },
    answer: CustomAnswer,
    timeoutMs,
  });
  if ('error' in answer) return { error: `${module} ${answer.error}` };
  const stranger = answer.value.findings.find((finding) => !isKnown(context, finding.path));
  if (stranger) return { error: `${module} reports ${stranger.path}, which is no file of this project` };
  return { findings: answer.value.findings.map((finding) => toFinding(context, finding)) };
};

const CustomFinding = z.strictObject({
  path: z.string().min(1),
  line: z.number().int().positive().optional(),
  endLine: z.number().int().positive().optional(),
  symbol: z.string().optional(),
  message: z.string().min(1).max(1_000),
  hint: z.string().max(500).optional(),
  value: z.number().optional(),
  limit: z.number().optional(),
  rule: z.string().optional(),
  severity: Severity.optional(),
  fix: z.array(TextChange).optional(),
});
const CustomAnswer = z.object({ findings: z.array(CustomFinding).max(10_000) });

function isKnown({ files }: CheckContext, file: string): boolean {
  return file === '.' || files.includes(file);
}

function toFinding(context: CheckContext, finding: z.infer<typeof CustomFinding>): Finding {
  return { ...finding, anchor: finding.symbol ?? readLine(context, finding.path, finding.line) ?? '' };
}
