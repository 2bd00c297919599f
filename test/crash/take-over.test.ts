// One writer per task, across processes: stopped, raced, killed and overtaken ones.
import { appendFileSync, existsSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { makeFolder, removeFolders } from '../store/folders.js';
import { firstEvent, SPEC } from '../store/tasks.js';
import { endChildren, startChild, type Child } from './child.js';
import { openStore } from './power-cut.js';
import { makeProject, openSmallTask, readProject } from './small-task.js';

afterEach(endChildren);
afterAll(removeFolders);

/** Starts a child and waits until it says `word`. */
async function startUntil(word: string, how: 'ask' | 'apply' | 'rename', root: string): Promise<Child> {
  const child = startChild(how, root);
  for (let line = await child.nextLine(); line !== word; line = await child.nextLine()) {
    if (line === undefined) throw new Error('it has ended');
  }
  return child;
}

async function theTask(root: string): Promise<string> {
  const [task = ''] = await openStore(root).list();
  return task;
}

/** Stops the holder, takes the task over, lets `work` happen, and lets the former holder go on. */
async function overtake(
  child: Child,
  root: string,
  work: (task: string) => Promise<void>,
): Promise<string | undefined> {
  child.signal('SIGSTOP');
  await work(await theTask(root));
  child.goOn();
  child.signal('SIGCONT');
  let last: string | undefined;
  for (let line = await child.nextLine(); line !== undefined; line = await child.nextLine()) last = line;
  return last;
}

describe('a holder that was stopped and overtaken', () => {
  test('is refused at its next record, and the journal is intact', { timeout: 60_000 }, async () => {
    const root = makeProject();
    const child = await startUntil('asking', 'ask', root);
    const last = await overtake(child, root, async (task) => {
      const { writer } = await openStore(root).acquire(task, 1, { takeOver: true });
      await writer.append([{ type: 'told', text: 'taken over' }], { durable: true });
      await writer.release();
    });
    expect(last).toMatch(/^error lease_lost/);
    const store = openStore(root);
    const events = await store.events(await theTask(root));
    expect(events.at(-1)).toMatchObject({ type: 'told', text: 'taken over' });
    expect(
      (await store.integrity(await theTask(root))).problems.filter(
        (problem) => !problem.includes('state.yaml'),
      ),
    ).toEqual([]);
  });

  test(
    'between its record of an edit and the edit, does not touch the file',
    { timeout: 60_000 },
    async () => {
      const root = makeProject();
      const before = readProject(root);
      const child = await startUntil('applying', 'apply', root);
      const last = await overtake(child, root, async (task) => {
        const { writer } = await openStore(root).acquire(task, 1, { takeOver: true });
        await writer.release();
      });
      expect(last).toMatch(/^error lease_lost/);
      expect(readProject(root)).toEqual(before);
    },
  );

  test(
    'in the middle of an edit finishes the file it is at, at most, and no other',
    { timeout: 60_000 },
    async () => {
      const root = makeProject();
      const child = await startUntil('renaming', 'rename', root);
      const last = await overtake(child, root, async (task) => {
        const { writer } = await openStore(root).acquire(task, 1, { takeOver: true });
        await writer.release();
      });
      expect(last).toMatch(/^error lease_lost/);
      const events = await openStore(root).events(await theTask(root));
      expect(events.at(-1)).toMatchObject({ type: 'act-started', act: { action: 'apply_edits' } });
      expect(readProject(root)).toMatchObject({ 'label.txt': 'label = wrong\n' });
    },
  );

  test(
    'that works on the same tree is refused by the lease of the workspace too',
    { timeout: 60_000 },
    async () => {
      const root = makeProject();
      const child = await startUntil('asking', 'ask', root);
      const harness = openSmallTask({ root });
      const task = await theTask(root);
      await expect(harness.runTask(task, { resume: true }).result).rejects.toMatchObject({
        code: 'lease_held',
      });
      expect((await openStore(root).events(task)).some(({ type }) => type === 'resumed')).toBe(false);
      child.signal('SIGKILL');
      await child.ended;
    },
  );
});

describe('a lease', () => {
  async function makeTask(): Promise<string> {
    const root = makeFolder('race');
    await openStore(root).create('t-1', SPEC, firstEvent('t-1'));
    return root;
  }
  const leaseOf = (root: string): string => path.join(root, '.agentforge', 'tasks', 't-1', 'lease');

  async function race(root: string, count: number): Promise<string[]> {
    const racers = Array.from({ length: count }, () => startChild('race', root));
    for (const racer of racers) expect(await racer.nextLine()).toBe('ready');
    for (const racer of racers) racer.goOn();
    const results = await Promise.all(racers.map(async (racer) => (await racer.nextLine()) ?? 'nothing'));
    for (const racer of racers) racer.goOn();
    await Promise.all(racers.map(({ ended }) => ended));
    return results;
  }

  test('that nobody has is won by exactly one of several processes', { timeout: 60_000 }, async () => {
    const root = await makeTask();
    const results = await race(root, 4);
    expect(results.filter((line) => line === 'won')).toHaveLength(1);
    expect(results.filter((line) => line.startsWith('error lease_held'))).toHaveLength(3);
    expect(await openStore(root).events('t-1')).toHaveLength(2);
    expect(
      (await openStore(root).integrity('t-1')).problems.filter((problem) => !problem.includes('state.yaml')),
    ).toEqual([]);
  });

  test('of a killed process is won by exactly one of several processes', { timeout: 60_000 }, async () => {
    const root = await makeTask();
    const holder = startChild('race', root);
    await holder.nextLine();
    holder.goOn();
    expect(await holder.nextLine()).toBe('won');
    holder.signal('SIGKILL');
    await holder.ended;
    const results = await race(root, 4);
    expect(results.filter((line) => line === 'won')).toHaveLength(1);
    expect(await openStore(root).events('t-1')).toHaveLength(3);
  });

  test('of a killed process is taken at once, and of a living one is not', { timeout: 60_000 }, async () => {
    const root = await makeTask();
    const holder = startChild('race', root);
    await holder.nextLine();
    holder.goOn();
    expect(await holder.nextLine()).toBe('won');
    const store = openStore(root);
    expect(await store.isHeld('t-1')).toBe(true);
    await expect(store.acquire('t-1', 1)).rejects.toThrow(
      new RegExp(`Process ${holder.pid} is working on task t-1`),
    );
    holder.signal('SIGKILL');
    await holder.ended;
    expect(await store.isHeld('t-1')).toBe(false);
    const { writer } = await store.acquire('t-1', 1);
    expect(writer.epoch).toBeGreaterThan(2);
    await writer.release();
  });

  test("that a power cut left empty or half written is nobody's", async () => {
    for (const text of ['', '{"pid":1,', '{}']) {
      const root = await makeTask();
      writeFileSync(leaseOf(root), text);
      const { writer } = await openStore(root).acquire('t-1', 1);
      await writer.append([{ type: 'resumed' }], { durable: true });
      await writer.release();
      expect(existsSync(`${leaseOf(root)}.taking`)).toBe(false);
    }
  });

  test('keeps no one out by what a killed taker left behind', async () => {
    const root = await makeTask();
    const { writer } = await openStore(root).acquire('t-1', 1);
    await writer.release();
    const dead = {
      ...(JSON.parse(readFileSync(leaseOf(root), 'utf8')) as object),
      released: undefined,
      startTime: '1',
      token: 'dead',
    };
    writeFileSync(`${leaseOf(root)}.taking`, JSON.stringify(dead));
    appendFileSync(`${leaseOf(root)}.dead`, '{}');
    utimesSync(`${leaseOf(root)}.taking`, new Date(), new Date());
    const second = await openStore(root).acquire('t-1', 1);
    expect(second.writer.epoch).toBeGreaterThan(writer.epoch);
    await second.writer.release();
  });
});
