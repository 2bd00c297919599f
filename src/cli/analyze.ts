// `analyze facts|loops`: what the engine would understand from tool output and from recorded runs.
import { parseJson } from '../platform/index.js';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import {
  detectLoops,
  extractFacts,
  recordsFromTrajectory,
  summarize,
  type RecordedStep,
} from '../engine/index.js';
import { loadConfig } from '../app/index.js';
import { compileRules, findLine, parseReports, parseRules, type CompiledRule } from '../report/index.js';
import { AgentForgeError, LoopThresholds, type Fact } from '../schema/index.js';
import type { Globals } from './globals.js';
import { paint, print, printJson } from './output.js';

export async function facts(
  globals: Globals,
  files: readonly string[],
  options: { readonly rules?: string } = {},
): Promise<void> {
  const rules = loadRules(globals.project, options.rules);
  for (const file of files) {
    const reports = parseReports(read(file), { rules });
    const tool = reports[0]?.tool ?? 'unknown';
    const drawn = extractFacts({
      reports,
      scope: 'analyze',
      source: tool,
      action: tool,
      outcome: 'failure',
      step: 0,
    });
    // Without a report there is no fact: the result of a command is not known from its text alone.
    printFacts(globals, { file, tool, facts: reports.length === 0 ? [] : drawn });
  }
}

/** Those of the file come first: who names one wants it tried. */
function loadRules(project: string, file: string | undefined): CompiledRule[] {
  const own = file === undefined ? [] : parseRules(read(file), file);
  const config = path.join(project, '.agentforge', 'config.yaml');
  const shared = compileRules(
    loadConfig(project).rules,
    (index) => `${config}:${findLine(read(config), index)}`,
  );
  return [...own, ...shared];
}

function printFacts(
  globals: Globals,
  { file, tool, facts: drawn }: { file: string; tool: string; facts: readonly Fact[] },
): void {
  if (globals.json) {
    const shown = drawn.map(({ id, category, subject, statement, confidence, source, data }) => ({
      id,
      category,
      subject,
      statement,
      confidence,
      source,
      data,
    }));
    printJson({ file, tool, facts: shown });
    return;
  }
  print(paint('bold', `${file}: ${tool}, ${drawn.length} facts`));
  for (const { category, confidence, statement } of drawn)
    print(`  ${category.padEnd(14)} ${confidence.toFixed(2)} ${statement}`);
}

const RecordedLine = z.object({
  step: z.number(),
  action: z.string(),
  parameters: z.unknown(),
  observation: z.string(),
  digest: z.string().optional(),
  error: z.union([z.string(), z.boolean(), z.null()]).optional(),
});

export async function loops(globals: Globals, files: readonly string[]): Promise<void> {
  const thresholds = LoopThresholds.parse({});
  for (const file of files) {
    const records = recordsFromTrajectory(parseLines(file));
    const detections = detectLoops(records, thresholds);
    if (globals.json) printJson({ file, detections, summary: summarize(records) });
    else {
      print(paint('bold', `${file}: ${records.length} steps, ${detections.length} detections`));
      for (const { step, kind, confidence, description, suggestions } of detections)
        print(
          `  step ${step} ${kind} ${confidence.toFixed(2)}: ${description}\n    try: ${suggestions[0] ?? ''}`,
        );
    }
  }
}

function parseLines(file: string): RecordedStep[] {
  return read(file)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line, index) => {
      const parsed = RecordedLine.safeParse(parseJson(line));
      if (!parsed.success)
        throw new AgentForgeError(
          'bad_usage',
          `Line ${index + 1} of ${file} is not a recorded step {step, action, parameters, observation}.`,
        );
      return {
        ...parsed.data,
        parameters: parsed.data.parameters,
        error:
          parsed.data.error === undefined || parsed.data.error === null
            ? undefined
            : String(parsed.data.error),
      };
    });
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new AgentForgeError('not_found', `${file} could not be read.`, { cause });
  }
}
