// The actions that change files: what they do, and what they refuse with which hint.
import { describe, expect, test } from 'vitest';
import type { ScriptLine } from '../../../src/model/index.js';
import { readProjectFile } from '../../support/project-file.js';
import { runScript } from '../../support/run-script.js';

const FILES = {
  'work.txt': 'TODO\n',
  'poem.txt': 'one\ntwo\nthree\n',
  'windows.txt': 'one\r\ntwo\r\nthree',
  'twice.txt': 'again and again\n',
  'empty.txt': '',
};

async function act(action: string, parameters: Record<string, unknown>, ...more: readonly ScriptLine[]) {
  const { root, eventsOf } = await runScript({
    files: FILES,
    spec: { inputs: { target_files: [{ path: 'work.txt', status: 'to_modify' }] } },
    script: [{ action, parameters }, ...more],
  });
  const [finished] = await eventsOf('step-finished');
  return {
    result: finished?.result,
    summary: finished?.summary,
    read: (file: string) => readProjectFile(root, file),
  };
}

describe('several edits', () => {
  const edits = (old: string) => ({
    edits: [
      { action: 'edit_file', path: 'poem.txt', old: 'one', new: '1' },
      { action: 'edit_file', path: 'poem.txt', old, new: '3' },
    ],
  });

  test('of one file are told one by one', async () => {
    const { summary } = await act('apply_edits', edits('three'));
    expect(summary).toBe('changed poem.txt (line 1: "one" → "1"; line 3: "three" → "3")');
  });

  test('of which one cannot be made are all left, and it is named', async () => {
    const { summary, read } = await act('apply_edits', edits('four'));
    expect(summary).toContain(
      'edits.1: The old text was not found in poem.txt. None of the edits was applied.',
    );
    expect(read('poem.txt')).toBe(FILES['poem.txt']);
  });
});

describe('edit_file', () => {
  test('replaces the one occurrence', async () => {
    const { result, summary, read } = await act('edit_file', { path: 'poem.txt', old: 'two', new: '2\n2' });
    expect(result).toBe('success');
    expect(summary).toContain('changed poem.txt (3 → 4 lines');
    expect(read('poem.txt')).toBe('one\n2\n2\nthree\n');
  });

  test('takes the new text literally', async () => {
    const { read } = await act('edit_file', { path: 'poem.txt', old: 'two', new: '$& $1 \\n' });
    expect(read('poem.txt')).toBe('one\n$& $1 \\n\nthree\n');
  });

  test('keeps CRLF line endings whichever way the text is written', async () => {
    const { read } = await act('edit_file', { path: 'windows.txt', old: 'one\ntwo', new: 'eins\nzwei\n' });
    expect(read('windows.txt')).toBe('eins\r\nzwei\r\n\r\nthree');
  });

  test('refuses text that is not there, and names the closest line', async () => {
    const { result, summary, read } = await act('edit_file', { path: 'poem.txt', old: '  two ', new: 'x' });
    expect(result).toBe('failure');
    expect(summary).toBe(
      'The old text was not found in poem.txt. Line 2 is close: "two". Check whitespace, or use replace_lines.',
    );
    expect(read('poem.txt')).toBe(FILES['poem.txt']);
  });

  test('names the line that is most like the first one that differs', async () => {
    const { summary } = await act('edit_file', { path: 'poem.txt', old: 'one\nthere', new: 'x' });
    expect(summary).toContain('Line 3 is close: "three".');
    const far = await act('edit_file', { path: 'poem.txt', old: 'something else', new: 'x' });
    expect(far.summary).toContain('Read the file again; the text may have changed.');
  });

  test('tells what it changed by lines that say something', async () => {
    const added = await act('insert_lines', { path: 'poem.txt', after: 1, text: '\none and a half\n\n' });
    expect(added.summary).toBe('changed poem.txt (3 → 6 lines; before line 2: "one and a half" and 2 more)');
    const replaced = await act('replace_lines', { path: 'poem.txt', start: 1, end: 2, text: 'zero' });
    expect(replaced.summary).toBe('changed poem.txt (3 → 2 lines; lines 1-2: "one" and 1 more → "zero")');
    const removed = await act('replace_lines', { path: 'poem.txt', start: 2, end: 2, text: '' });
    expect(removed.summary).toBe('changed poem.txt (3 → 2 lines; line 2: "two" → nothing)');
  });

  test('refuses text that occurs twice unless all are meant', async () => {
    const refused = await act('edit_file', { path: 'twice.txt', old: 'again', new: 'once' });
    expect(refused.summary).toBe(
      'The old text occurs 2 times in twice.txt (line 1). Give more surrounding text, or set "all": true.',
    );
    const all = await act('edit_file', { path: 'twice.txt', old: 'again', new: 'once', all: true });
    expect(all.read('twice.txt')).toBe('once and once\n');
  });

  test('refuses to change nothing', async () => {
    const { summary } = await act('edit_file', { path: 'poem.txt', old: 'two', new: 'two' });
    expect(summary).toContain('The edit changes nothing');
  });

  test('refuses a file that does not exist', async () => {
    const { summary } = await act('edit_file', { path: 'prose.txt', old: 'a', new: 'b' });
    expect(summary).toContain('There is no file prose.txt.');
  });
});

describe('replace_lines and insert_lines', () => {
  test.each<[string, Record<string, unknown>, string]>([
    ['replace_lines', { start: 2, end: 3, text: 'rest' }, 'one\nrest\n'],
    ['replace_lines', { start: 1, end: 1, text: '' }, 'two\nthree\n'],
    ['insert_lines', { after: 0, text: 'zero' }, 'zero\none\ntwo\nthree\n'],
    ['insert_lines', { after: 3, text: 'four\nfive\n' }, 'one\ntwo\nthree\nfour\nfive\n'],
  ])('%s %o', async (action, parameters, expected) => {
    const { read } = await act(action, { path: 'poem.txt', ...parameters });
    expect(read('poem.txt')).toBe(expected);
  });

  test('keep CRLF and the missing last newline', async () => {
    const { read } = await act('replace_lines', { path: 'windows.txt', start: 2, end: 2, text: 'zwei\nund' });
    expect(read('windows.txt')).toBe('one\r\nzwei\r\nund\r\nthree');
  });

  test('fill an empty file', async () => {
    const { read } = await act('insert_lines', { path: 'empty.txt', after: 0, text: 'first' });
    expect(read('empty.txt')).toBe('first\n');
  });

  test.each<[string, Record<string, unknown>]>([
    ['replace_lines', { start: 2, end: 4, text: 'x' }],
    ['replace_lines', { start: 3, end: 2, text: 'x' }],
    ['replace_lines', { start: 9, end: 9, text: 'x' }],
    ['insert_lines', { after: 4, text: 'x' }],
  ])('%s %o is refused with the number of lines', async (action, parameters) => {
    const { result, summary } = await act(action, { path: 'poem.txt', ...parameters });
    expect(result).toBe('failure');
    expect(summary).toMatch(/^poem\.txt has 3 lines, so lines \d-\d cannot be changed\. Read the file again/);
  });
});

describe('write_file', () => {
  test('creates a file in a new folder and ends it with a newline', async () => {
    const { summary, read } = await act('write_file', { path: 'new/deep/file.txt', text: 'hello' });
    expect(summary).toBe('created new/deep/file.txt (1 lines)');
    expect(read('new/deep/file.txt')).toBe('hello\n');
  });

  test('replaces a file and keeps its line endings', async () => {
    const { read } = await act('write_file', { path: 'windows.txt', text: 'a\nb\n' });
    expect(read('windows.txt')).toBe('a\r\nb\r\n');
  });
});

describe('apply_edits', () => {
  test('applies edits in order, each on the result of the one before', async () => {
    const { read, summary } = await act('apply_edits', {
      edits: [
        { action: 'edit_file', path: 'poem.txt', old: 'one', new: 'two' },
        { action: 'edit_file', path: 'poem.txt', old: 'two', new: '2', all: true },
        { action: 'write_file', path: 'fresh.txt', text: 'begin' },
        { action: 'insert_lines', path: 'fresh.txt', after: 1, text: 'end' },
      ],
    });
    expect(read('poem.txt')).toBe('2\n2\nthree\n');
    expect(read('fresh.txt')).toBe('begin\nend\n');
    expect(summary).toMatch(/^changed poem\.txt \(.*\); created fresh\.txt \(2 lines\)$/);
  });

  test('does nothing at all when one of them fails', async () => {
    const { result, read } = await act('apply_edits', {
      edits: [
        { action: 'edit_file', path: 'poem.txt', old: 'one', new: '1' },
        { action: 'edit_file', path: 'twice.txt', old: 'absent', new: '1' },
      ],
    });
    expect(result).toBe('failure');
    expect(read('poem.txt')).toBe(FILES['poem.txt']);
  });

  test('is judged as one: a part that makes things worse takes all of it back', async () => {
    const { result, read } = await act('apply_edits', {
      edits: [
        { action: 'edit_file', path: 'poem.txt', old: 'one', new: '1' },
        { action: 'write_file', path: 'work.txt', text: 'TODO\nTODO\n' },
      ],
    });
    expect(result).toBe('reverted');
    expect([read('poem.txt'), read('work.txt')]).toEqual([FILES['poem.txt'], FILES['work.txt']]);
  });
});

describe('wrong parameters', () => {
  test.each<[string, Record<string, unknown>, string]>([
    ['edit_file', { path: 'poem.txt', old: '', new: 'x' }, 'old: '],
    ['edit_file', { file_path: 'poem.txt', old: 'one', new: 'x' }, 'path is missing; there is no file_path'],
    ['replace_lines', { path: 'poem.txt', start: 0, end: 1, text: '' }, 'start: '],
    ['apply_edits', { edits: [] }, 'edits: '],
    ['read', { items: [] }, 'items: '],
  ])('of %s are rejected and named', async (action, parameters, named) => {
    const { asked } = await runScript({
      files: FILES,
      spec: { inputs: { target_files: [{ path: 'work.txt', status: 'to_modify' }] } },
      script: [{ action, parameters }],
    });
    const message = asked[1]?.messages[1].content ?? '';
    expect(message).toContain(`The parameters of ${action} are wrong: `);
    expect(message).toContain(named);
  });
});
