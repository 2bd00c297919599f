// `check`, `scan`, `violations` and `exempt`: what the checks say, what became of it, and what people decided.
import { readFileSync, writeFileSync } from 'node:fs';
import { checkProject, findTrustQuestion, scanProject, type Inspection } from '../app/index.js';
import {
  groupByPlace,
  loadViolations,
  renderJunit,
  renderMarkdown,
  renderText,
  saveExemption,
  toJsonReport,
  toSarif,
  type CheckProgress,
} from '../check/index.js';
import { changedFiles, packageVersion, present } from '../platform/index.js';
import { AgentForgeError, Exemption, type Violation } from '../schema/index.js';
import { describeAdvice } from './advice-lines.js';
import { ensureTrust, openHarness, projectFolder, type Globals } from './globals.js';
import { untilInterrupted } from './interrupt.js';
import { note, paint, print, printJson, table } from './output.js';

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
  if (options.trustProject) await ensureTrust(globals, options);
  const { runtime } = openHarness(globals);
  const sarif =
    options.import === undefined ? undefined : { text: readInput(options.import), name: options.import };
  const inspection = await untilInterrupted('stopping', async (signal) =>
    checkProject(runtime, project, {
      signal,
      trusted: findTrustQuestion(project) === undefined,
      today: today(),
      ...present({ sarif, only: options.changed ? await listChanged(project) : undefined }),
      ...(options.baseline === undefined ? {} : { baseline: readRatchet(options.baseline) }),
      onProgress: showProgress(globals),
    }),
  );
  clearProgress();
  // What did not run is no result: neither good nor bad.
  process.exitCode =
    inspection.failedToRun.length > 0
      ? 2
      : inspection.failing.some(({ severity }) => severity !== 'info')
        ? 1
        : 0;
  const format = options.format ?? (globals.json ? 'json' : 'text');
  const text = renderReport(inspection, format, options.all ? Infinity : MAX_SHOWN);
  if (options.output === undefined) return print(text);
  writeFileSync(options.output, `${text}\n`);
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
  clearProgress();
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

export async function violations(globals: Globals, options: { readonly status?: string }): Promise<void> {
  const record = loadViolations(projectFolder(globals));
  if (!record)
    throw new AgentForgeError('not_found', 'No check has run here yet; run `agentforge check` first.');
  const wanted = options.status ?? 'open';
  const listed = record.violations.filter(({ status }) => wanted === 'all' || status === wanted);
  if (globals.json) return listed.forEach((violation) => printJson(violation));
  if (listed.length === 0) return note(`No violation is ${wanted}; --status all shows every one.`);
  print(
    table(
      ['ID', 'STATUS', 'CHECK', 'WHERE', 'MESSAGE'],
      listed.map(({ id, status, check: name, path, line, message }) => [
        id,
        status,
        name,
        line === undefined ? path : `${path}:${line}`,
        message.slice(0, 100),
      ]),
    ),
  );
}

export interface ExemptOptions {
  readonly reason: string;
  readonly owner: string;
  readonly expires: string;
  readonly path?: string;
}

/** `what` is a violation's id, or a check's. */
export async function exempt(globals: Globals, what: string, options: ExemptOptions): Promise<void> {
  const project = projectFolder(globals);
  const exemption = toExemption(what, options);
  if (options.expires < new Date().toISOString().slice(0, 10))
    throw new AgentForgeError('bad_usage', `${options.expires} is over; name a day to come.`);
  requireKnown(project, exemption);
  saveExemption(project, exemption);
  if (globals.json) return printJson(exemption);
  print(`exempt ${what} until ${options.expires} (.agentforge/exemptions.yaml)`);
}

function toExemption(what: string, { reason, owner, expires, path }: ExemptOptions): Exemption {
  const target = what.startsWith('V-') ? { violation: what } : { check: what, ...present({ path }) };
  const parsed = Exemption.safeParse({ ...target, reason, owner, expires });
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new AgentForgeError(
    'bad_usage',
    `The exemption is not usable (${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}); give --reason, --owner and --expires as YYYY-MM-DD.`,
  );
}

/** A mistyped id would exempt nothing, and nobody would notice. */
function requireKnown(project: string, { violation }: Exemption): void {
  const known = loadViolations(project)?.violations;
  if (violation === undefined || known === undefined || known.some(({ id }) => id === violation)) return;
  throw new AgentForgeError(
    'not_found',
    `The last check found no violation ${violation}; \`agentforge violations --status all\` lists them.`,
  );
}

function readRatchet(value: string | true): 'set' | 'shrink' {
  if (value === true || value === 'shrink') return 'shrink';
  if (value === 'set') return 'set';
  throw new AgentForgeError('bad_usage', `--baseline is set or shrink, not ${JSON.stringify(value)}.`);
}

const FORMATS: Readonly<Record<string, (inspection: Inspection, max: number) => string>> = {
  text: (inspection, max) => renderText(inspection, { paint, max }),
  json: (inspection) => JSON.stringify(toJsonReport(inspection)),
  sarif: (inspection) => JSON.stringify(toSarif(inspection, packageVersion()), null, 2),
  junit: (inspection) => renderJunit(inspection),
  markdown: (inspection) => renderMarkdown(inspection),
};

function renderReport(inspection: Inspection, format: string, max: number): string {
  const render = FORMATS[format];
  if (render) return render(inspection, max).trimEnd();
  throw new AgentForgeError(
    'bad_usage',
    `There is no format ${JSON.stringify(format)}; use ${Object.keys(FORMATS).join(', ')}.`,
  );
}

function readInput(file: string): string {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8');
  } catch (cause) {
    throw new AgentForgeError('not_found', `${file} could not be read.`, { cause });
  }
}

async function listChanged(project: string): Promise<string[]> {
  return (await changedFiles(project)).map(({ path }) => path);
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}

const EVERY_MS = 100;

function showProgress({ json }: Globals): (progress: CheckProgress) => void {
  let shownAt = 0;
  return ({ name, done, total }) => {
    if (!process.stderr.isTTY || json || Date.now() - shownAt < EVERY_MS) return;
    shownAt = Date.now();
    const line = `checking ${done} of ${total}: ${name}`.slice(0, (process.stderr.columns ?? 80) - 1);
    process.stderr.write(`\r\u001b[K${paint('dim', line, process.stderr)}`);
  };
}

function clearProgress(): void {
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
}
