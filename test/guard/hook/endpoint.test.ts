// The hook in a real project: what it blocks, what it lets pass, and what happens when it fails itself.
import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { claudeCall, makeHookScene, type HookScene } from './hook-scene.js';

const TEST = "import { test, expect } from 'vitest';\ntest('adds', () => {\n  expect(1 + 1).toBe(2);\n});\n";

function readSpool(root: string): Record<string, unknown>[] {
  const folder = path.join(root, '.agentforge/spool');
  const files = readdirSync(folder).filter((name) => name.endsWith('.jsonl'));
  const lines = files.flatMap((name) => readFileSync(path.join(folder, name), 'utf8').split('\n'));
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Record<string, unknown>);
}

async function exitOf(scene: HookScene, name: string, input: object): Promise<number> {
  return (await scene.send(claudeCall(scene, name, input))).exitCode;
}

describe('before a tool', () => {
  test('a write to a control file is denied with a reason and recorded', async () => {
    const scene = makeHookScene();
    const answer = await scene.send(
      claudeCall(scene, 'Write', {
        file_path: path.join(scene.root, '.claude/settings.json'),
        content: '{}',
      }),
    );
    expect(answer).toMatchObject({ exitCode: 2, stdout: '' });
    expect(answer.stderr).toContain('.claude/settings.json may not be written by an agent');
    expect(readSpool(scene.root)).toMatchObject([
      {
        dialect: 'claude',
        event: 'pre-tool',
        session: 'one',
        tool: 'write',
        name: 'Write',
        verdict: 'deny',
        guard: 'control-files',
        paths: ['.claude/settings.json'],
      },
    ]);
  });

  test('an ordinary write and read pass without a word', async () => {
    const scene = makeHookScene({ 'src/a.ts': 'let a\n' });
    const silent = { exitCode: 0, stdout: '', stderr: '' };
    expect(await scene.send(claudeCall(scene, 'Write', { file_path: 'src/b.ts', content: 'let b' }))).toEqual(
      silent,
    );
    expect(await scene.send(claudeCall(scene, 'Read', { file_path: 'src/a.ts' }))).toEqual(silent);
  });

  test.each([
    ['../project/.claude/settings.json'],
    ['.CLAUDE/settings.json'],
    ['.clａude/settings.json'],
    ['src/../.git/hooks/pre-commit'],
  ])('a control file is one by any spelling: %s', async (file) => {
    expect(await exitOf(makeHookScene({ 'src/a.ts': '' }), 'Write', { file_path: file, content: 'x' })).toBe(
      2,
    );
  });

  test('a link to a control folder, and a file named through it, are judged by where they lead', async () => {
    const scene = makeHookScene({ 'src/a.ts': '' });
    symlinkSync(path.join(scene.root, '.agentforge'), path.join(scene.root, 'notes'));
    expect(await exitOf(scene, 'Write', { file_path: 'notes/config.yaml', content: 'x' })).toBe(2);
    expect(await exitOf(scene, 'Bash', { command: 'echo x > notes/config.yaml' })).toBe(2);
  });

  test('a control folder that is a link elsewhere is judged by how it is written', async () => {
    const scene = makeHookScene({ 'elsewhere/a': '' });
    symlinkSync(path.join(scene.root, 'elsewhere'), path.join(scene.root, '.claude'));
    expect(await exitOf(scene, 'Write', { file_path: '.claude/settings.json', content: 'x' })).toBe(2);
  });

  test('a folder whose name only begins like the project lies outside', async () => {
    const scene = makeHookScene();
    mkdirSync(`${scene.root}-evil`);
    const answer = await scene.send(
      claudeCall(scene, 'Write', { file_path: `${scene.root}-evil/a`, content: 'x' }),
    );
    // Temporary folders are free, so only what was recorded tells.
    expect(answer.exitCode).toBe(0);
    expect(readSpool(scene.root)).toMatchObject([{ paths: [`${scene.root}-evil/a`] }]);
  });

  test('a project in a linked folder has one name for its files', async () => {
    const scene = makeHookScene({ 'src/a.ts': 'a' });
    const link = path.join(path.dirname(scene.root), 'link');
    symlinkSync(scene.root, link);
    const send = (file: string) =>
      scene.send({
        ...claudeCall(scene, 'Write', { file_path: path.join(link, file), content: 'x' }),
        cwd: link,
      });
    expect((await send('.claude/settings.json')).exitCode).toBe(2);
    expect((await send('src/a.ts')).exitCode).toBe(0);
    expect(readSpool(scene.root).map(({ paths }) => paths)).toEqual([
      ['.claude/settings.json'],
      ['src/a.ts'],
    ]);
  });

  test('an agent that says it stands elsewhere does not leave the project', async () => {
    const scene = makeHookScene();
    const call = { ...claudeCall(scene, 'Bash', { command: `rm -rf ${scene.root}` }), cwd: '/' };
    expect((await scene.send(call)).exitCode).toBe(2);
  });

  test('`cd` into a control folder does not hide a write', async () => {
    expect(await exitOf(makeHookScene(), 'Bash', { command: 'cd .claude && echo x > settings.json' })).toBe(
      2,
    );
  });

  test('an edit is judged by what it makes of the file on disk', async () => {
    const scene = makeHookScene({ 'test/add.test.ts': TEST });
    const edit = (oldText: string, newText: string) =>
      exitOf(scene, 'Edit', { file_path: 'test/add.test.ts', old_string: oldText, new_string: newText });
    expect(await edit('  expect(1 + 1).toBe(2);\n', '')).toBe(2);
    expect(await edit('toBe(2)', 'toEqual(2)')).toBe(0);
    expect(await edit("test('adds'", "test.skip('adds'")).toBe(2);
  });

  test('a test file deleted by a tool, a shell, a folder or a patch is denied', async () => {
    const scene = makeHookScene({ 'test/add.test.ts': TEST });
    for (const command of [
      'rm test/add.test.ts',
      'rm -rf test',
      'mv test/add.test.ts /tmp/gone.ts',
      'git rm test/add.test.ts',
    ])
      expect([command, await exitOf(scene, 'Bash', { command })]).toEqual([command, 2]);
    const patch = '*** Begin Patch\n*** Delete File: test/add.test.ts\n*** End Patch';
    const codex = await scene.send(claudeCall(scene, 'apply_patch', { command: patch }), {
      dialect: 'codex',
    });
    expect(codex.exitCode).toBe(2);
    const cursor = await scene.send(
      {
        conversation_id: 'c',
        workspace_roots: [scene.root],
        hook_event_name: 'preToolUse',
        tool_name: 'Delete',
        tool_input: { path: 'test/add.test.ts' },
      },
      { dialect: 'cursor' },
    );
    expect(cursor.exitCode).toBe(2);
  });

  test('a patch that cannot be read is denied', async () => {
    const scene = makeHookScene();
    const answer = await scene.send(claudeCall(scene, 'apply_patch', { command: 'garbage' }), {
      dialect: 'codex',
    });
    expect(answer).toMatchObject({ exitCode: 2, stdout: '' });
    expect(answer.stderr).toContain('its patch cannot be read');
  });

  test("a server's tool that writes is judged as a write, by whatever its input calls the file", async () => {
    const scene = makeHookScene();
    expect(await exitOf(scene, 'mcp__files__write_file', { path: '.mcp.json', content: '{}' })).toBe(2);
    expect(await exitOf(scene, 'mcp__files__move_file', { source: 'a', destination: '.mcp.json' })).toBe(2);
    expect(await exitOf(scene, 'mcp__files__read_file', { path: '.mcp.json' })).toBe(0);
    expect(await exitOf(scene, 'mcp__term__run_command', { command: 'git push --force' })).toBe(2);
    expect(await exitOf(scene, 'UnheardOf', { file_path: '.mcp.json', content: '{}' })).toBe(2);
  });

  test('marking something as tested needs evidence for the workspace as it is', async () => {
    const scene = makeHookScene({ 'feature-list.json': '{"features":[{"tested":false}]}\n' }, { git: true });
    const call = claudeCall(scene, 'Write', {
      file_path: 'feature-list.json',
      content: '{"features":[{"tested":true}]}\n',
    });
    const refused = await scene.send(call);
    expect(refused.exitCode).toBe(2);
    expect(refused.stderr).toContain('agentforge verify');
    const { hashWorkspace } = await scene.surroundings.loadSnapshots();
    const workspace = await hashWorkspace(scene.root);
    const proof = { schema: 1, workspace, verified: true, tested: true };
    mkdirSync(path.join(scene.root, '.agentforge/evidence'), { recursive: true });
    const { writeFileSync } = await import('node:fs');
    writeFileSync(
      path.join(scene.root, `.agentforge/evidence/tested-${workspace.slice(0, 32)}.json`),
      JSON.stringify(proof),
    );
    expect((await scene.send(call)).exitCode).toBe(0);
    writeFileSync(path.join(scene.root, 'later.ts'), 'changed after it was verified');
    expect((await scene.send(call)).exitCode).toBe(2);
  });

  test('in the profile for teams a file has to be read before it is changed', async () => {
    const scene = makeHookScene({ 'src/a.ts': 'let a\n' });
    const edit = claudeCall(scene, 'Edit', { file_path: 'src/a.ts', old_string: 'a', new_string: 'b' });
    expect((await scene.send(edit, { profile: 'team' })).exitCode).toBe(2);
    await scene.send(claudeCall(scene, 'Read', { file_path: 'src/a.ts' }), { profile: 'team' });
    expect((await scene.send(edit, { profile: 'team' })).exitCode).toBe(0);
  });
});

describe('when the hook itself fails', () => {
  const failing = {
    readShell: async () => {
      throw new Error('the parser broke');
    },
  };

  test('what may write is stopped, with a word that this is no verdict and how to remove the hook', async () => {
    const scene = makeHookScene();
    const answer = await scene.send(claudeCall(scene, 'Bash', { command: 'ls' }), failing);
    expect(answer).toEqual({
      exitCode: 2,
      stdout: '',
      stderr:
        "AgentForge's hook failed (the parser broke): this is a failure of the hook, not a verdict; `agentforge uninstall claude` removes it.\n",
    });
  });

  test('what only reads passes with a warning, and an agent can stop', async () => {
    const scene = makeHookScene();
    const broken = { builtin: '/nowhere/guards.json' };
    for (const payload of [
      claudeCall(scene, 'Read', { file_path: 'a' }),
      { ...claudeCall(scene, 'Read', {}), hook_event_name: 'Stop' },
    ]) {
      const answer = await scene.send(payload, broken);
      expect(answer).toMatchObject({ exitCode: 0, stdout: '' });
      expect(answer.stderr).toContain('not a verdict');
    }
    expect(
      (await scene.send(claudeCall(scene, 'Write', { file_path: 'a', content: '' }), broken)).exitCode,
    ).toBe(2);
  });

  test('a call that takes too long is stopped', async () => {
    const scene = makeHookScene();
    const never = { readShell: () => new Promise<never>(() => undefined), deadlineMs: 50 };
    const answer = await scene.send(claudeCall(scene, 'Bash', { command: 'ls' }), never);
    expect(answer).toMatchObject({ exitCode: 2 });
    expect(answer.stderr).toContain('longer than 50 ms');
  });

  test.each([[''], ['{'], ['null'], ['[]'], ['{}'], ['"text"'], ['{"hook_event_name":"PreToolUse"}']])(
    '%j is no call, and stops whatever it was for',
    async (text) => {
      expect((await makeHookScene().send(text)).exitCode).toBe(2);
    },
  );

  test('more than ten megabytes are refused', async () => {
    expect((await makeHookScene().send(' '.repeat(10_000_001))).exitCode).toBe(2);
  });
});

describe('records', () => {
  test('hold no secrets, are private, and fit in a line of four kilobytes', async () => {
    const scene = makeHookScene();
    const key = `ghp_${'a1B2'.repeat(10)}`;
    await scene.send(claudeCall(scene, 'Bash', { command: `echo ${key} ${'x'.repeat(20_000)}` }));
    const folder = path.join(scene.root, '.agentforge/spool');
    const [file = ''] = readdirSync(folder).filter((name) => name.endsWith('.jsonl'));
    const text = readFileSync(path.join(folder, file), 'utf8');
    expect(text).not.toContain(key);
    expect(text.length).toBeLessThanOrEqual(4_000);
    expect(statSync(path.join(folder, file)).mode & 0o777).toBe(0o600);
    expect(readFileSync(path.join(folder, '.gitignore'), 'utf8')).toBe('*\n');
  });

  test('go elsewhere when a repository came with a link in their place', async () => {
    const scene = makeHookScene({ 'src/a.ts': '' });
    const target = path.join(path.dirname(scene.root), 'victim');
    mkdirSync(target);
    symlinkSync(target, path.join(scene.root, '.agentforge/spool'));
    await scene.send(claudeCall(scene, 'Read', { file_path: 'src/a.ts' }));
    expect(readdirSync(target)).toEqual([]);
  });
});
