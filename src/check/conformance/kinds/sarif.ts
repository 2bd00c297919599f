// Any linter that writes SARIF: run it, and read what it wrote in this very run.
import { lstatSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { confine } from '../../../platform/index.js';
import { describeFailureToRun } from '../../command-check.js';
import type { CommandOutcome } from '../../contract.js';
import {
  NOT_TRUSTED,
  type CheckContext,
  type CheckResult,
  type DefinitionOf,
  type RunKind,
} from '../finding.js';
import { lastWords } from '../last-words.js';
import { createPathFilter } from '../path-filter.js';
import { readSarif } from '../read-sarif.js';

const MAX_LOG_BYTES = 100_000_000;

export const runSarif: RunKind<'sarif'> = async (context, definition) => {
  const { command } = definition.config;
  if (command !== undefined && !context.trusted) return { error: NOT_TRUSTED };
  const folder = mkdtempSync(path.join(os.tmpdir(), 'agentforge-sarif-'));
  try {
    const place = locateLog(context.root, definition, folder);
    if ('error' in place) return place;
    if (command === undefined) return readLog(context, definition, { file: place.file });
    if (lstatSync(place.file, { throwIfNoEntry: false })?.isFile()) rmSync(place.file);
    const outcome = await context.run({
      name: `check:${definition.id}`,
      argv: command.map((part) => part.replaceAll('{report}', path.join(folder, 'report.sarif'))),
      timeoutMs: definition.config.timeoutMs,
      writable: [folder],
    });
    const failure = describeFailureToRun(outcome);
    if (failure !== undefined) return { error: `${command.join(' ')}: ${failure}` };
    return readLog(context, definition, { file: place.file, outcome });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

type SarifDefinition = DefinitionOf<'sarif'>;

function locateLog(
  root: string,
  { config }: SarifDefinition,
  folder: string,
): { file: string } | { error: string } {
  if (config.file === '{report}') return { file: path.join(folder, 'report.sarif') };
  const confined = confine(root, config.file, { forWriting: true });
  return confined.ok ? { file: confined.absolute } : { error: confined.message };
}

interface Log {
  readonly file: string;
  readonly outcome?: CommandOutcome;
}

function readLog(context: CheckContext, definition: SarifDefinition, { file, outcome }: Log): CheckResult {
  const said = outcome === undefined ? '' : lastWords(outcome);
  const stat = lstatSync(file, { throwIfNoEntry: false });
  if (!stat?.isFile()) return { error: `there is no SARIF log ${definition.config.file}${said}` };
  if (stat.size > MAX_LOG_BYTES)
    return { error: `the SARIF log ${definition.config.file} is larger than 100 MB` };
  const reading = readSarif(readFileSync(file, 'utf8'), context);
  if ('error' in reading)
    return { error: `the SARIF log ${definition.config.file} cannot be used: ${reading.error}` };
  const exitCode = outcome?.exitCode ?? 0;
  if (exitCode !== 0 && reading.results === 0)
    return { error: `the command failed, although it reports no results${said}` };
  const covers = createPathFilter(definition);
  return { findings: reading.findings.filter(({ path: found }) => found === '.' || covers(found)) };
}
