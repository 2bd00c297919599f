// `check`: what the project's checks say of it.
import { readFileSync } from 'node:fs';
import { checkProject, findTrustQuestion, type Inspection } from '../app/index.js';
import { changedFiles, present } from '../platform/index.js';
import { AgentForgeError } from '../schema/index.js';
import { findFormat, handOver, readingWidth } from './check-format.js';
import { showCheckProgress } from './check-progress.js';
import { ensureTrust, openHarness, projectFolder, type Globals } from './globals.js';
import { untilInterrupted } from './interrupt.js';
import { clearLine, note } from './output.js';
import { today } from './today.js';
import { requirePlace } from './write-report.js';

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
      onProgress: showCheckProgress(globals),
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
  const max = options.all ? Infinity : MAX_SHOWN;
  handOver(render(inspection, { max, width: readingWidth(options.output) }), options.output);
  if (inspection.ratchet) note(describeRatchet(inspection.ratchet));
}

/** What `--baseline` did. */
function describeRatchet({ now, before }: NonNullable<Inspection['ratchet']>): string {
  const violations = `${now} violation${now === 1 ? ' is' : 's are'} the baseline now`;
  const change = before === undefined || before === now ? '' : `, ${before} before`;
  return `${violations}${change} (.agentforge/baseline.json); only new ones and worse ones fail.`;
}

function readRatchet(value: string | true | undefined): 'set' | 'shrink' | undefined {
  if (value === undefined) return undefined;
  if (value === true || value === 'shrink') return 'shrink';
  if (value === 'set') return 'set';
  throw new AgentForgeError('bad_usage', `--baseline is set or shrink, not ${JSON.stringify(value)}.`);
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
