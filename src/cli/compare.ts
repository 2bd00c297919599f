// `compare`: the same tasks, the same model, with stateless steps and with everything kept, side by side.
import {
  compareTasks,
  createTaskModel,
  listComparedTasks,
  loadConfig,
  type ComparedPair,
  type ComparedRun,
  type ComparedTask,
  type Comparison,
  type Model,
  type RunFigures,
} from '../app/index.js';
import { present } from '../platform/index.js';
import { AgentForgeError } from '../schema/index.js';
import { openHarness, projectFolder, type Globals } from './globals.js';
import { untilInterrupted } from './interrupt.js';
import { note, paint, print, printJson, table } from './output.js';

export interface CompareArguments {
  readonly model?: string;
  readonly tasks?: string;
  readonly only?: string;
}

export async function compare(globals: Globals, { model, tasks, only }: CompareArguments): Promise<void> {
  const config = loadConfig(projectFolder(globals));
  const name = model ?? config.model;
  if (name === undefined)
    throw new AgentForgeError(
      'bad_usage',
      'Name the model to compare with: `agentforge compare --model NAME`, or script:solution.yaml for one that costs nothing.',
    );
  const { providers, usdPerDay } = config;
  const modelFor = (task: ComparedTask): Model =>
    createTaskModel(name, task, { environment: process.env, providers, usdPerDay });
  const listed = listComparedTasks(tasks, only);
  // A script that one of them lacks is said before the first of them runs.
  listed.forEach(modelFor);
  const warning = openHarness(globals).runtime.workspace.describeWeakness();
  if (warning !== undefined) note(paint('yellow', warning, process.stderr));
  const comparison = await untilInterrupted(
    'stopping; what is there follows (Ctrl-C again to stop at once)',
    (signal) =>
      compareTasks({
        tasks: listed,
        modelFor,
        signal,
        onRun: (task, contexts, run) => note(`${task}, ${contexts}: ${run ? describeRun(run) : 'begins'}`),
        ...present({ sandbox: config.sandbox }),
      }),
  );
  if (globals.json) return printJson({ model: name, ...comparison });
  print(render(comparison));
  if (comparison.tasks.some(({ bounded, accumulating }) => bounded?.estimated || accumulating?.estimated))
    note(
      `${name} reports no caching: units are what a provider's cache would have made of the same messages.`,
    );
}

function describeRun({ solved, steps, wallMs, ending }: ComparedRun): string {
  const verdict =
    solved === 1 ? paint('green', 'solved', process.stderr) : paint('red', 'not solved', process.stderr);
  return `${verdict} in ${steps} steps, ${toSeconds(wallMs)}${ending === undefined ? '' : ` (${ending})`}`;
}

const HEADINGS = [
  'TASK',
  'CONTEXTS',
  'SOLVED',
  'STEPS',
  'TOKENS IN',
  'FRESH',
  'CACHED',
  'UNITS',
  'MONEY',
  'TIME',
];

function render({ tasks, sum }: Comparison): string {
  const all: readonly ComparedPair[] = [...tasks, { task: 'sum', ...sum }];
  return table(
    HEADINGS,
    all.flatMap(({ task, bounded, accumulating }) => [
      [task, 'bounded', ...describeFigures(bounded)],
      ['', 'accumulating', ...describeFigures(accumulating)],
    ]),
  );
}

function describeFigures(figures: RunFigures | undefined): string[] {
  if (!figures) return ['interrupted'];
  const { tasks, solved, steps, tokens, units, costUsd, wallMs } = figures;
  return [
    tasks === 1 ? (solved === 1 ? 'yes' : 'no') : `${solved} of ${tasks}`,
    String(steps),
    ...[tokens.in, tokens.fresh, tokens.cached, units].map((count) => Math.round(count).toLocaleString('en')),
    costUsd === null ? 'unknown' : `$${costUsd.toFixed(4)}`,
    toSeconds(wallMs),
  ];
}

function toSeconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}
