// Persisting a step beside LangGraph's SQLite checkpointer: the same payload, the same file system, interleaved rounds.
import { mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { FOLD_VERSION, loadState } from '../../dist/engine/index.js';
import { nodeDisk, randomIds, systemClock } from '../../dist/platform/index.js';
import { FileStateStore } from '../../dist/store/index.js';
import { readOptions } from '../lib/options.js';
import { createProject } from '../lib/project.js';
import { createReport } from '../lib/report.js';
import { timeInTurns } from '../lib/statistics.js';
import { BLOCK_STEPS, createWorkload, SPEC } from '../lib/workload.js';

const ROUNDS = 15;
const STEPS_PER_ROUND = 30;

const options = readOptions();
const report = createReport({ section: 'persist', json: options.json });
const project = createProject();
const folder = mkdtempSync(path.join(project, 'persist-'));
try {
  const peer = await loadPeer();
  if (peer) report.table(...(await compare(peer)));
} finally {
  rmSync(project, { recursive: true, force: true });
}

/** The checkpointer to compare with, or undefined when it is not installed. */
async function loadPeer() {
  try {
    const [graph, { SqliteSaver }, { default: Database }] = await Promise.all([
      import('@langchain/langgraph'),
      import('@langchain/langgraph-checkpoint-sqlite'),
      import('better-sqlite3'),
    ]);
    return { graph, SqliteSaver, Database };
  } catch (error) {
    report.say(
      `persist: skipped, because the checkpointer to compare with could not be loaded (${error.message.split('\n', 1)[0]}).`,
    );
    return undefined;
  }
}

/** @param {NonNullable<Awaited<ReturnType<typeof loadPeer>>>} peer @returns {Promise<[string, import('../lib/report.js').Figure[]]>} */
async function compare(peer) {
  const typical = await recordTypicalStep();
  const payload = makePayload(typical.bytes);
  const contestants = {
    'our journal, fsynced': await createOurs(typical, { views: false }),
    'our journal, checkpoint and views': await createOurs(typical, { views: true }),
    'LangGraph, nothing saved': createTheirs(peer, payload, undefined),
    'LangGraph, SQLite as it comes': createTheirs(peer, payload, 'default'),
    'LangGraph, SQLite synchronous=FULL': createTheirs(peer, payload, 'FULL'),
  };
  const rounds = Object.fromEntries(Object.entries(contestants).map(([name, { run }]) => [name, run]));
  const medians = await timeInTurns(ROUNDS, rounds);
  for (const { close } of Object.values(contestants)) await close();
  return [
    `a step of ${typical.bytes} bytes in ${typical.events} records, median of ${ROUNDS} rounds of ${STEPS_PER_ROUND}`,
    describe(medians),
  ];
}

/** @param {Record<string, number>} rounds Milliseconds a round. */
function describe(rounds) {
  const medians = Object.fromEntries(
    Object.entries(rounds).map(([name, timeMs]) => [name, timeMs / STEPS_PER_ROUND]),
  );
  const ours = medians['our journal, fsynced'];
  const withViews = medians['our journal, checkpoint and views'];
  // What the graph itself takes is not persistence.
  const saving = (/** @type {string} */ name) => medians[name] - medians['LangGraph, nothing saved'];
  const normal = saving('LangGraph, SQLite as it comes');
  const full = saving('LangGraph, SQLite synchronous=FULL');
  return [
    ...Object.entries(medians).map(([figure, value]) => ({ figure, value, unit: 'ms' })),
    { figure: 'FULL, without the graph’s own time / our journal', value: full / ours },
    {
      figure: 'FULL, without the graph’s own time / our journal, checkpoint and views',
      value: full / withViews,
    },
    { figure: 'as it comes (not durable), without the graph’s own time / our journal', value: normal / ours },
  ];
}

/** What a step in the middle of a real run appended, and the state it left. */
async function recordTypicalStep() {
  const { harness } = createWorkload({ project, corpus: options.corpus });
  const task = await harness.createTask(SPEC);
  for await (const _ of harness.runTask(task, { maxSteps: BLOCK_STEPS }));
  const { store } = harness.runtime;
  /** @type {Map<number, import('../../dist/schema/index.js').Event[]>} */
  const steps = new Map();
  for (const event of await store.events(task))
    if ('step' in event) steps.set(event.step, [...(steps.get(event.step) ?? []), event]);
  const bySize = [...steps.values()]
    .map((events) => ({ events, bytes: JSON.stringify(events).length }))
    .sort((a, b) => a.bytes - b.bytes);
  const { events, bytes } = bySize[bySize.length >> 1];
  const bodies = events.map(({ seq: _, at: __, epoch: ___, prev: ____, hash: _____, ...body }) => body);
  return { bodies, bytes, events: events.length, state: await loadState(harness.runtime, task) };
}

/** A question, its answer and the rest, each on disk before the next, as in a step that is paid for. @param {Awaited<ReturnType<typeof recordTypicalStep>>} typical @param {{ views: boolean }} parts */
async function createOurs({ bodies: [asked, replied, ...rest], state }, { views }) {
  const store = new FileStateStore({
    disk: nodeDisk,
    clock: systemClock,
    ids: randomIds,
    folder: path.join(folder, `tasks-${views}`),
  });
  /** @type {import('../../dist/schema/index.js').EventBody} */
  const created = {
    type: 'task-created',
    schema: 1,
    task: 'persist',
    taskType: 'bench',
    specHash: '',
    nonce: 'n',
    firstPhase: 'survey',
    limits: {},
    pins: {},
  };
  await store.create('persist', '', created);
  const { writer } = await store.acquire('persist', FOLD_VERSION);
  return {
    close: () => writer.release(),
    async run() {
      for (let step = 0; step < STEPS_PER_ROUND; step++) {
        for (const bodies of [[asked], [replied], rest]) await writer.append(bodies, { durable: true });
        if (!views) continue;
        await writer.saveCheckpoint(FOLD_VERSION, state);
        await writer.saveView('working_memory', {
          items: state.memory,
          plan: state.plan,
          notes: state.notes,
          recent: state.recent,
        });
        await writer.saveView('understanding', { facts: state.facts });
      }
    },
  };
}

/** One node that puts a new payload into the state, gone through again and again; every round trip is saved before the next. */
function createTheirs(
  /** @type {NonNullable<Awaited<ReturnType<typeof loadPeer>>>} */ { graph, SqliteSaver, Database },
  /** @type {string} */ payload,
  /** @type {'default' | 'FULL' | undefined} */ synchronous,
) {
  const database = synchronous && new Database(path.join(folder, `langgraph-${synchronous}.db`));
  const checkpointer = database && new SqliteSaver(database);
  if (synchronous === 'FULL') database.pragma('synchronous=FULL');
  const { Annotation, END, START, StateGraph } = graph;
  const compiled = new StateGraph(Annotation.Root({ step: Annotation(), payload: Annotation() }))
    .addNode('work', ({ step }) => ({ step: step + 1, payload: `${step}${payload}` }))
    .addEdge(START, 'work')
    .addConditionalEdges('work', ({ step }) => (step < STEPS_PER_ROUND ? 'work' : END))
    .compile(checkpointer ? { checkpointer } : {});
  let thread = 0;
  return {
    close: () => database?.close(),
    run: () =>
      compiled.invoke(
        { step: 0, payload },
        {
          recursionLimit: STEPS_PER_ROUND + 5,
          ...(checkpointer ? { durability: 'sync', configurable: { thread_id: `${thread++}` } } : {}),
        },
      ),
  };
}

/** @param {number} bytes */
function makePayload(bytes) {
  return 'The answer of a tool, in words. '.repeat(Math.ceil(bytes / 32)).slice(0, bytes);
}
