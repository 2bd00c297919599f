// The journal on disk: whatever is cut off or flipped is noticed, and never read as something else.
import { cpSync, mkdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { foldAll } from '../../src/engine/index.js';
import { nodeDisk, type Disk } from '../../src/platform/index.js';
import { EventBody, MAX_EVENT_BYTES, type Event } from '../../src/schema/index.js';
import { CHAIN_START, scanJournal, sealBatch } from '../../src/store/chain.js';
import type { FileStateStore } from '../../src/store/index.js';
import { SPEC_V0, writeJournalV0 } from './journal-v0.js';
import { makeFolder, removeFolders } from './folders.js';
import { checkpointOf, firstEvent, journalOf, openFileStore, SPEC, told } from './tasks.js';

const TASK = 't-1';
const VERSION = 1;

afterAll(removeFolders);

/** One record, three at once, one of another holder. */
async function makeJournal(root: string): Promise<FileStateStore> {
  const store = openFileStore(root);
  await store.create(TASK, SPEC, firstEvent(TASK));
  const first = await store.acquire(TASK, VERSION);
  await first.writer.append([told('the first – with a “dash” and ü')], { durable: true });
  await first.writer.append([told('one'), told('two'), told('three')], { durable: true, secrets: ['f1'] });
  await first.writer.release();
  const second = await store.acquire(TASK, VERSION);
  await second.writer.append([{ type: 'resumed' }], { durable: true });
  await second.writer.release();
  return store;
}

describe('a journal that was cut off', () => {
  let root: string;
  let whole: Buffer;
  let events: Event[];

  beforeAll(async () => {
    root = makeFolder();
    const store = await makeJournal(root);
    whole = readFileSync(journalOf(root, TASK));
    events = await store.events(TASK);
  });

  test(
    'at any byte is a shorter journal whose torn end is reported, cut by the next holder and followed by new records',
    { timeout: 120_000 },
    async () => {
      const ends = lineEnds(whole);
      for (let size = 0; size < whole.length; size++) {
        writeFileSync(journalOf(root, TASK), whole.subarray(0, size));
        const store = openFileStore(root);
        if (size < (ends[0] ?? 0)) {
          await expect(store.acquire(TASK, VERSION)).rejects.toMatchObject({ code: 'journal_damaged' });
          continue;
        }
        // Of three records written at once, all count or none.
        const good = Math.max(...ends.filter((end, line) => end <= size && (line < 2 || line >= 4)));
        const { loaded, writer } = await store.acquire(TASK, VERSION);
        expect(loaded.tail).toEqual(events.slice(0, ends.indexOf(good) + 1));
        expect(loaded.repairs.map(({ kind }) => kind)).toEqual(size === good ? [] : ['torn-line-cut']);
        expect(statSync(journalOf(root, TASK)).size).toBe(good);
        const [added] = await writer.append([told('after')], { durable: true });
        await writer.release();
        expect((await store.events(TASK)).at(-1)).toEqual(added);
      }
    },
  );

  test('below its checkpoint has lost records, and says so', async () => {
    writeFileSync(journalOf(root, TASK), whole);
    const store = openFileStore(root);
    const { writer } = await store.acquire(TASK, VERSION);
    await writer.saveCheckpoint(VERSION, { any: 'state' });
    await writer.release();
    for (let size = 1; size < whole.length; size++) {
      truncateSync(journalOf(root, TASK), whole.length - size);
      await expect(store.load(TASK, VERSION)).rejects.toThrow(/shorter than its checkpoint/);
      await expect(store.acquire(TASK, VERSION)).rejects.toMatchObject({ code: 'journal_damaged' });
      if (size > 200) break;
    }
    expect((await store.integrity(TASK)).problems).toContainEqual(
      expect.stringMatching(/shorter than its checkpoint/),
    );
    rmSync(checkpointOf(root, TASK));
  });

  test('after its checkpoint goes on from the checkpoint', async () => {
    writeFileSync(journalOf(root, TASK), whole);
    const store = openFileStore(root);
    const { writer } = await store.acquire(TASK, VERSION);
    await writer.saveCheckpoint(VERSION, { any: 'state' });
    await writer.append([told('after the checkpoint')], { durable: true });
    await writer.release();
    truncateSync(journalOf(root, TASK), whole.length + 20);
    const loaded = await store.load(TASK, VERSION);
    expect(loaded.checkpoint?.seq).toBe(events.length);
    expect(loaded.tail).toEqual([]);
    expect(loaded.repairs).toMatchObject([{ kind: 'torn-line-cut' }]);
    rmSync(checkpointOf(root, TASK));
  });
});

describe('a journal with a flipped bit', () => {
  test('is never read as something else: the line is named, or a bad last line is left out and reported', async () => {
    const root = makeFolder();
    await makeJournal(root);
    const whole = readFileSync(journalOf(root, TASK));
    const { events } = scanJournal(whole, CHAIN_START);
    const ends = lineEnds(whole);
    for (let index = 0; index < whole.length; index++) {
      const line = ends.findIndex((end) => index < end) + 1;
      for (let bit = 0; bit < 8; bit++) {
        const flipped = Buffer.from(whole);
        flipped.writeUInt8(flipped.readUInt8(index) ^ (1 << bit), index);
        const scan = scanJournal(flipped, CHAIN_START);
        if (scan.damage) expect(scan.damage.line).toBe(line);
        else expect(scan.torn, `byte ${index}, bit ${bit}`).toBeDefined();
        if (line < ends.length - 1) expect(scan.damage, `byte ${index}, bit ${bit}`).toBeDefined();
        expect(scan.events).toEqual(events.slice(0, scan.events.length));
        expect(scan.events.length).toBeLessThan(events.length);
      }
    }
  }, 120_000);

  test('stops loading, resuming and reading with the line in the message, and integrity finds it', async () => {
    const root = makeFolder();
    const store = await makeJournal(root);
    const text = readFileSync(journalOf(root, TASK), 'utf8');
    writeFileSync(journalOf(root, TASK), text.replace('"text":"one"', '"text":"eno"'));
    for (const attempt of [store.load(TASK, VERSION), store.acquire(TASK, VERSION), store.events(TASK)]) {
      await expect(attempt).rejects.toThrow(/line 3 is damaged: its hash does not match/);
    }
    expect(await store.integrity(TASK)).toMatchObject({ ok: false, events: 2 });
    expect(await store.isHeld(TASK)).toBe(false);
    expect(readFileSync(journalOf(root, TASK), 'utf8')).toContain('eno');
  });

  test('would be accepted if a record did not carry its own hash: number, link and shape all still fit', () => {
    const { text } = sealBatch([told('the price is 100')], CHAIN_START, { at: 'now', epoch: 1 });
    const forged = text.replace('100', '900');
    const [before, after] = [text, forged].map(
      (line) => JSON.parse(line.slice(2)) as { seq: number; prev: string; hash: string },
    );
    expect({ seq: after?.seq, prev: after?.prev, hash: after?.hash }).toEqual({
      seq: before?.seq,
      prev: before?.prev,
      hash: before?.hash,
    });
    expect(EventBody.safeParse(after).success).toBe(true);
    const followed = `${forged}${sealBatch([told('next')], scanJournal(Buffer.from(text), CHAIN_START).end, { at: 'now', epoch: 1 }).text}`;
    expect(scanJournal(Buffer.from(followed), CHAIN_START).damage).toEqual({
      line: 1,
      message: 'line 1 is damaged: its hash does not match its content',
    });
  });
});

describe('lines out of place', () => {
  const batches = (...texts: string[]): string[] => {
    let position = CHAIN_START;
    return texts.map((text) => {
      const sealed = sealBatch([told(text)], position, { at: 'now', epoch: 1 });
      position = sealed.end;
      return sealed.text;
    });
  };
  const damageOf = (lines: readonly string[]): string | undefined =>
    scanJournal(Buffer.from(lines.join('')), CHAIN_START).damage?.message;
  const [a = '', b = '', c = '', d = ''] = batches('a', 'b', 'c', 'd');

  test.each([
    ['a line left out', [a, c, d], 'line 2 is damaged: its number is 3, not 2'],
    ['a line twice', [a, b, b, c], 'line 3 is damaged: its number is 2, not 3'],
    ['two lines swapped', [a, c, b, d], 'line 2 is damaged: its number is 3, not 2'],
    ['the first line left out', [b, c], 'line 1 is damaged: its number is 2, not 1'],
    [
      'a line of another journal',
      [a, batches('x', 'y')[1] ?? '', c],
      'line 2 is damaged: it does not follow the record before it',
    ],
    ['an empty line', [a, '\n', b], 'line 2 is damaged: it is not a journal record'],
    [
      'a line that is not a record',
      [a, 'hello: world\n', b],
      'line 2 is damaged: it is not a journal record',
    ],
  ])('%s: the line is named', (_, lines, message) => {
    expect(damageOf(lines)).toBe(message);
  });

  test('a last line out of place is no torn line: it is whole', () => {
    expect(damageOf([a, c])).toBe('line 2 is damaged: its number is 3, not 2');
  });

  test('a whole record of a type nobody knows stops loudly', () => {
    const [first = ''] = batches('a');
    const { end } = scanJournal(Buffer.from(first), CHAIN_START);
    const { text } = sealBatch([{ type: 'of the future' } as unknown as EventBody], end, {
      at: 'now',
      epoch: 1,
    });
    expect(damageOf([first, text])).toMatch(/line 2 is damaged: its content is not understood/);
    expect(damageOf([first, text, text])).toMatch(/line 2 is damaged: its content is not understood/);
  });
});

describe('records written at once', () => {
  const big = (letter: string): EventBody => told(letter.repeat(3_000));
  const first = sealBatch([told('before')], CHAIN_START, { at: 'now', epoch: 1 });
  const batch = sealBatch([big('a'), big('b'), big('c')], first.end, { at: 'now', epoch: 1 });
  const start = Buffer.byteLength(first.text);
  const whole = Buffer.from(first.text + batch.text);

  test('count together or not at all, wherever a page of them was never written', () => {
    for (let page = 0; page < batch.text.length; page += 512) {
      const holed = Buffer.from(whole);
      holed.fill(0, start + page, Math.min(whole.length, start + page + 512));
      const scan = scanJournal(holed, CHAIN_START);
      expect(scan.damage, `page at ${page}`).toBeUndefined();
      expect(scan.events).toHaveLength(1);
      expect(scan.goodBytes).toBe(start);
    }
  });

  test('with other bytes in them are damage, even as the last ones: a power cut leaves zeros', () => {
    const other = Buffer.from(whole.toString().replace('bbb', 'bab'));
    expect(scanJournal(other, CHAIN_START).damage?.line).toBe(3);
  });

  test('with a page of zeros in the middle of the journal are damage', () => {
    const next = sealBatch([told('after')], batch.end, { at: 'now', epoch: 1 });
    const holed = Buffer.concat([whole, Buffer.from(next.text)]);
    holed.fill(0, start + 100, start + 600);
    expect(scanJournal(holed, CHAIN_START).damage?.line).toBe(2);
  });

  test('over 64 KB are refused before a byte is written', async () => {
    const root = makeFolder();
    const store = await makeJournal(root);
    const before = readFileSync(journalOf(root, TASK));
    const { writer } = await store.acquire(TASK, VERSION);
    const tooLong = told('x'.repeat(MAX_EVENT_BYTES));
    await expect(writer.append([told('small'), tooLong], { durable: true })).rejects.toMatchObject({
      code: 'limit',
    });
    expect(readFileSync(journalOf(root, TASK))).toEqual(before);
    await writer.append([told('still usable')], { durable: true });
    await writer.release();
  });
});

describe('a writer that was overtaken between looking at its lease and writing', () => {
  /** Lets `meanwhile` happen just before the first append. */
  function interrupt(meanwhile: () => Promise<void>): { disk: Disk; done: () => Promise<void> } {
    let pending: Promise<void> | undefined;
    let write: (() => void) | undefined;
    const disk: Disk = {
      ...nodeDisk,
      append: (file, data) => {
        if (pending) return nodeDisk.append(file, data);
        write = () => nodeDisk.append(file, data);
        pending = meanwhile();
      },
    };
    return {
      disk,
      done: async () => {
        await pending;
        write?.();
      },
    };
  }

  async function overtake(
    newer: (store: FileStateStore) => Promise<void>,
  ): Promise<{ root: string; store: FileStateStore }> {
    const root = makeFolder();
    await makeJournal(root);
    const slow = interrupt(() => newer(openFileStore(root)));
    const { writer } = await openFileStore(root, { disk: slow.disk }).acquire(TASK, VERSION);
    await writer.append([told('late')], { durable: true });
    await slow.done();
    await expect(writer.append([told('later')], { durable: true })).rejects.toMatchObject({
      code: 'lease_lost',
    });
    await expect(writer.saveCheckpoint(VERSION, {})).rejects.toMatchObject({ code: 'lease_lost' });
    return { root, store: openFileStore(root) };
  }
  const textsOf = (events: readonly Event[]): string[] =>
    events.flatMap((event) => (event.type === 'told' ? [event.text] : []));

  test('after the newer one has written: its record is set aside and reported', async () => {
    const { store } = await overtake(async (newer) => {
      const { writer } = await newer.acquire(TASK, VERSION, { takeOver: true });
      await writer.append([told('newer')], { durable: true });
      await writer.release();
    });
    const { loaded, writer } = await store.acquire(TASK, VERSION);
    expect(textsOf(loaded.tail)).toContain('newer');
    expect(textsOf(loaded.tail)).not.toContain('late');
    expect(loaded.repairs).toEqual([
      {
        kind: 'set-aside',
        message: expect.stringMatching(/line 8 was written by an older process/) as string,
      },
    ]);
    await writer.append([told('and on')], { durable: true });
    await writer.release();
    expect(textsOf(await store.events(TASK)).slice(-2)).toEqual(['newer', 'and on']);
  });

  test('before the newer one has written anything: its record is set aside all the same', async () => {
    let newerWriter: Awaited<ReturnType<FileStateStore['acquire']>>['writer'] | undefined;
    const { store } = await overtake(async (newer) => {
      newerWriter = (await newer.acquire(TASK, VERSION, { takeOver: true })).writer;
    });
    await newerWriter?.append([told('newer'), told('and more')], { durable: true });
    await newerWriter?.saveCheckpoint(VERSION, { any: 'state' });
    await newerWriter?.release();
    expect(textsOf(await store.events(TASK)).slice(-2)).toEqual(['newer', 'and more']);
    expect((await store.integrity(TASK)).problems).toContainEqual(
      expect.stringMatching(/was written by an older process/),
    );
    const { loaded, writer } = await store.acquire(TASK, VERSION);
    expect(loaded.checkpoint?.state).toEqual({ any: 'state' });
    await writer.release();
  });

  test('after the newer one came and went without a word: the epoch is a higher one nevertheless', async () => {
    const { store } = await overtake(async (newer) => {
      const silent = await newer.acquire(TASK, VERSION, { takeOver: true });
      await silent.writer.release();
      const third = await newer.acquire(TASK, VERSION);
      await third.writer.append([told('third')], { durable: true });
      await third.writer.release();
    });
    expect(textsOf(await store.events(TASK)).at(-1)).toBe('third');
    expect((await store.integrity(TASK)).problems).toContainEqual(
      expect.stringMatching(/line 8 was written by an older process/),
    );
  });

  test('right before a checkpoint of the newer one: a checkpoint that does not fit its journal is not used', async () => {
    const root = makeFolder();
    const store = await makeJournal(root);
    const { writer } = await store.acquire(TASK, VERSION);
    await writer.append([told('mine')], { durable: true });
    const end = scanJournal(readFileSync(journalOf(root, TASK)), CHAIN_START).end;
    const stray = sealBatch([told('late')], { ...end, seq: end.seq - 1 }, { at: 'now', epoch: 1 });
    nodeDisk.append(journalOf(root, TASK), stray.text);
    await writer.saveCheckpoint(VERSION, { any: 'state' });
    await writer.release();
    const loaded = await store.load(TASK, VERSION);
    expect(loaded.checkpoint).toBeUndefined();
    expect(textsOf(loaded.tail).at(-1)).toBe('mine');
    expect(loaded.repairs.map(({ kind }) => kind)).toEqual(['checkpoint-ignored', 'set-aside']);
  });
});

describe('a journal of version 0', () => {
  const FIXTURE = new URL('../fixtures/journal-v0/', import.meta.url).pathname;

  test('is the one that is kept as a fixture', () => {
    expect(readFileSync(path.join(FIXTURE, 'actions.yaml'), 'utf8')).toBe(writeJournalV0());
    expect(readFileSync(path.join(FIXTURE, 'task.yaml'), 'utf8')).toBe(SPEC_V0);
  });

  test('loads, folds and is not rewritten', async () => {
    const root = makeFolder();
    const folder = path.dirname(journalOf(root, 'old-1'));
    mkdirSync(path.dirname(folder), { recursive: true });
    cpSync(FIXTURE, folder, { recursive: true });
    const store = openFileStore(root);
    const state = foldAll(await store.events('old-1'));
    expect(state).toMatchObject({
      task: 'old-1',
      type: 'custom',
      status: 'aborted',
      ending: 'no longer wanted',
      resumes: 1,
      nonce: state.specHash.slice(0, 8),
    });
    expect(state.told).toEqual([{ step: 0, text: 'mind the gap' }]);
    const { writer, loaded } = await store.acquire('old-1', VERSION);
    expect(foldAll(loaded.tail)).toEqual(state);
    await writer.saveCheckpoint(VERSION, state);
    await writer.release();
    expect(readFileSync(journalOf(root, 'old-1'), 'utf8')).toBe(writeJournalV0());
    expect((await store.integrity('old-1')).problems).toEqual([]);
  });
});

function lineEnds(data: Buffer): number[] {
  const ends: number[] = [];
  for (let at = data.indexOf(10); at !== -1; at = data.indexOf(10, at + 1)) ends.push(at + 1);
  return ends;
}
