// What only a store on disk has to deal with: files that are deleted, damaged or left behind, and names that are no ids.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { sha256 } from '../../src/platform/index.js';
import type { FileStateStore } from '../../src/store/index.js';
import { makeFolder, removeFolders } from './folders.js';
import { checkpointOf, firstEvent, journalOf, openFileStore, SPEC, told } from './tasks.js';

const TASK = 't-1';
const VERSION = 1;

afterAll(removeFolders);

describe('a store on disk', () => {
  let root: string;
  let store: FileStateStore;
  let folder: string;

  beforeEach(async () => {
    root = makeFolder('store');
    store = openFileStore(root);
    folder = path.dirname(journalOf(root, TASK));
    await store.create(TASK, SPEC, firstEvent(TASK));
  });

  async function work(): Promise<void> {
    const { writer } = await store.acquire(TASK, VERSION);
    await writer.append([told('a word')], { durable: true });
    await writer.saveCheckpoint(VERSION, { any: 'state' });
    await writer.saveView('understanding', { facts: [] });
    await writer.release();
  }

  test('leaves no temporary files behind', async () => {
    await work();
    await store.putBlob(TASK, 'x');
    await store.saveStep(TASK, 1, 'context', {});
    await store.postControl(TASK, { type: 'pause' });
    const names = readdirSync(folder, { recursive: true }).map(String);
    expect(names.filter((name) => name.includes('.tmp') || /lease\../.test(name))).toEqual([]);
  });

  test('keeps what it writes from the eyes of others', async () => {
    const blob = await store.putBlob(TASK, 'secret');
    const { mode } = await import('node:fs').then(({ statSync }) =>
      statSync(path.join(folder, 'artifacts', 'snapshots', blob)),
    );
    expect(mode & 0o077).toBe(0);
  });

  test('works on when views and folders beside the journal were deleted', async () => {
    await work();
    for (const name of readdirSync(folder))
      if (name !== 'actions.yaml' && name !== 'task.yaml')
        rmSync(path.join(folder, name), { recursive: true });
    const { writer, loaded } = await store.acquire(TASK, VERSION);
    expect(loaded).toMatchObject({ checkpoint: undefined, repairs: [] });
    expect(loaded.tail).toHaveLength(2);
    expect(await writer.controls()).toEqual([]);
    await store.saveStep(TASK, 1, 'context', {});
    await store.putBlob(TASK, 'x');
    await store.postControl(TASK, { type: 'pause' });
    await store.saveArtifact(TASK, 'outputs', 'init', {});
    expect(await writer.controls()).toHaveLength(1);
    await writer.release();
  });

  test.each([
    ['empty', ''],
    ['not ours', 'hello: world\n'],
    ['cut', undefined],
    ['with an edited state', 'any: other'],
  ])('folds anew when the checkpoint is %s, and says so', async (_, content) => {
    await work();
    const text = readFileSync(checkpointOf(root, TASK), 'utf8');
    const damaged =
      content === undefined
        ? text.slice(0, -10)
        : content === 'any: other'
          ? text.replace('"state"', '"other"')
          : content;
    expect(damaged).not.toBe(text);
    writeFileSync(checkpointOf(root, TASK), damaged);
    const loaded = await store.load(TASK, VERSION);
    expect(loaded.checkpoint).toBeUndefined();
    expect(loaded.tail).toHaveLength(2);
    expect(loaded.repairs).toMatchObject([{ kind: 'checkpoint-ignored' }]);
    expect((await store.integrity(TASK)).problems).toContainEqual(expect.stringMatching(/state\.yaml/));
  });

  test('does not use a checkpoint of another task', async () => {
    await work();
    await store.create('t-2', SPEC, firstEvent('t-2'));
    const other = await store.acquire('t-2', VERSION);
    await other.writer.append([told('another word'), told('and more than there')], { durable: true });
    await other.writer.release();
    writeFileSync(checkpointOf(root, 't-2'), readFileSync(checkpointOf(root, TASK)));
    const loaded = await store.load('t-2', VERSION);
    expect(loaded.checkpoint).toBeUndefined();
    expect(loaded.tail).toHaveLength(3);
  });

  test('names a spec that is not the one the task was created with', async () => {
    await work();
    expect(await store.integrity(TASK)).toEqual({ ok: true, events: 2, problems: [] });
    writeFileSync(path.join(folder, 'task.yaml'), 'goal: another\n');
    expect((await store.integrity(TASK)).problems).toEqual([
      'task.yaml is not the spec this task was created with',
    ]);
  });

  test('does not hand out an image whose content does not match its name', async () => {
    const hash = await store.putBlob(TASK, 'x');
    writeFileSync(path.join(folder, 'artifacts', 'snapshots', hash), 'y');
    await expect(store.getBlob(TASK, hash)).rejects.toMatchObject({ code: 'journal_damaged' });
    await expect(store.getBlob(TASK, '../../task.yaml')).rejects.toMatchObject({ code: 'not_found' });
  });

  test('has no record of a step whose file a power cut left empty', async () => {
    await store.saveStep(TASK, 1, 'context', { tokens: 1 });
    writeFileSync(path.join(folder, 'artifacts', 'steps', '000001.context.json'), '');
    await expect(store.readStep(TASK, 1, 'context')).rejects.toMatchObject({ code: 'not_found' });
  });

  test('collects what killed writers left behind', async () => {
    await work();
    const strays = [
      'state.yaml.1a-2.tmp',
      'lease.0123abcd',
      'artifacts/steps/000001.context.json.1a-3.tmp',
      'control/1.json.1a-4.tmp',
    ];
    await store.saveStep(TASK, 1, 'context', {});
    await store.postControl(TASK, { type: 'pause' });
    for (const stray of strays) writeFileSync(path.join(folder, stray), 'half');
    writeFileSync(path.join(folder, 'artifacts', `x${sha256('x').slice(1)}`), 'not ours');
    expect(await store.collect(TASK, { keepSteps: 5, reachable: new Set() })).toEqual({
      removed: 4,
      bytes: 16,
    });
    for (const stray of strays) expect(existsSync(path.join(folder, stray))).toBe(false);
    expect(await store.readStep(TASK, 1, 'context')).toEqual({});
  });

  test.each(['', '..', '../t-1', 'a/b', '.hidden', 'x'.repeat(200), 'a\nb'])(
    'does not take %j for a task id',
    async (name) => {
      await expect(store.create(name, SPEC, firstEvent(name))).rejects.toMatchObject({ code: 'bad_usage' });
      await expect(store.readSpec(name)).rejects.toMatchObject({ code: 'bad_usage' });
    },
  );

  test('does not list a folder without a journal', async () => {
    rmSync(journalOf(root, TASK));
    expect(await store.list()).toEqual([]);
    expect(await store.create(TASK, SPEC, firstEvent(TASK))).toBe(true);
  });

  test('names the control message that it does not understand', async () => {
    await store.postControl(TASK, { type: 'pause' });
    writeFileSync(path.join(folder, 'control', 'zzz.json'), '{"type":"dance"}');
    const { writer } = await store.acquire(TASK, VERSION);
    await expect(writer.controls()).rejects.toThrow(/control\/zzz\.json/);
    await writer.release();
  });
});
