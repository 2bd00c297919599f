// Patches of Codex become files with their content before and after.
import { expect, test } from 'vitest';
import { findPatch, readPatch } from '../../../src/guard/hook/apply-patch.js';

function patch(...lines: readonly string[]): string {
  return ['*** Begin Patch', ...lines, '*** End Patch'].join('\n');
}

function apply(text: string, before: string | null): unknown {
  const read = readPatch(text);
  return read.ok ? read.changes[0]?.apply(before) : read.reason;
}

test('a file that is added holds its lines', () => {
  expect(apply(patch('*** Add File: a.ts', '+one', '+two'), null)).toBe('one\ntwo\n');
});

test('a file that is deleted is gone', () => {
  expect(apply(patch('*** Delete File: a.ts'), 'one\n')).toBeNull();
});

test('hunks are found by their context and replace what they remove', () => {
  const text = patch('*** Update File: a.ts', '@@ function two() {', '-  return 1;', '+  return 2;', ' }');
  expect(apply(text, 'function one() {\n  return 1;\n}\nfunction two() {\n  return 1;\n}\n')).toBe(
    'function one() {\n  return 1;\n}\nfunction two() {\n  return 2;\n}\n',
  );
});

test('trailing and leading blanks that differ do not hide a hunk', () => {
  expect(apply(patch('*** Update File: a', '@@', ' a', '-b', '+c'), '  a  \n  b\n')).toBe('a\nc\n');
});

test('a hunk that is not there leaves the content unknown', () => {
  expect(apply(patch('*** Update File: a', '@@', '-b', '+c'), 'a\n')).toBeUndefined();
  expect(apply(patch('*** Update File: a', '@@', '-b', '+c'), null)).toBeUndefined();
});

test('a move names both files and what the second will hold', () => {
  const read = readPatch(patch('*** Update File: a', '*** Move to: b', '@@', '-x', '+y'));
  expect(read).toMatchObject({ ok: true, changes: [], moves: [{ from: 'a', to: 'b' }] });
  expect(read.ok && read.moves[0]?.apply('x\n')).toBe('y\n');
});

test.each([
  ['', 'no beginning'],
  ['*** Begin Patch\n*** Add File: a', 'no beginning or no end'],
  [patch(), 'names no file'],
  [patch('hello'), 'belong to no file'],
  [patch('*** Add File: a', 'no plus'), 'no additions'],
  [patch('*** Update File: a', '@@', '*** Something Else'), 'neither context nor change'],
  [patch('*** Delete File: a', '+text'), 'below the deletion'],
])('%j cannot be read', (text, reason) => {
  const read = readPatch(text);
  expect(read.ok ? '' : read.reason).toContain(reason);
});

test('a patch inside a shell command is found', () => {
  const inner = patch('*** Delete File: a');
  expect(findPatch(`apply_patch <<'EOF'\n${inner}\nEOF`)).toBe(inner);
  expect(findPatch('ls')).toBeUndefined();
});
