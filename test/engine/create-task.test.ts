// A task that cannot be worked on is refused before it exists.
import { expect, test } from 'vitest';
import { makeSpec, openScript } from '../support/run-script.js';

function about(path: string, status: 'to_modify' | 'to_create'): Record<string, unknown> {
  return { inputs: { target_files: [{ path, status }] } };
}

test.each([
  [
    'a file that is not there',
    about('src/none.js', 'to_modify'),
    /There is no file src\/none\.js.*to_create/,
  ],
  ['a file outside the project', about('../other/a.js', 'to_modify'), /outside the project/],
  ['a new file outside the project', about('../other/a.js', 'to_create'), /outside the project/],
  ['a folder', about('src', 'to_modify'), /is a directory, not a file/],
])('a task about %s is refused', async (_, spec, message) => {
  const { harness } = await openScript({ files: { 'work.txt': 'TODO\n', 'src/a.js': '' }, script: [] });
  await expect(harness.createTask(makeSpec(spec))).rejects.toThrow(message);
});

test('a task about a file to be created is not', async () => {
  const { harness } = await openScript({ script: [] });
  expect(await harness.createTask(makeSpec(about('src/new.js', 'to_create')))).toMatch(/^fix-violation-/);
});
