// A session may take away what it made itself, and nothing that git keeps.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { runGit } from '../../../src/platform/index.js';
import { claudeCall, makeHookScene, type HookScene } from './hook-scene.js';

const TEST = "import { test } from 'node:test';\ntest('x', () => assert.equal(f(), 1));\n";

async function remove(scene: HookScene, file: string): Promise<number> {
  return (await scene.send(claudeCall(scene, 'Bash', { command: `rm ${file}` }))).exitCode;
}

async function write(scene: HookScene, file: string): Promise<void> {
  const target = path.join(scene.root, file);
  const { exitCode } = await scene.send(claudeCall(scene, 'Write', { file_path: target, content: TEST }));
  expect(exitCode).toBe(0);
  writeFileSync(target, TEST);
}

test('a scratch test goes again, in the session that wrote it', async () => {
  const scene = makeHookScene({ 'kept.test.js': TEST }, { git: true });
  await write(scene, 'scratch.test.js');
  expect(await remove(scene, 'scratch.test.js')).toBe(0);
  expect(await remove(scene, 'kept.test.js')).toBe(2);
});

test('what git keeps is no longer the session’s own', async () => {
  const scene = makeHookScene({}, { git: true });
  await write(scene, 'scratch.test.js');
  await runGit(scene.root, ['add', 'scratch.test.js']);
  expect(await remove(scene, 'scratch.test.js')).toBe(2);
});

test('a test that another session left is not its own', async () => {
  const scene = makeHookScene({}, { git: true });
  writeFileSync(path.join(scene.root, 'theirs.test.js'), TEST);
  expect(await remove(scene, 'theirs.test.js')).toBe(2);
});
