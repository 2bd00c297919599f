// What stays in view and for how long, and windows that follow their lines.
import { rmSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ScriptLine } from '../../../src/model/index.js';
import { writeProjectFile } from '../../support/project-file.js';
import { openScript, runScript, sectionOf } from '../../support/run-script.js';

const NAMES = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
const FILES = {
  'work.txt': 'TODO\n',
  'lines.txt': Array.from({ length: 30 }, (_, index) => `line ${index + 1}\n`).join(''),
  'long.txt': Array.from({ length: 200 }, (_, index) => `line ${index + 1}\n`).join(''),
  ...Object.fromEntries(NAMES.map((name) => [`${name}.txt`, `this is ${name}\n`])),
};
const spec = { inputs: { target_files: [{ path: 'work.txt', status: 'to_modify' }] } };

function read(path: string, range: Record<string, number> = {}): ScriptLine {
  return { action: 'read', parameters: { items: [{ path, ...range }] } };
}

function load(item: string): ScriptLine {
  return { action: 'load_context', parameters: { item } };
}

async function keysAfter(script: readonly ScriptLine[]): Promise<string[]> {
  const { state } = await runScript({ files: FILES, spec, script });
  return (await state()).memory.map(({ key }) => key);
}

describe('what is loaded', () => {
  test('appears in the contexts of the next three steps and then expires', async () => {
    const { asked } = await runScript({
      files: FILES,
      spec,
      script: [load('full_file:a.txt'), read('b.txt'), read('c.txt'), read('d.txt')],
    });
    const shown = asked.map((request) => sectionOf(request, 'Windows').includes('this is a'));
    expect(shown).toEqual([false, true, true, true, false]);
  });

  test('does not expire when it is pinned, not even when it is loaded again', async () => {
    const pinned = [load('full_file:a.txt'), { action: 'pin', parameters: { item: 'full_file:a.txt' } }];
    expect(await keysAfter([...pinned, read('b.txt'), read('c.txt'), read('d.txt')])).toContain(
      'full_file:a.txt',
    );
    expect(
      await keysAfter([...pinned, load('full_file:a.txt'), read('b.txt'), read('c.txt'), read('d.txt')]),
    ).toContain('full_file:a.txt');
  });
});

describe('windows', () => {
  test('displace the oldest when there are too many, but not what the task is about', async () => {
    expect(await keysAfter(NAMES.map((name) => read(`${name}.txt`)))).toEqual(
      ['work', 'c', 'd', 'e', 'f', 'g'].map((name) => `${name}.txt`),
    );
  });

  test('that are too much to show together make room for more than the next one', async () => {
    const long = 'a line of some ten tokens, nothing more than that\n'.repeat(65);
    const files = { ...FILES, ...Object.fromEntries(NAMES.map((name) => [`${name}.txt`, long])) };
    const reading = NAMES.slice(0, 4).map((name) => read(`${name}.txt`));
    const { events } = await runScript({ files, spec, script: reading });
    const cleared = (await events()).filter((event) => event.type === 'context-cleared');
    // Two fit; the third sends both of them away, and the fourth finds room.
    expect(cleared.map(({ step, key }) => [step, key])).toEqual([
      [3, 'a.txt'],
      [3, 'b.txt'],
    ]);
  });

  test('make no room for what expires by itself', async () => {
    const long = 'a line of some ten tokens, nothing more than that\n'.repeat(80);
    const files = { ...FILES, 'a.txt': long, 'b.txt': long, 'c.txt': long };
    const both = {
      action: 'read',
      parameters: { items: [{ path: 'a.txt' }, { path: 'b.txt' }, { path: 'c.txt' }] },
    };
    const { state } = await runScript({
      files,
      spec,
      script: [both, { action: 'search_code', parameters: { pattern: 'TODO' } }],
    });
    expect((await state()).memory.map(({ key }) => key)).toEqual([
      'work.txt',
      'a.txt',
      'b.txt',
      'c.txt',
      'search "TODO"',
    ]);
  });

  test('keep their places when they are read again, and what expires is shown after them', async () => {
    const { asked } = await runScript({
      files: FILES,
      spec,
      script: [read('a.txt'), load('full_file:b.txt'), read('c.txt'), read('a.txt')],
    });
    const titles = [...sectionOf(asked.at(-1), 'Windows').matchAll(/^## (.*)$/gm)].map(([, title]) => title);
    expect(titles).toEqual(['work.txt', 'a.txt', 'c.txt', 'full_file:b.txt']);
  });

  test('that are pinned are not displaced', async () => {
    const keys = await keysAfter([
      read('a.txt'),
      { action: 'pin', parameters: { item: 'a.txt' } },
      ...['b', 'c', 'd', 'e', 'f', 'g'].map((name) => read(`${name}.txt`)),
    ]);
    expect(keys).toContain('a.txt');
    expect(keys).not.toContain('b.txt');
    expect(keys).toHaveLength(6);
  });

  test('are removed by clear, and what is not in view is refused', async () => {
    const { state, eventsOf } = await runScript({
      files: FILES,
      spec,
      script: [
        read('a.txt'),
        { action: 'clear', parameters: { item: 'a.txt' } },
        { action: 'clear', parameters: { item: 'a.txt' } },
      ],
    });
    expect((await state()).memory.map(({ key }) => key)).toEqual(['work.txt']);
    expect((await eventsOf('step-finished')).at(-1)?.summary).toBe(
      'Nothing in view has the key "a.txt". In view: work.txt.',
    );
  });

  test('move with their lines when something above them changes', async () => {
    const { asked } = await runScript({
      files: FILES,
      spec,
      script: [
        read('long.txt', { start: 100, end: 101 }),
        { action: 'insert_lines', parameters: { path: 'long.txt', after: 2, text: 'new\nnew\nnew' } },
        { action: 'replace_lines', parameters: { path: 'long.txt', start: 1, end: 2, text: 'one and two' } },
      ],
    });
    const shown = asked.slice(1).map((request) => {
      const lines = sectionOf(request, 'Windows').split('\n');
      const at = lines.findIndex((line) => line.startsWith('## long.txt#1') && line.includes('#10'));
      return lines.slice(at, at + 3);
    });
    expect(shown).toEqual([
      ['## long.txt#100-101', '100| line 100', '101| line 101'],
      ['## long.txt#103-104 [long.txt#100-101]', '103| line 100', '104| line 101'],
      ['## long.txt#102-103 [long.txt#100-101]', '102| line 100', '103| line 101'],
    ]);
  });

  test('grow with a change inside them and stay when it is below', async () => {
    const { state } = await runScript({
      files: FILES,
      spec,
      script: [
        read('long.txt', { start: 10, end: 12 }),
        { action: 'insert_lines', parameters: { path: 'long.txt', after: 11, text: 'new' } },
        { action: 'insert_lines', parameters: { path: 'long.txt', after: 150, text: 'far below' } },
      ],
    });
    expect((await state()).memory.at(1)).toMatchObject({ key: 'long.txt#10-12', start: 10, end: 13 });
  });

  test('are opened for lines that changed and that none shows for good', async () => {
    const edit = { action: 'insert_lines', parameters: { path: 'long.txt', after: 150, text: 'new' } };
    expect(await keysAfter([read('long.txt', { start: 1, end: 5 }), edit])).toEqual([
      'work.txt',
      'long.txt#1-5',
      'long.txt#141-161',
    ]);
    const short = { action: 'insert_lines', parameters: { path: 'lines.txt', after: 20, text: 'new' } };
    expect(await keysAfter([load('full_file:lines.txt'), short])).toEqual(['work.txt', 'lines.txt']);
  });

  test('that make room for others are named', async () => {
    const { eventsOf } = await runScript({
      files: FILES,
      spec,
      script: NAMES.slice(0, 6).map((name) => read(`${name}.txt`)),
    });
    const summaries = (await eventsOf('step-finished')).map(({ summary }) => summary);
    expect(summaries.slice(-2)).toEqual(['opened e.txt', 'opened f.txt; closed to make room: a.txt']);
  });

  test('show what is on disk now, whoever wrote it', async () => {
    const run = await openScript({
      files: FILES,
      spec,
      script: [read('a.txt'), read('b.txt'), read('c.txt')],
    });
    await run.runOn({ maxSteps: 1 });
    writeProjectFile(run.root, 'a.txt', 'written by somebody else\n');
    await run.runOn();
    expect(sectionOf(run.asked[1], 'Windows')).toContain('## a.txt\n1| written by somebody else');
  });

  test('that overlap or touch become one, so that no line is shown twice', async () => {
    const { state, asked } = await runScript({
      files: FILES,
      spec,
      script: [
        read('lines.txt', { start: 10, end: 12 }),
        read('lines.txt', { start: 20, end: 22 }),
        read('lines.txt', { start: 11, end: 19 }),
        { action: 'load_context', parameters: { item: 'full_file:lines.txt' } },
        read('a.txt'),
      ],
    });
    const ofLines = (await state()).memory.filter((item) => item.path === 'lines.txt');
    expect(ofLines.map(({ key }) => key)).toEqual(['lines.txt#10-22', 'full_file:lines.txt']);
    const windows = sectionOf(asked[4], 'Windows');
    expect(windows).toContain('## full_file:lines.txt');
    expect(windows).not.toContain('lines.txt#10-22');
  });

  test('on a file that is gone say so', async () => {
    const run = await openScript({ files: FILES, spec, script: [read('a.txt'), read('b.txt')] });
    await run.runOn({ maxSteps: 1 });
    rmSync(path.join(run.root, 'a.txt'));
    await run.runOn();
    expect(sectionOf(run.asked[1], 'Windows')).toContain('## a.txt\n(There is no file a.txt.)');
  });
});
