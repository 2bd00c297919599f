// After a tool, at the stop, at the start and when settings change.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { claimsDone } from '../../../src/guard/hook/stop-check.js';
import { claudeCall, makeHookScene, type HookScene } from './hook-scene.js';

const TEST = "import { test, expect } from 'vitest';\ntest('adds', () => {\n  expect(1 + 1).toBe(2);\n});\n";

/** A command that cannot be seen through, and what it does. */
async function runOpaque(scene: HookScene, act: () => void, command = 'make all') {
  const before = await scene.send(claudeCall(scene, 'Bash', { command }));
  act();
  const after = await scene.send(claudeCall(scene, 'Bash', { command }, { hook_event_name: 'PostToolUse' }));
  return { before, after };
}

describe('after a command', () => {
  test('a test file that it deleted is told of, with the way back', async () => {
    const scene = makeHookScene({ 'test/add.test.ts': TEST }, { git: true });
    const { before, after } = await runOpaque(scene, () => rmSync(path.join(scene.root, 'test/add.test.ts')));
    expect(before.exitCode).toBe(0);
    expect(after.exitCode).toBe(2);
    expect(after.stderr).toContain('git checkout -- test/add.test.ts');
  });

  test('a test file that was never committed comes back from the copy that was kept', async () => {
    const scene = makeHookScene({ 'README.md': '' }, { git: true });
    const file = path.join(scene.root, 'add.test.ts');
    writeFileSync(file, TEST);
    const { after } = await runOpaque(scene, () => writeFileSync(file, 'emptied\n'));
    const copy = /`cp (\S+) add\.test\.ts`/.exec(after.stderr)?.[1] ?? '';
    expect(readFileSync(path.join(scene.root, copy), 'utf8')).toBe(TEST);
  });

  test('the same is seen outside git', async () => {
    const scene = makeHookScene({ 'test/add.test.ts': TEST });
    const { after } = await runOpaque(scene, () => rmSync(path.join(scene.root, 'test/add.test.ts')));
    expect(after.exitCode).toBe(2);
  });

  test('control files that git ignores, and forged evidence, are seen', async () => {
    for (const file of [
      '.claude/settings.local.json',
      '.agentforge/evidence/tested-0.json',
      '.git/hooks/pre-commit',
    ]) {
      const scene = makeHookScene({ '.gitignore': '.claude\n.agentforge\n' }, { git: true });
      const { after } = await runOpaque(scene, () => {
        mkdirSync(path.dirname(path.join(scene.root, file)), { recursive: true });
        writeFileSync(path.join(scene.root, file), '{"hooks":{}}');
      });
      expect([file, after.exitCode]).toEqual([file, 2]);
    }
  });

  test('an ordinary change passes, and so do an upstream in git and a permission that a person gave', async () => {
    const scene = makeHookScene(
      { 'src/a.ts': 'a\n', '.claude/settings.local.json': '{"permissions":{}}' },
      { git: true },
    );
    const { after } = await runOpaque(scene, () => {
      writeFileSync(path.join(scene.root, 'src/a.ts'), 'b\n');
      const config = path.join(scene.root, '.git/config');
      writeFileSync(config, `${readFileSync(config, 'utf8')}[branch "main"]\n\tremote = origin\n`);
      writeFileSync(
        path.join(scene.root, '.claude/settings.local.json'),
        '{"permissions":{"allow":["Bash(ls)"]}}',
      );
    });
    expect(after).toEqual({ exitCode: 0, stdout: '', stderr: '' });
  });

  test('a change that was told of and still stands keeps the agent from stopping', async () => {
    const scene = makeHookScene({ 'test/add.test.ts': TEST }, { git: true });
    const file = path.join(scene.root, 'test/add.test.ts');
    await runOpaque(scene, () => rmSync(file));
    const stop = {
      ...claudeCall(scene, 'x', {}),
      hook_event_name: 'Stop',
      last_assistant_message: 'I looked around.',
    };
    expect((await scene.send(stop)).stderr).toContain('still stands in test/add.test.ts');
    writeFileSync(file, TEST);
    expect((await scene.send(stop)).exitCode).toBe(0);
  });

  test('nothing is kept for a command that only looks', async () => {
    const scene = makeHookScene({ 'a.txt': '' }, { git: true });
    await runOpaque(scene, () => undefined, 'ls -la | grep a');
    expect(existsSync(path.join(scene.root, '.agentforge/spool/sessions'))).toBe(false);
  });
});

describe('at the stop', () => {
  const stop = (scene: HookScene, said: string, more: object = {}) =>
    scene.send({
      session_id: 'one',
      cwd: scene.root,
      hook_event_name: 'Stop',
      last_assistant_message: said,
      ...more,
    });

  async function changed(): Promise<HookScene> {
    const scene = makeHookScene({ 'src/a.ts': 'a\n' }, { git: true });
    await scene.send(claudeCall(scene, 'Write', { file_path: 'src/a.ts', content: 'b\n' }));
    writeFileSync(path.join(scene.root, 'src/a.ts'), 'b\n');
    return scene;
  }

  async function store(scene: HookScene, verification: object): Promise<void> {
    const workspace = await (await scene.surroundings.loadSnapshots()).hashWorkspace(scene.root);
    const folder = path.join(scene.root, '.agentforge/evidence');
    mkdirSync(folder, { recursive: true });
    const evidence = { workspace, measured: 'm', at: '', verification: { workspace, ...verification } };
    writeFileSync(path.join(folder, `${workspace.slice(0, 32)}-m.json`), JSON.stringify(evidence));
  }

  test('a claim without evidence is held twice at most, and then a person decides', async () => {
    const scene = await changed();
    const answers = [
      await stop(scene, 'All done!'),
      await stop(scene, 'All done!'),
      await stop(scene, 'All done!'),
    ];
    expect(answers.map(({ exitCode }) => exitCode)).toEqual([2, 2, 0]);
    expect(answers[0]?.stderr).toContain('run `agentforge verify`');
  });

  test('the failing test of the last verification is named', async () => {
    const scene = await changed();
    const tests = {
      scope: 'full',
      passing: false,
      failing: [{ test: 'adds two numbers', file: 'test/a.test.ts' }],
    };
    await store(scene, { complete: false, checks: [], tests });
    expect((await stop(scene, 'Fixed, all tests pass.')).stderr).toContain(
      'the test "adds two numbers" in test/a.test.ts fails',
    );
  });

  test('with evidence for the files as they are, it passes', async () => {
    const scene = await changed();
    await store(scene, { complete: true, checks: [], tests: { scope: 'full', passing: true, failing: [] } });
    expect((await stop(scene, 'Done.')).exitCode).toBe(0);
    writeFileSync(path.join(scene.root, 'src/a.ts'), 'changed again\n');
    expect((await stop(scene, 'Done.')).exitCode).toBe(2);
  });

  test('checks alone are no evidence that tests pass', async () => {
    const scene = await changed();
    await store(scene, { complete: true, checks: [{ id: 'lint', passing: true }] });
    expect((await stop(scene, 'Done.')).exitCode).toBe(2);
  });

  test('nothing claimed, nothing changed, or a stop that is already held: it passes', async () => {
    const scene = await changed();
    expect((await stop(scene, 'It is not done yet: two tests are red.')).exitCode).toBe(0);
    expect((await stop(scene, 'Done.', { stop_hook_active: true })).exitCode).toBe(0);
    expect((await stop(makeHookScene({}, { git: true }), 'Done.')).exitCode).toBe(0);
  });

  test('in the profile for teams a coder that changed nothing is not done', async () => {
    const scene = makeHookScene({}, { git: true });
    const more = { hook_event_name: 'SubagentStop', agent_type: 'coder' };
    const call = { session_id: 'one', cwd: scene.root, last_assistant_message: 'ok', ...more };
    expect((await scene.send(call, { profile: 'team' })).exitCode).toBe(2);
  });
});

test.each([
  ['All tests pass now.', true],
  ['✅ Implemented the parser', true],
  ['The bug is fixed.', true],
  ['This is not done yet.', false],
  ["It isn't fixed.", false],
  ['I have a question about the format.', false],
])('%j claims to be done: %s', (said, claims) => {
  expect(claimsDone(said)).toBe(claims);
});

describe('at the start and in between', () => {
  test('a session is told what is gated and how to come by evidence, in at most 2,000 characters', async () => {
    const scene = makeHookScene();
    const answer = await scene.send({
      session_id: 's',
      cwd: scene.root,
      hook_event_name: 'SessionStart',
      source: 'startup',
    });
    const told = (JSON.parse(answer.stdout) as { hookSpecificOutput: { additionalContext: string } })
      .hookSpecificOutput;
    expect(told.additionalContext).toContain('agentforge verify --tested');
    expect(told.additionalContext.length).toBeLessThanOrEqual(2_000);
  });

  test('a prompt is only recorded', async () => {
    const scene = makeHookScene();
    const answer = await scene.send({
      session_id: 's',
      cwd: scene.root,
      hook_event_name: 'UserPromptSubmit',
      prompt: 'hi',
    });
    expect(answer).toEqual({ exitCode: 0, stdout: '', stderr: '' });
  });

  test('a change of settings that takes the hook away, or switches all off, is blocked', async () => {
    const scene = makeHookScene({ 'settings.json': '', 'other.json': '' });
    const file = path.join(scene.root, 'settings.json');
    const command = "'/a b/node' hook.cjs --dialect claude";
    const listInstalled = () => [{ dialect: 'claude', file, command }];
    const change = async (changed: string, settings: object) => {
      writeFileSync(changed, JSON.stringify(settings));
      const call = { session_id: 's', cwd: scene.root, hook_event_name: 'ConfigChange', file_path: changed };
      return (await scene.send(call, { listInstalled })).exitCode;
    };
    expect(
      await change(file, { hooks: { PreToolUse: [{ hooks: [{ type: 'command', command }] }] }, model: 'x' }),
    ).toBe(0);
    expect(await change(file, { hooks: { PreToolUse: [] } })).toBe(2);
    expect(await change(path.join(scene.root, 'other.json'), { model: 'x' })).toBe(0);
    expect(await change(path.join(scene.root, 'other.json'), { disableAllHooks: true })).toBe(2);
  });
});

test('what came with a foreign project can add guards and takes none away', async () => {
  const scene = makeHookScene();
  const folder = path.join(scene.root, '.agentforge/hook');
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, 'policy.json');
  const none = { version: 1, profile: 'off', hash: '', guards: [] };
  writeFileSync(file, JSON.stringify({ policy: none }));
  const bypass = { guard: 'control-files', until: '2999-01-01', reason: 'because', at: '' };
  writeFileSync(path.join(scene.root, '.agentforge/bypasses.json'), JSON.stringify([bypass]));
  const call = claudeCall(scene, 'Write', { file_path: '.mcp.json', content: '{}' });
  expect((await scene.send(call)).exitCode).toBe(2);
  expect((await scene.send(call, { policy: file })).exitCode).toBe(0);
});

test('a guard that a person set aside in a project of theirs is silent until then', async () => {
  const scene = makeHookScene();
  const builtin = JSON.parse(readFileSync(scene.surroundings.builtin, 'utf8')) as { standard: object };
  const policy = path.join(scene.root, '.agentforge/policy.json');
  writeFileSync(policy, JSON.stringify({ policy: builtin.standard }));
  const call = claudeCall(scene, 'Write', { file_path: '.mcp.json', content: '{}' });
  for (const [until, exitCode] of [
    ['2000-01-01', 2],
    ['2999-01-01', 0],
  ] as const) {
    const bypass = { guard: 'control-files', until, reason: 'because', at: '' };
    writeFileSync(path.join(scene.root, '.agentforge/bypasses.json'), JSON.stringify([bypass]));
    expect((await scene.send(call, { policy })).exitCode).toBe(exitCode);
  }
});
