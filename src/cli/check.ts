// `check` and `scan`: what the checks say of a project.
import { readFileSync } from 'node:fs';
import { checkProject, findTrustQuestion, scanProject, type Inspection } from '../app/index.js';
import {
  groupByPlace,
  renderJunit,
  renderMarkdown,
  renderText,
  toJsonReport,
  toSarif,
  type CheckProgress,
} from '../check/index.js';
import { changedFiles, packageVersion, present } from '../platform/index.js';
import { AgentForgeError, type Violation } from '../schema/index.js';
import { describeAdvice } from './advice-lines.js';
import { ensureTrust, openHarness, projectFolder, type Globals } from './globals.js';
import { untilInterrupted } from './interrupt.js';
import { today } from './today.js';
import { clearLine, fitLine, note, paint, print, printJson } from './output.js';
import { requirePlace, writeReport } from './write-report.js';

export interface CheckCommandOptions {
  readonly format?: string;
  readonly output?: string;
  readonly changed?: boolean;
  readonly import?: string;
  readonly baseline?: string | true;
  readonly all?: boolean;
  readonly trustProject?: boolean;
}

const MAX_SHOWN = 50;

export async function check(globals: Globals, options: CheckCommandOptions): Promise<void> {
  const project = projectFolder(globals);
  const render = findFormat(options.format ?? (globals.json ? 'json' : 'text'));
  if (options.output !== undefined) requirePlace(options.output);
  const baseline = readRatchet(options.baseline);
  if (options.trustProject) await ensureTrust(globals, options);
  const { runtime } = openHarness(globals);
  const sarif = readImport(options.import);
  const inspection = await untilInterrupted('stopping', async (signal) =>
    checkProject(runtime, project, {
      signal,
      trusted: findTrustQuestion(project) === undefined,
      today: today(),
      ...present({ sarif, baseline, only: options.changed ? await listChanged(project) : undefined }),
      onProgress: showProgress(globals),
    }),
  );
  clearLine();
  // What did not run is no result: neither good nor bad.
  process.exitCode =
    inspection.failedToRun.length > 0
      ? 2
      : inspection.failing.some(({ severity }) => severity !== 'info')
        ? 1
        : 0;
  const text = render(inspection, options.all ? Infinity : MAX_SHOWN).trimEnd();
  if (options.output === undefined) return print(text);
  writeReport(options.output, text);
  note(`wrote ${options.output}`);
}

export async function scan(
  globals: Globals,
  { top = 10, advice = true }: { readonly top?: number; readonly advice?: boolean },
): Promise<void> {
  const project = projectFolder(globals);
  const inspection = await untilInterrupted('stopping', (signal) =>
    scanProject(project, { signal, onProgress: showProgress(globals) }),
  );
  clearLine();
  process.exitCode = inspection.failedToRun.length > 0 ? 2 : 0;
  const places = groupByPlace(inspection.failing).slice(0, top);
  const advised = advice ? places.map(([worst]) => worst) : [];
  if (globals.json) {
    const worst = await describeAdvice(globals, advised);
    return printJson({ ...(toJsonReport(inspection) as object), worst });
  }
  print(renderText(inspection, { paint, max: top }));
  await printAdvice(globals, advised);
}

/** What would be done about the worst. */
async function printAdvice(globals: Globals, violations: readonly Violation[]): Promise<void> {
  const fixable = violations.filter(({ symbol, fix }) => symbol !== undefined || fix !== undefined);
  if (fixable.length === 0) return;
  print(paint('bold', '\nWhat `agentforge fix` would do'));
  for (const { violation, lines } of await describeAdvice(globals, fixable)) {
    print(
      `${paint('cyan', violation.symbol ?? violation.path)}  ${paint('dim', `${violation.path}:${violation.line ?? 1}`)}`,
    );
    for (const line of lines) print(`  ${line}`);
  }
}

function readRatchet(value: string | true | undefined): 'set' | 'shrink' | undefined {
  if (value === undefined) return undefined;
  if (value === true || value === 'shrink') return 'shrink';
  if (value === 'set') return 'set';
  throw new AgentForgeError('bad_usage', `--baseline is set or shrink, not ${JSON.stringify(value)}.`);
}

type Format = (inspection: Inspection, max: number) => string;

const FORMATS: Readonly<Record<string, Format>> = {
  text: (inspection, max) => renderText(inspection, { paint, max }),
  json: (inspection) => JSON.stringify(toJsonReport(inspection)),
  sarif: (inspection) => JSON.stringify(toSarif(inspection, packageVersion()), null, 2),
  junit: (inspection) => renderJunit(inspection),
  markdown: (inspection) => renderMarkdown(inspection),
};

function findFormat(format: string): Format {
  const render = FORMATS[format];
  if (render) return render;
  throw new AgentForgeError(
    'bad_usage',
    `There is no format ${JSON.stringify(format)}; use ${Object.keys(FORMATS).join(', ')}.`,
  );
}

function readImport(file: string | undefined): { readonly text: string; readonly name: string } | undefined {
  if (file === undefined) return undefined;
  try {
    return { text: readFileSync(file === '-' ? 0 : file, 'utf8'), name: file };
  } catch (cause) {
    throw new AgentForgeError('not_found', `${file} could not be read.`, { cause });
  }
}

async function listChanged(project: string): Promise<string[]> {
  return (await changedFiles(project)).map(({ path }) => path);
}

const EVERY_MS = 100;

function showProgress({ json }: Globals): (progress: CheckProgress) => void {
  let shownAt = 0;
  return ({ name, done, total }) => {
    if (!process.stderr.isTTY || json || Date.now() - shownAt < EVERY_MS) return;
    shownAt = Date.now();
    const line = fitLine(`checking ${done} of ${total}: ${name}`, process.stderr.columns);
    process.stderr.write(`\r\u001b[K${paint('dim', line, process.stderr)}`);
  };
}
