// A tiny project with something to fix, fixed by a harness in this process or by the command line, away from what this
// machine has trusted, configured or cached.
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import {
  createFix,
  planFix,
  runFixTask,
  type FixPlan,
  type FixRequest,
  type FixSummary,
  type HarnessEvent,
} from '../../src/app/index.js';
import { loadState } from '../../src/engine/index.js';
import type { Event, TaskState } from '../../src/schema/index.js';
import { parseLines, runCli, type CliOptions, type CliResult } from './run-cli.js';
import { commitAll, makeTempProject, readTree, type TempProject } from './walled-project.js';

export interface FixProject extends TempProject {
  git(...args: string[]): string;
  /** Everything but git's own folder and what the harness keeps. */
  tree(): Map<string, string>;
  fix(request?: FixAsked): Promise<FixDone>;
  cli(...args: string[]): Promise<CliResult>;
  /** Runs with `--json` and returns what was printed. */
  json<T = Record<string, unknown>>(...args: string[]): Promise<T[]>;
  start(args: readonly string[], options?: CliOptions): Promise<CliResult>;
}

export interface FixAsked extends Partial<Omit<FixRequest, 'project'>> {
  readonly onEvent?: (event: HarnessEvent) => void;
}

export interface FixDone {
  readonly summary: FixSummary;
  readonly plan: FixPlan;
  readonly task: string;
  /** What was said on the way. */
  readonly told: readonly string[];
  /** Everything that happened. */
  readonly heard: readonly HarnessEvent[];
  readonly state: (child?: number) => Promise<TaskState>;
  readonly events: (child?: number) => Promise<Event[]>;
}

/** A function whose complexity of 9 goes down to 4 in two steps. */
export const FARE = `// What a ride costs.
export function fare(age, distance, member, night) {
  if (age < 0 || distance < 0) {
    return 0;
  }
  let price = distance * 2;
  if (age < 12) {
    price = price / 2;
  } else if (age > 65) {
    price = price * 0.75;
  }
  // at night it costs more
  if (night && distance > 5) {
    price = price + 3;
  } else if (night) {
    price = price + 1;
  }
  return member ? price * 0.9 : price;
}
`;

export const FARE_TEST = `import test from 'node:test';
import assert from 'node:assert';
import { fare } from '../fare.js';
test('a child at night', () => assert.equal(fare(10, 10, false, true), 13));
test('a member', () => assert.equal(fare(30, 10, true, false), 18));
test('nonsense', () => assert.equal(fare(-1, 10, true, false), 0));
`;

export const PACKAGE = '{"name":"tiny","type":"module","scripts":{"test":"node --test"}}\n';

/** At most four ways through a function of the project's own files. */
export const SMALL =
  "  - {id: small, kind: metric, files: ['*.{js,ts}'], config: {metric: cyclomatic, max: 4}}\n";

/** The check file of a project, from its checks in YAML. */
export function checks(...lines: string[]): Record<string, string> {
  return { '.agentforge/checks/own.yaml': `checks:\n${lines.join('')}` };
}

export const FARE_PROJECT: Readonly<Record<string, string>> = {
  'package.json': PACKAGE,
  'fare.js': FARE,
  'test/fare.test.js': FARE_TEST,
  ...checks(SMALL),
};

export function makeFixProject(
  files: Readonly<Record<string, string>> = FARE_PROJECT,
  { git = true }: { readonly git?: boolean } = {},
): FixProject {
  const project = makeTempProject(files);
  const { root, outside } = project;
  if (git) commitAll(root);
  const own = {
    HOME: outside,
    XDG_CONFIG_HOME: path.join(outside, 'config'),
    XDG_CACHE_HOME: path.join(outside, 'cache'),
  };
  const start: FixProject['start'] = (args, options = {}) =>
    runCli(args, { cwd: root, ...options, env: { ...own, ...options.env } });
  const cli = (...args: string[]): Promise<CliResult> => start(args);
  return {
    ...project,
    git: (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }),
    tree: () => readTree(root, (file) => /^\.(?:git|agentforge)\//.test(file)),
    fix: (asked) => fixHere(root, own.XDG_CACHE_HOME, asked),
    start,
    cli,
    json: async <T>(...args: string[]) => parseLines<T>(await cli(...args, '--json')),
  };
}

async function fixHere(root: string, cache: string, asked: FixAsked = {}): Promise<FixDone> {
  process.env['XDG_CACHE_HOME'] = cache;
  const { onEvent, harness, ...request } = asked;
  const told: string[] = [];
  const plan = await planFix({
    what: 'all',
    today: '2030-01-01',
    tell: (text) => told.push(text),
    ...request,
    project: root,
    harness: { model: 'planner', trusted: true, sandbox: 'off', environment: {}, ...harness },
  });
  const { runtime } = plan.harness;
  const task = await createFix(plan);
  const heard: HarnessEvent[] = [];
  const summary = await runFixTask(plan.harness, root, task, {
    onEvent: (event) => {
      heard.push(event);
      onEvent?.(event);
    },
  });
  const nameOf = (child?: number): string => (child === undefined ? task : `${task}.${child}`);
  return {
    summary,
    plan,
    task,
    told,
    heard,
    state: (child) => loadState(runtime, nameOf(child)),
    events: (child) => runtime.store.events(nameOf(child)),
  };
}
