import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { diffFiles } from '../../src/platform/diff-files.js';

test('a change, a new file and a deleted one are one unified diff', async () => {
  const diff = await diffFiles([
    { path: 'src/b.ts', before: 'one\ntwo\n', after: 'one\n2\n' },
    { path: 'new file', before: null, after: 'hello' },
    { path: 'gone', before: 'x\n', after: null },
  ]);
  expect(diff.split('\n').filter((line) => !line.startsWith('index '))).toEqual([
    'diff --git a/gone b/gone',
    'deleted file mode 100644',
    '--- a/gone',
    '+++ /dev/null',
    '@@ -1 +0,0 @@',
    '-x',
    'diff --git a/new file b/new file',
    'new file mode 100644',
    '--- /dev/null',
    '+++ b/new file\t',
    '@@ -0,0 +1 @@',
    '+hello',
    '\\ No newline at end of file',
    'diff --git a/src/b.ts b/src/b.ts',
    '--- a/src/b.ts',
    '+++ b/src/b.ts',
    '@@ -1,2 +1,2 @@',
    ' one',
    '-two',
    '+2',
    '',
  ]);
});

test('no change is no text', async () => {
  expect(await diffFiles([{ path: 'a', before: 'x', after: 'x' }])).toBe('');
  expect(await diffFiles([])).toBe('');
});

test('git can apply what comes out', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'diff-test-'));
  mkdirSync(path.join(folder, 'src'));
  writeFileSync(path.join(folder, 'src/a'), 'one\ntwo\nthree\n');
  writeFileSync(path.join(folder, 'gone'), 'x\n');
  const diff = await diffFiles([
    { path: 'src/a', before: 'one\ntwo\nthree\n', after: 'one\nTWO ü\nthree\n' },
    { path: 'deep/new', before: null, after: 'n\n' },
    { path: 'gone', before: 'x\n', after: null },
  ]);
  execFileSync('git', ['apply'], { cwd: folder, input: diff });
  expect(readFileSync(path.join(folder, 'src/a'), 'utf8')).toBe('one\nTWO ü\nthree\n');
  expect(readFileSync(path.join(folder, 'deep/new'), 'utf8')).toBe('n\n');
  expect(() => readFileSync(path.join(folder, 'gone'))).toThrow();
  rmSync(folder, { recursive: true });
});

test('attributes among the files do not hide a change', async () => {
  const diff = await diffFiles([
    { path: '.gitattributes', before: null, after: '* -diff\n' },
    { path: 'a', before: '1\n', after: '2\n' },
  ]);
  expect(diff).toContain('-1\n+2\n');
});

test('a path outside is refused', async () => {
  await expect(diffFiles([{ path: '../x', before: null, after: '1' }])).rejects.toMatchObject({
    code: 'outside_root',
  });
});
