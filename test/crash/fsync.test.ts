// Every sync is needed: without it, a power cut at some moment loses what must not be lost. With all of them nothing is lost,
// which power-cut.test.ts shows.
import { afterAll, describe, expect, test } from 'vitest';
import type { Disk } from '../../src/platform/index.js';
import type { StateStore } from '../../src/store/index.js';
import { traceHistory, type Ignore } from './durability.js';
import {
  cutBare,
  findLoss,
  findProblems,
  openStore,
  recordTask,
  type RecordedTask,
  type Scenario,
} from './power-cut.js';
import { recordDisk, type Operation } from './recording-disk.js';
import { makeFolder, removeFolders } from '../store/folders.js';

/** A sync of a matching path whose last change before it matches as well. */
function syncOf(kind: 'sync' | 'syncDirectory', target: RegExp, after = /^/): Ignore {
  return (operation, index, operations) => {
    if (operation.kind !== kind || !target.test(operation.path)) return false;
    const change = operations.slice(0, index).findLast((one) => !isSync(one));
    return change !== undefined && after.test(`${change.kind} ${change.path}`);
  };
}

function isSync({ kind }: Operation): boolean {
  return kind === 'sync' || kind === 'syncDirectory';
}

const ROOT = /^$/;
const IN_PROJECT = /^(?!\.agentforge(?:\/|$))/;
const TASK = /^\.agentforge\/tasks\/[^/]+$/;
const JOURNAL = /^\.agentforge\/tasks\/[^/]+\/actions\.yaml$/;
const SNAPSHOTS = /\/artifacts\/snapshots$/;
const NEW_TASK = /^makeDirectory \.agentforge\/tasks\/[^/]+$/;
const NEW_SNAPSHOTS = /^makeDirectory .*\/snapshots$/;

afterAll(removeFolders);

describe('in a task that nothing happens to until the power fails', () => {
  const SYNCS: Readonly<Record<string, Ignore>> = {
    'the project folder, for the name .agentforge': syncOf('syncDirectory', ROOT, NEW_TASK),
    'the .agentforge folder, for the name tasks': syncOf('syncDirectory', /^\.agentforge$/, NEW_TASK),
    'the tasks folder, for the name of the task': syncOf('syncDirectory', /^\.agentforge\/tasks$/, NEW_TASK),
    'the content of the spec': syncOf('sync', /\/task\.yaml\.\S+tmp$/),
    'the task folder, for the name of the spec': syncOf('syncDirectory', TASK, /^rename .*\/task\.yaml\./),
    'the content of the first record': syncOf('sync', /\/actions\.yaml\.\S+tmp$/),
    'the task folder, for the name of the journal': syncOf(
      'syncDirectory',
      TASK,
      /^remove .*\/actions\.yaml\./,
    ),
    'the journal, for appended records': syncOf('sync', JOURNAL, /^append /),
    'the task folder, for the name artifacts': syncOf('syncDirectory', TASK, NEW_SNAPSHOTS),
    'the artifacts folder, for the name snapshots': syncOf('syncDirectory', /\/artifacts$/, NEW_SNAPSHOTS),
    'the content of an image': syncOf('sync', /\/snapshots\//),
    'the snapshots folder, for the name of an image': syncOf('syncDirectory', SNAPSHOTS, /^rename /),
    'the content of a project file': syncOf('sync', /^(?!\.agentforge\/)/),
    'the folder of a project file, for its name': syncOf(
      'syncDirectory',
      IN_PROJECT,
      /^rename (?!\.agentforge\/)/,
    ),
    'the parent of a new project folder, for its name': syncOf(
      'syncDirectory',
      IN_PROJECT,
      /^makeDirectory (?!\.agentforge)/,
    ),
    'the folder of a project file, for its removal': syncOf(
      'syncDirectory',
      /^extra$/,
      /^remove extra\/bad\.txt$/,
    ),
  };
  /** Only matters after a kill, see below: here there is nothing to be synced. */
  const AFTER_A_KILL = syncOf('sync', JOURNAL, /^(?:remove|rename) .*lease/);
  let recorded: Promise<RecordedTask> | undefined;
  const record = (): Promise<RecordedTask> => (recorded ??= recordTask());

  test.each(Object.entries(SYNCS))('%s must be synced', { timeout: 120_000 }, async (_, ignore) => {
    const { ignored, problem } = await findLoss(await record(), ignore);
    expect(ignored).toBeGreaterThan(0);
    expect(problem).toBeDefined();
  });

  test('there is no sync that is none of these', async () => {
    const { operations } = await record();
    const known = [...Object.values(SYNCS), AFTER_A_KILL];
    const others = operations.filter(
      (one, index) => isSync(one) && !known.some((ignore) => ignore(one, index, operations)),
    );
    expect(others).toEqual([]);
  });
});

describe('after a process was killed between doing and syncing, before the power fails', () => {
  /** Kills a process right before the sync that matches, and returns what it and its successor did. */
  async function killBefore(sync: Ignore): Promise<RecordedTask> {
    const { operations } = await recordTask();
    const at = operations.findIndex((one, index) => isSync(one) && sync(one, index, operations));
    expect(at).toBeGreaterThan(0);
    return recordTask({}, [at]);
  }
  const inSecondLife =
    ({ lives }: RecordedTask, ignore: Ignore): Ignore =>
    (one, index, all) =>
      index >= (lives[0] ?? 0) && ignore(one, index, all);
  const journalAppend =
    (type: string): Ignore =>
    (one, index, all) => {
      const before = all[index - 1];
      return one.kind === 'sync' && before?.kind === 'append' && before.data.includes(`"type":"${type}"`);
    };

  test(
    'the journal must be synced when it is taken over, before what it says is acted on',
    { timeout: 120_000 },
    async () => {
      // Without `resumed`, whose own sync would hide it: as a holder does that goes straight on.
      const run = await killBefore(journalAppend('act-started'));
      const syncs = syncOf('sync', JOURNAL);
      const untilApplied: Ignore = (one, index, all) => {
        const applied = all.findIndex(
          (later, at) => at >= (run.lives[0] ?? 0) && later.kind === 'rename' && later.to === 'sum.txt',
        );
        return index < applied && syncs(one, index, all);
      };
      expect((await findLoss(run, inSecondLife(run, untilApplied))).problem).toBeDefined();
    },
  );

  test('the folders of images must be synced although they are there', { timeout: 120_000 }, async () => {
    const run = await killBefore(syncOf('syncDirectory', TASK, NEW_SNAPSHOTS));
    const levels = syncOf('syncDirectory', TASK);
    expect((await findLoss(run, inSecondLife(run, levels))).problem).toBeDefined();
  });

  test(
    'the folder of a project file must be synced although the file is as it should be',
    { timeout: 120_000 },
    async () => {
      const run = await killBefore(syncOf('syncDirectory', /^docs\/new$/, /^rename /));
      const found = syncOf('syncDirectory', /^docs\/new$/);
      expect((await findLoss(run, inSecondLife(run, found))).problem).toBeDefined();
    },
  );

  test(
    'the parent of a project folder must be synced although the folder is there',
    { timeout: 120_000 },
    async () => {
      const run = await killBefore(syncOf('syncDirectory', ROOT, /^makeDirectory docs$/));
      const found: Ignore = (one, index, all) =>
        one.kind === 'syncDirectory' &&
        one.path === '' &&
        index >= (run.lives[0] ?? 0) &&
        all[index + 1]?.path === 'docs/new';
      expect((await findLoss(run, found)).problem).toBeDefined();
    },
  );
});

describe('in a store', () => {
  const FIRST = {
    type: 'task-created',
    schema: 1,
    task: 't-1',
    taskType: 'custom',
    specHash: '0',
    nonce: 'n',
    firstPhase: 'init',
    limits: {},
    pins: {},
  } as const;

  async function recordStore(
    work: (store: StateStore, disk: Disk, root: string) => Promise<void>,
    judge: (store: StateStore) => Promise<string | undefined>,
  ): Promise<Scenario> {
    const root = makeFolder('store');
    const { disk, operations } = recordDisk(root);
    await openStore(root, disk).create('t-1', 'spec', FIRST);
    const setUp = operations.length;
    await work(openStore(root, disk, 'second'), disk, root);
    const total = operations.length;
    return {
      start: {},
      operations,
      judge: async (left, length) =>
        length < setUp ? undefined : length < total ? judgeBetween(openStore(left)) : judge(openStore(left)),
    };
  }
  /** Before the call has returned, either answer is right as long as there is one. */
  const judgeBetween = async (store: StateStore): Promise<undefined> => {
    for (const task of await store.list()) await store.load(task, 1).then(() => store.readSpec(task));
    return undefined;
  };
  const expectNeeded = async (scenario: Scenario, ignore: Ignore): Promise<void> => {
    const history = traceHistory(scenario.start, scenario.operations);
    expect(await findProblems(scenario, history, cutBare(history, 0, scenario.operations.length))).toEqual(
      [],
    );
    const { ignored, problem } = await findLoss(scenario, ignore);
    expect(ignored).toBeGreaterThan(0);
    expect(problem).toBeDefined();
  };
  const CONTROLS: Readonly<Record<string, Ignore>> = {
    'the task folder, for the name control': syncOf('syncDirectory', TASK, /^makeDirectory .*\/control$/),
    'the content of a control message': syncOf('sync', /\/control\//),
    'the control folder, for the name of a message': syncOf('syncDirectory', /\/control$/),
  };

  test.each(Object.entries(CONTROLS))('%s must be synced', async (_, ignore) => {
    const post = (store: StateStore): Promise<unknown> =>
      store.postControl('t-1', { type: 'tell', text: 'hello' });
    const read = async (store: StateStore): Promise<string | undefined> => {
      const { writer } = await store.acquire('t-1', 1, { takeOver: true });
      const [first] = await writer.controls();
      await writer.release();
      return first?.message.type === 'tell' ? undefined : 'the message is gone';
    };
    await expectNeeded(await recordStore(async (store) => void (await post(store)), read), ignore);
  });

  test('the journal must be synced before a checkpoint of what was appended without a sync', async () => {
    const scenario = await recordStore(
      async (store) => {
        const { writer } = await store.acquire('t-1', 1);
        await writer.append([{ type: 'told', text: 'not durable' }], { durable: false });
        await writer.saveCheckpoint(1, {});
        await writer.release();
      },
      async (store) => ((await store.load('t-1', 1)).checkpoint === undefined ? undefined : 'unexpected'),
    );
    // The checkpoint is kept, the record is not.
    const ignore = syncOf('sync', JOURNAL, /^append /);
    const { ignored, problem } = await findLoss(scenario, ignore);
    expect(ignored).toBe(1);
    expect(problem).toMatch(/shorter than its checkpoint/);
  });

  test('the task folder must be synced for the removal of a journal, before the rest goes', async () => {
    const scenario = await recordStore(
      async (store) => store.remove('t-1'),
      async (store) => ((await store.list()).length === 0 ? undefined : 'the task is back'),
    );
    await expectNeeded(scenario, syncOf('syncDirectory', TASK, /^remove .*\/actions\.yaml$/));
  });

  test('a task that exists already must be synced before creating it again is answered', async () => {
    const root = makeFolder('store');
    const { disk, operations } = recordDisk(root);
    const killed: Disk = { ...disk, syncDirectory: () => undefined };
    await openStore(root, killed).create('t-1', 'spec', FIRST);
    const createdAgain = await openStore(root, disk, 'second').create('t-1', 'spec', FIRST);
    expect(createdAgain).toBe(false);
    const scenario: Scenario = {
      start: {},
      operations,
      judge: async (left, length) =>
        length < operations.length || (await openStore(left).list()).length === 1
          ? undefined
          : 'the task is gone',
    };
    const history = traceHistory({}, operations);
    expect(await findProblems(scenario, history, cutBare(history, operations.length - 1, 1))).toEqual([]);
    const second = operations.findLastIndex((one) => !isSync(one));
    for (const level of [ROOT, /^\.agentforge$/, /^\.agentforge\/tasks$/, TASK]) {
      const { problem } = await findLoss(scenario, (one, index) => index > second && level.test(one.path));
      expect(problem, String(level)).toBeDefined();
    }
  });

  test('the snapshots folder must be synced for an image that a killed process stored', async () => {
    const root = makeFolder('store');
    const { disk, operations } = recordDisk(root);
    await openStore(root, disk).create('t-1', 'spec', FIRST);
    await openStore(root, { ...disk, syncDirectory: () => undefined }).putBlob('t-1', 'image');
    const second = operations.length;
    const hash = await openStore(root, disk, 'second').putBlob('t-1', 'image');
    const scenario: Scenario = {
      start: {},
      operations,
      judge: async (left, length) => {
        if (length === operations.length) await openStore(left).getBlob('t-1', hash);
        return undefined;
      },
    };
    const history = traceHistory({}, operations);
    expect(await findProblems(scenario, history, cutBare(history, operations.length - 1, 1))).toEqual([]);
    for (const level of [TASK, /\/artifacts$/, SNAPSHOTS]) {
      const { ignored, problem } = await findLoss(
        scenario,
        (one, index) => index >= second && level.test(one.path),
      );
      expect(ignored, String(level)).toBe(1);
      expect(problem, String(level)).toMatch(/no stored image/);
    }
  });
});
