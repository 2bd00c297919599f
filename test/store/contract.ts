// What every store must do. Registers the suite for one kind of store.
import { beforeEach, describe, expect, test } from 'vitest';
import { createSimulatedClock, sha256, type Clock } from '../../src/platform/index.js';
import type { StateStore } from '../../src/store/index.js';
import { firstEvent, SPEC, told } from './tasks.js';

const VERSION = 3;
const TASK = 't-1';

export function describeStore(name: string, open: (clock: Clock) => StateStore): void {
  describe(`a ${name}`, () => {
    let store: StateStore;
    const clock = createSimulatedClock();

    beforeEach(async () => {
      store = open(clock);
      await store.create(TASK, SPEC, firstEvent(TASK));
    });

    describe('with tasks', () => {
      test('creates a task once', async () => {
        expect(await store.create('t-0', SPEC, firstEvent('t-0'))).toBe(true);
        expect(await store.create('t-0', 'other', firstEvent('t-0'))).toBe(false);
        expect(await store.readSpec('t-0')).toBe(SPEC);
        expect(await store.events('t-0')).toMatchObject([
          { seq: 1, epoch: 1, type: 'task-created', task: 't-0' },
        ]);
      });

      test('lists them by name, none at first', async () => {
        await store.create('a-1', SPEC, firstEvent('a-1'));
        expect(await store.list()).toEqual(['a-1', TASK]);
        expect(await open(clock).list()).toEqual([]);
      });

      test('removes one and leaves the others', async () => {
        await store.create('a-1', SPEC, firstEvent('a-1'));
        await store.remove(TASK);
        expect(await store.list()).toEqual(['a-1']);
        await expect(store.readSpec(TASK)).rejects.toMatchObject({ code: 'not_found' });
        expect(await store.create(TASK, SPEC, firstEvent(TASK))).toBe(true);
      });

      test('does not remove one that is being worked on', async () => {
        const { writer } = await store.acquire(TASK, VERSION);
        await expect(store.remove(TASK)).rejects.toMatchObject({ code: 'lease_held' });
        await writer.append([told('still there')], { durable: true });
        await writer.release();
      });

      test('says of a task that does not exist that it does not', async () => {
        const attempts: (() => Promise<unknown>)[] = [
          () => store.readSpec('none'),
          () => store.load('none', VERSION),
          () => store.events('none'),
          () => store.integrity('none'),
          () => store.acquire('none', VERSION),
          () => store.isHeld('none'),
          () => store.putBlob('none', 'x'),
          () => store.getBlob('none', sha256('x')),
          () => store.saveStep('none', 1, 'context', {}),
          () => store.readStep('none', 1, 'context'),
          () => store.saveArtifact('none', 'inputs', 'x', {}),
          () => store.postControl('none', { type: 'pause' }),
          () => store.collect('none', { keepSteps: 1, reachable: new Set() }),
          () => store.remove('none'),
        ];
        for (const attempt of attempts)
          await expect(attempt(), String(attempt)).rejects.toMatchObject({ code: 'not_found' });
        expect(await store.list()).toEqual([TASK]);
      });
    });

    describe('with records', () => {
      test('gives back what was appended, numbered and chained', async () => {
        const { writer, loaded } = await store.acquire(TASK, VERSION);
        expect(loaded).toMatchObject({
          checkpoint: undefined,
          repairs: [],
          tail: [{ type: 'task-created' }],
        });
        const first = await writer.append([told('one'), told('two')], { durable: true });
        const second = await writer.append([told('three')], { durable: false });
        await writer.release();
        const events = await store.events(TASK);
        expect(events.slice(1)).toEqual([...first, ...second]);
        expect(events.map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
        expect(events.map(({ prev }) => prev)).toEqual([
          '0'.repeat(64),
          ...events.slice(0, -1).map(({ hash }) => hash),
        ]);
        expect(await store.load(TASK, VERSION)).toEqual({ checkpoint: undefined, tail: events, repairs: [] });
        expect(await store.integrity(TASK)).toMatchObject({ events: 4 });
      });

      test('records fingerprints of secrets with the first of the records', async () => {
        const { writer } = await store.acquire(TASK, VERSION);
        await writer.append([told('one'), told('two')], { durable: true, secrets: ['f1', 'f2'] });
        await writer.append([told('three')], { durable: true, secrets: [] });
        await writer.release();
        expect((await store.events(TASK)).map(({ secrets }) => secrets)).toEqual([
          undefined,
          ['f1', 'f2'],
          undefined,
          undefined,
        ]);
      });

      test('refuses a record over 64 KB and stays usable', async () => {
        const { writer } = await store.acquire(TASK, VERSION);
        await expect(writer.append([told('x'.repeat(70_000))], { durable: true })).rejects.toMatchObject({
          code: 'limit',
        });
        await writer.append([told('small')], { durable: true });
        await writer.release();
        expect(await store.events(TASK)).toHaveLength(2);
      });

      test('loads from a checkpoint what came after it', async () => {
        const { writer } = await store.acquire(TASK, VERSION);
        await writer.append([told('before')], { durable: true });
        await writer.saveCheckpoint(VERSION, { seen: ['before'] });
        const after = await writer.append([told('after'), told('and on')], { durable: true });
        await writer.release();
        const { checkpoint, tail } = await store.load(TASK, VERSION);
        expect(checkpoint).toMatchObject({ seq: 2, foldVersion: VERSION, state: { seen: ['before'] } });
        expect(tail).toEqual(after);
        const next = await store.acquire(TASK, VERSION);
        expect(next.loaded.tail).toEqual(after);
        await next.writer.append([told('last')], { durable: true });
        await next.writer.release();
        expect(await store.events(TASK)).toHaveLength(5);
      });

      test('does not use a checkpoint of another fold', async () => {
        const { writer } = await store.acquire(TASK, VERSION);
        await writer.append([told('before')], { durable: true });
        await writer.saveCheckpoint(VERSION, { seen: [] });
        await writer.release();
        const { checkpoint, tail } = await store.load(TASK, VERSION + 1);
        expect(checkpoint).toBeUndefined();
        expect(tail).toHaveLength(2);
      });

      test('a checkpoint does not change when the state it was made of does', async () => {
        const { writer } = await store.acquire(TASK, VERSION);
        const state = { seen: ['one'] };
        await writer.saveCheckpoint(VERSION, state);
        state.seen.push('two');
        await writer.release();
        expect((await store.load(TASK, VERSION)).checkpoint?.state).toEqual({ seen: ['one'] });
      });
    });

    describe('with holders', () => {
      test('lets one work at a time', async () => {
        const { writer } = await store.acquire(TASK, VERSION);
        expect(await store.isHeld(TASK)).toBe(true);
        await expect(store.acquire(TASK, VERSION)).rejects.toMatchObject({ code: 'lease_held' });
        await writer.release();
        expect(await store.isHeld(TASK)).toBe(false);
        const next = await store.acquire(TASK, VERSION);
        await next.writer.release();
      });

      test('refuses every write of one that was overtaken', async () => {
        const former = await store.acquire(TASK, VERSION);
        const { writer } = await store.acquire(TASK, VERSION, { takeOver: true });
        const id = await store.postControl(TASK, { type: 'pause' });
        expect(() => former.writer.assertHeld()).toThrow(
          expect.objectContaining({ code: 'lease_lost' }) as Error,
        );
        for (const attempt of [
          former.writer.append([told('stale')], { durable: true }),
          former.writer.saveCheckpoint(VERSION, {}),
          former.writer.saveView('view', {}),
          former.writer.dropControl(id),
        ]) {
          await expect(attempt).rejects.toMatchObject({ code: 'lease_lost' });
        }
        await former.writer.release();
        expect(await store.isHeld(TASK)).toBe(true);
        writer.assertHeld();
        expect(await writer.controls()).toHaveLength(1);
        await writer.append([told('fresh')], { durable: true });
        await writer.release();
        expect((await store.events(TASK)).at(-1)).toMatchObject({ text: 'fresh', epoch: writer.epoch });
      });

      test('gives each a higher epoch, even after one that wrote nothing', async () => {
        const epochs: number[] = [];
        for (let holder = 0; holder < 3; holder++) {
          const { writer } = await store.acquire(TASK, VERSION);
          epochs.push(writer.epoch);
          if (holder === 1) await writer.append([told('a word')], { durable: true });
          await writer.release();
        }
        expect(epochs).toEqual([2, 3, 4]);
      });

      test('refuses one that has given it back', async () => {
        const { writer } = await store.acquire(TASK, VERSION);
        await writer.release();
        await expect(writer.append([told('late')], { durable: true })).rejects.toMatchObject({
          code: 'lease_lost',
        });
      });
    });

    describe('with control messages', () => {
      test('hands them out in the order they were posted, until they are dropped', async () => {
        for (const text of ['one', 'two', 'three']) await store.postControl(TASK, { type: 'tell', text });
        clock.advance(-10_000);
        const last = await store.postControl(TASK, { type: 'pause' });
        const { writer } = await store.acquire(TASK, VERSION);
        const pending = await writer.controls();
        expect(pending.map(({ message }) => (message.type === 'tell' ? message.text : message.type))).toEqual(
          ['one', 'two', 'three', 'pause'],
        );
        expect(pending.at(-1)?.id).toBe(last);
        await writer.dropControl(pending[0]?.id ?? '');
        await writer.dropControl('never posted');
        expect((await writer.controls()).map(({ id }) => id)).toEqual(pending.slice(1).map(({ id }) => id));
        await writer.release();
      });

      test('takes them while someone works, and refuses what is none', async () => {
        const { writer } = await store.acquire(TASK, VERSION);
        expect(await writer.controls()).toEqual([]);
        await store.postControl(TASK, { type: 'abort', reason: 'enough' });
        expect(await writer.controls()).toMatchObject([{ message: { type: 'abort', reason: 'enough' } }]);
        await expect(store.postControl(TASK, { type: 'tell', text: '' })).rejects.toThrow();
        await writer.release();
      });
    });

    describe('with what lies beside the journal', () => {
      test('keeps images by their hash', async () => {
        const bytes = Buffer.from([0, 255, 10, 13]);
        expect(await store.putBlob(TASK, 'text')).toBe(sha256('text'));
        expect(await store.putBlob(TASK, 'text')).toBe(sha256('text'));
        const hash = await store.putBlob(TASK, bytes);
        expect(Buffer.from(await store.getBlob(TASK, hash))).toEqual(bytes);
        await expect(store.getBlob(TASK, sha256('other'))).rejects.toMatchObject({ code: 'not_found' });
      });

      test('keeps the newest record of each part of a step', async () => {
        await store.saveStep(TASK, 1, 'context', { tokens: 1 });
        await store.saveStep(TASK, 1, 'context', { tokens: 2 });
        await store.saveStep(TASK, 1, 'result', { ok: true });
        expect(await store.readStep(TASK, 1, 'context')).toEqual({ tokens: 2 });
        expect(await store.readStep(TASK, 1, 'result')).toEqual({ ok: true });
        await expect(store.readStep(TASK, 2, 'context')).rejects.toMatchObject({ code: 'not_found' });
        await store.saveArtifact(TASK, 'outputs', 'implement', { files: [] });
      });

      test('collects old steps and images that nothing names, and keeps the rest', async () => {
        for (const step of [1, 2, 10, 11]) await store.saveStep(TASK, step, 'context', { step });
        await store.saveStep(TASK, 10, 'result', { step: 10 });
        const [named, reachable, garbage] = [
          await store.putBlob(TASK, 'a'),
          await store.putBlob(TASK, 'bb'),
          await store.putBlob(TASK, 'ccc'),
        ];
        const { writer } = await store.acquire(TASK, VERSION);
        await writer.append([told(`see ${named}`)], { durable: true });
        await expect(store.collect(TASK, { keepSteps: 2, reachable: new Set() })).rejects.toMatchObject({
          code: 'lease_held',
        });
        await writer.release();
        const { removed, bytes } = await store.collect(TASK, {
          keepSteps: 2,
          reachable: new Set([reachable]),
        });
        expect(removed).toBe(3);
        expect(bytes).toBeGreaterThan(3);
        for (const step of [1, 2])
          await expect(store.readStep(TASK, step, 'context')).rejects.toMatchObject({ code: 'not_found' });
        for (const step of [10, 11]) expect(await store.readStep(TASK, step, 'context')).toEqual({ step });
        expect(await store.readStep(TASK, 10, 'result')).toEqual({ step: 10 });
        await store.getBlob(TASK, named);
        await store.getBlob(TASK, reachable);
        await expect(store.getBlob(TASK, garbage)).rejects.toMatchObject({ code: 'not_found' });
        expect(await store.collect(TASK, { keepSteps: 2, reachable: new Set([reachable]) })).toEqual({
          removed: 0,
          bytes: 0,
        });
        expect(await store.events(TASK)).toHaveLength(2);
      });
    });
  });
}
