import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runCommand, type CommandRequest } from '../../src/platform/command.js';
import { endProcessGroup } from '../../src/platform/process-group.js';
import { isSameProcess, processIdentity, type ProcessIdentity } from '../../src/platform/process-identity.js';
import { transpileModules } from './transpiled.js';

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'command-test-')));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function shell(script: string, more: Partial<CommandRequest> = {}): CommandRequest {
  return {
    argv: ['/bin/sh', '-c', script],
    cwd: folder,
    timeoutMs: 20_000,
    maxOutputBytes: 100_000,
    ...more,
  };
}

async function waitUntil(condition: () => boolean): Promise<void> {
  while (!condition()) await sleep(10);
}

function readPid(name: string): number {
  return Number(readFileSync(path.join(folder, name), 'utf8').trim());
}

const isAlive = (pid: number): boolean => processIdentity(pid) !== undefined;

describe('the result', () => {
  test('has the exit code and both streams in the order they were written', async () => {
    const result = await runCommand(shell('echo one; echo two >&2; echo three; exit 7'));
    expect(result).toMatchObject({
      exitCode: 7,
      signal: null,
      timedOut: false,
      aborted: false,
      output: 'one\ntwo\nthree\n',
    });
    expect(result.spawnError).toBeUndefined();
    expect(result.durationMs).toBeGreaterThanOrEqual(0);
  });

  test('names the signal that ended a command', async () => {
    expect(await runCommand(shell('kill -KILL $$'))).toMatchObject({ exitCode: null, signal: 'SIGKILL' });
  });

  test('passes words on as they are, without a shell reading them', async () => {
    const words = [
      '$HOME',
      '`id`',
      'a b',
      '',
      '*',
      "it's",
      '"',
      '\\',
      '\n',
      '-n',
      '; touch pwned',
      '$(touch pwned)',
    ];
    const program = 'console.log(JSON.stringify(process.argv.slice(1)))';
    const result = await runCommand({
      ...shell(''),
      argv: [process.execPath, '-e', program, '--', ...words],
    });
    expect(JSON.parse(result.output)).toEqual(words);
    expect(existsSync(path.join(folder, 'pwned'))).toBe(false);
  });

  test('gives the input to the command, and an empty one when there is none', async () => {
    expect((await runCommand(shell('cat', { input: 'grüße\n' }))).output).toBe('grüße\n');
    expect((await runCommand(shell('cat; echo done'))).output).toBe('done\n');
  });

  test('does not mind a command that leaves its input unread', async () => {
    expect(await runCommand(shell('exit 0', { input: 'x'.repeat(5_000_000) }))).toMatchObject({
      exitCode: 0,
    });
  });
});

describe('a command that cannot start is a result', () => {
  test.each([
    ['an unknown program', ['no-such-program-here'], /not found/],
    ['a missing file', ['./missing'], /not found|No such file/],
    ['a file that is not executable', ['./plain.txt'], /ermission denied/],
    ['a script whose interpreter is missing', ['./broken'], /not found|No such file|bad interpreter/],
    ['an empty command', [], /No command/],
    ['a word with a NUL', ['echo', 'a\0b'], /null bytes/],
    ['a program that looks like an option', ['-c'], /dash/],
  ])('%s', async (_case, argv, message) => {
    writeFileSync(path.join(folder, 'plain.txt'), 'text');
    writeFileSync(path.join(folder, 'broken'), '#!/no/such/interpreter\n', { mode: 0o755 });
    const result = await runCommand({ ...shell(''), argv });
    expect(result.exitCode).toBeNull();
    expect(result.spawnError).toMatch(message);
    expect(result.spawnError).not.toMatch(/gate-/);
  });

  test('a missing working directory', async () => {
    const result = await runCommand(shell('true', { cwd: path.join(folder, 'missing') }));
    expect(result.spawnError).toMatch(/does not exist/);
  });

  test('a command that itself exits with 127 did start', async () => {
    const result = await runCommand(shell('nonsense-inside; exit 127'));
    expect(result.exitCode).toBe(127);
    expect(result.spawnError).toBeUndefined();
  });
});

describe('the environment', () => {
  test('is clean: nothing of the caller but path, language and zone', async () => {
    const hostile = {
      NODE_OPTIONS: '--no-warnings',
      LD_PRELOAD: '',
      GIT_DIR: '/x',
      PAGER: 'evil',
      MY_API_KEY: 'canary',
    };
    const before = { ...process.env };
    Object.assign(process.env, hostile);
    const result = await runCommand({ ...shell(''), argv: ['env'], env: { EXTRA: 'yes' } }).finally(() => {
      for (const name of Object.keys(hostile)) delete process.env[name];
      Object.assign(process.env, before);
    });
    const names = result.output
      .trim()
      .split('\n')
      .map((line) => line.split('=')[0]);
    const allowed = [
      'PATH',
      'LANG',
      'TZ',
      'HOME',
      'TMPDIR',
      'CI',
      'TERM',
      'EXTRA',
      'AGENTFORGE_COMMAND',
      'PWD',
      'SHLVL',
      '_',
    ];
    expect(names.filter((name) => !allowed.includes(name ?? ''))).toEqual([]);
    expect(result.output).toMatch(/^CI=1$/m);
    expect(result.output).not.toContain('canary');
  });

  test('has a private home and temporary folder that are gone afterwards', async () => {
    const result = await runCommand(shell('touch "$HOME/x" "$TMPDIR/y" && echo "$HOME"'));
    const home = result.output.trim();
    expect(home).not.toBe(process.env['HOME']);
    expect(existsSync(home)).toBe(false);
  });

  test('drops path entries that lead into the workspace', async () => {
    const before = process.env['PATH'];
    process.env['PATH'] = `:.:bin:${before ?? ''}`;
    const result = await runCommand(shell('echo "$PATH"')).finally(() => (process.env['PATH'] = before));
    expect(
      result.output
        .trim()
        .split(':')
        .every((entry) => path.isAbsolute(entry)),
    ).toBe(true);
  });

  test('gives the command no descriptor of ours', async () => {
    const result = await runCommand(shell('[ -e /proc/self/fd/3 ] && readlink /proc/$$/fd/3; echo ok'));
    expect(result.output).toBe('ok\n');
  });
});

describe('nothing is left running', () => {
  test('after a timeout, though parent and child ignore the polite signal', async () => {
    const script =
      'trap "" TERM; (trap "" TERM; echo $$ > /dev/null; sleep 60 & echo $! > child; wait) & echo $$ > leader; wait';
    const result = await runCommand(shell(script, { timeoutMs: 1_000 }));
    expect(result.timedOut).toBe(true);
    expect([readPid('leader'), readPid('child')].filter(isAlive)).toEqual([]);
  });

  test('a command that heeds the polite signal can still say goodbye', async () => {
    const result = await runCommand(
      shell('trap "echo bye; exit 3" TERM; echo hi; while :; do sleep 0.05; done', { timeoutMs: 1_000 }),
    );
    expect(result).toMatchObject({ timedOut: true, exitCode: 3 });
    expect(result.output).toMatch(/^hi\n(?:Terminated\n)?bye\n$/);
  });

  test('after an abort', async () => {
    const controller = new AbortController();
    const running = runCommand(shell('echo $$ > leader; sleep 60'), controller.signal);
    await waitUntil(() => existsSync(path.join(folder, 'leader')) && readPid('leader') > 0);
    controller.abort();
    const result = await running;
    expect(result).toMatchObject({ aborted: true, timedOut: false });
    expect(isAlive(readPid('leader'))).toBe(false);
  });

  test('an abort before the start starts nothing', async () => {
    const result = await runCommand(shell('touch began'), AbortSignal.abort());
    expect(result).toMatchObject({ aborted: true });
    expect(result.spawnError).toBeDefined();
    expect(existsSync(path.join(folder, 'began'))).toBe(false);
  });

  test('after a leader that exits and leaves a child in the background', async () => {
    const result = await runCommand(shell('sleep 60 & echo $! > child; echo done'));
    expect(result).toMatchObject({ exitCode: 0, output: 'done\n' });
    expect(isAlive(readPid('child'))).toBe(false);
  });

  test.runIf(process.platform === 'linux')('not even a child that made a session of its own', async () => {
    const program = `
      const { spawn } = require('child_process');
      const child = spawn('sleep', ['60'], { detached: true, stdio: 'inherit' });
      require('fs').writeFileSync('child', String(child.pid));
      child.unref();`;
    const result = await runCommand({ ...shell(''), argv: [process.execPath, '-e', program] });
    expect(result.exitCode).toBe(0);
    expect(isAlive(readPid('child'))).toBe(false);
  });
});

describe('the gate', () => {
  test('holds the command until its process group has been recorded', async () => {
    const seen: string[] = [];
    const result = await runCommand(
      shell('echo began >> log; echo $$ > leader', {
        onStarted: async (identity) => {
          await sleep(150);
          seen.push(existsSync(path.join(folder, 'log')) ? 'began before' : 'not yet');
          expect(isSameProcess(identity)).toBe(true);
          writeFileSync(path.join(folder, 'recorded'), String(identity.pid));
        },
      }),
    );
    expect(result.exitCode).toBe(0);
    expect(seen).toEqual(['not yet']);
    expect(readPid('leader')).toBe(readPid('recorded'));
  });

  test('a record that fails is thrown on, and the command never begins', async () => {
    let pid = 0;
    const running = runCommand(
      shell('touch began', {
        onStarted: (identity) => {
          pid = identity.pid;
          throw new Error('disk full');
        },
      }),
    );
    await expect(running).rejects.toThrow('disk full');
    expect(isAlive(pid)).toBe(false);
    expect(existsSync(path.join(folder, 'began'))).toBe(false);
  });

  test('an abort while the record is being written keeps the gate shut', async () => {
    const controller = new AbortController();
    const result = await runCommand(
      shell('touch began', { onStarted: () => controller.abort() }),
      controller.signal,
    );
    expect(result.aborted).toBe(true);
    expect(existsSync(path.join(folder, 'began'))).toBe(false);
  });
});

describe('when the harness itself is killed', () => {
  async function startHarness(onStarted: string, script: string): Promise<ChildProcess> {
    const modules = transpileModules(['command'], path.join(folder, 'modules'));
    const program = `
      import { writeFileSync } from 'node:fs';
      import { runCommand } from ${JSON.stringify(path.join(modules, 'command.js'))};
      await runCommand({
        argv: ['/bin/sh', '-c', ${JSON.stringify(script)}], cwd: ${JSON.stringify(folder)}, timeoutMs: 60000, maxOutputBytes: 1000,
        onStarted: async (identity) => { writeFileSync('identity.tmp', JSON.stringify(identity)); ${onStarted} },
      });`;
    writeFileSync(path.join(folder, 'harness.mjs'), program);
    const harness = spawn(process.execPath, ['harness.mjs'], {
      cwd: folder,
      stdio: 'ignore',
      env: { ...process.env, TMPDIR: folder },
    });
    await waitUntil(
      () =>
        existsSync(path.join(folder, 'identity.tmp')) &&
        readFileSync(path.join(folder, 'identity.tmp'), 'utf8').endsWith('}'),
    );
    return harness;
  }
  const readIdentity = (): ProcessIdentity =>
    JSON.parse(readFileSync(path.join(folder, 'identity.tmp'), 'utf8')) as ProcessIdentity;

  test('before the record was made, the command never begins', async () => {
    const harness = await startHarness(
      'await new Promise(() => setTimeout(() => {}, 60000));',
      'touch began',
    );
    harness.kill('SIGKILL');
    await once(harness, 'exit');
    await waitUntil(() => !isSameProcess(readIdentity()));
    expect(existsSync(path.join(folder, 'began'))).toBe(false);
    expect(await endProcessGroup(readIdentity())).toBe('gone');
  });

  test('while the command runs, resume ends it and all it started', async () => {
    const harness = await startHarness('', 'sleep 60 & echo $! > child; touch began; sleep 60');
    await waitUntil(() => existsSync(path.join(folder, 'began')));
    harness.kill('SIGKILL');
    await once(harness, 'exit');
    expect(isSameProcess(readIdentity())).toBe(true);
    expect(await endProcessGroup(readIdentity())).toBe('ended');
    expect(isSameProcess(readIdentity())).toBe(false);
    expect(isAlive(readPid('child'))).toBe(false);
    expect(await endProcessGroup(readIdentity())).toBe('gone');
  });

  test.runIf(process.platform === 'linux')(
    'and the leader has died since, resume still ends its children',
    async () => {
      const harness = await startHarness('', 'sleep 60 & echo $! > child; touch began; sleep 60');
      await waitUntil(() => existsSync(path.join(folder, 'began')));
      harness.kill('SIGKILL');
      await once(harness, 'exit');
      process.kill(readIdentity().pid, 'SIGKILL');
      await waitUntil(() => !isSameProcess(readIdentity()));
      expect(isAlive(readPid('child'))).toBe(true);
      expect(await endProcessGroup(readIdentity())).toBe('ended');
      expect(isAlive(readPid('child'))).toBe(false);
    },
  );
});

describe('ending a group by its record', () => {
  test('never touches a process that merely has the recorded number', async () => {
    const stranger = spawn('sleep', ['60'], { detached: true, stdio: 'ignore' });
    const identity = processIdentity(stranger.pid ?? 0);
    if (!identity) throw new Error('the stranger did not start');
    expect(await endProcessGroup({ ...identity, startTime: '1' })).toBe('gone');
    expect(await endProcessGroup({ ...identity, bootId: 'another boot' })).toBe('gone');
    expect(isSameProcess(identity)).toBe(true);
    stranger.kill('SIGKILL');
    await once(stranger, 'exit');
    expect(isSameProcess(identity)).toBe(false);
  });
});
