// Every way around the gates that is known: denied, asked, or looked at after it ran.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { BYPASSES } from '../shell/bypasses.js';
import { claudeCall, makeHookScene, type HookScene } from './hook-scene.js';

/** A snapshot is kept for what is looked at afterwards. */
function countSnapshots({ root }: HookScene): number {
  const folder = path.join(root, '.agentforge/spool/sessions');
  return readdirSync(folder).filter((name) => name.endsWith('.call.json')).length;
}

test('none of them passes silently, and none that pushes is only looked at afterwards', async () => {
  const scene = makeHookScene({ 'a.js': 'export const a = 1;\n' }, { git: true });
  await scene.send(claudeCall(scene, 'Read', { file_path: path.join(scene.root, 'a.js') }));
  const silent: string[] = [];
  const after: string[] = [];
  for (const [index, { command }] of BYPASSES.entries()) {
    const before = countSnapshots(scene);
    const input = { command: command.replaceAll('/repo', scene.root) };
    const id = { tool_use_id: `use-${index}` };
    const { exitCode, stdout } = await scene.send(claudeCall(scene, 'Bash', input, id));
    if (exitCode === 2 || stdout.includes('"permissionDecision":"ask"')) continue;
    (countSnapshots(scene) > before ? after : silent).push(command);
  }
  expect(silent).toEqual([]);
  // What went to another machine cannot be taken back.
  expect(after.filter((command) => command.includes('push'))).toEqual([]);
  expect(BYPASSES.length - after.length).toBeGreaterThan(220);
}, 120_000);
