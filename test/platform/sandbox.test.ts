import { execFileSync, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runCommand, type CommandResult } from '../../src/platform/command.js';
import { controlManifest } from '../../src/platform/control-manifest.js';
import { endProcessGroup } from '../../src/platform/process-group.js';
import { processIdentity, type ProcessIdentity } from '../../src/platform/process-identity.js';
import {
  findBubblewrap,
  planSandbox,
  probeBubblewrap,
  type SandboxOptions,
} from '../../src/platform/sandbox.js';
import { transpileModules } from './transpiled.js';

const hasBubblewrap = 'path' in findBubblewrap();

let folder: string;
let root: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'sandbox-test-')));
  root = path.join(folder, 'project');
  mkdirSync(root);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function runInside(script: string, more: Partial<SandboxOptions> = {}): Promise<CommandResult> {
  const { plan } = planSandbox({ mode: 'require', root, network: false, ...more });
  if (!plan) throw new Error('there is no plan');
  return runCommand({
    argv: ['/bin/sh', '-c', script],
    cwd: root,
    timeoutMs: 20_000,
    maxOutputBytes: 100_000,
    sandbox: plan,
  });
}

const toUniqueSeconds = (): string => `61${randomInt(100_000, 999_999)}`;

function findRunning(words: string): string[] {
  const list = execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' });
  return list.split('\n').filter((line) => line.startsWith(words));
}

describe('the three modes', () => {
  const missing = { missing: 'The sandbox needs bubblewrap, which is not installed.' };

  test('require refuses with a sentence that says what to do', () => {
    const plan = () => planSandbox({ mode: 'require', root, network: false, bubblewrap: missing });
    expect(plan).toThrow(expect.objectContaining({ code: 'sandbox_missing' }));
    expect(plan).toThrow(/not installed\. Install it .* or set the sandbox mode to `prefer`/);
  });

  test('prefer goes on without, and warns of the weaker guarantee', () => {
    const { plan, warning } = planSandbox({ mode: 'prefer', root, network: false, bubblewrap: missing });
    expect(plan).toBeUndefined();
    expect(warning).toMatch(/with your rights/);
  });

  test('off plans nothing, and says so', () => {
    const { plan, warning } = planSandbox({ mode: 'off', root, network: false });
    expect(plan).toBeUndefined();
    expect(warning).toMatch(/off/);
  });

  test.runIf(process.platform === 'linux')('a bubblewrap that does not work is as good as none', () => {
    const broken = path.join(folder, 'bwrap');
    writeFileSync(broken, '#!/bin/sh\necho "No permissions to create new namespace" >&2\nexit 1\n', {
      mode: 0o755,
    });
    expect(probeBubblewrap([path.join(folder, 'nowhere'), broken])).toEqual({
      missing: expect.stringMatching(
        /does not work here \(No permissions to create new namespace\)/,
      ) as unknown,
    });
    expect(probeBubblewrap([])).toEqual({ missing: expect.stringMatching(/not installed/) as unknown });
  });
});

describe.skipIf(!hasBubblewrap)('inside (needs bubblewrap)', () => {
  test('the workspace is writable and keeps what was written', async () => {
    const result = await runInside('echo hello > file && cat file && pwd');
    expect(result).toMatchObject({ exitCode: 0, output: `hello\n${root}\n` });
    expect(readFileSync(path.join(root, 'file'), 'utf8')).toBe('hello\n');
  });

  test('nothing outside of it is writable, and other temporary files are not to be seen', async () => {
    writeFileSync(path.join(folder, 'neighbour'), 'private');
    const result = await runInside(
      `cat ${folder}/neighbour; echo x > /usr/x; echo x > /etc/x; echo x > ../x; echo x > "$HOME/x" && echo home ok`,
    );
    expect(result.output).not.toContain('private');
    expect(result.output).toContain('home ok');
    expect(['/usr/x', '/etc/x', path.join(folder, 'x')].filter((file) => existsSync(file))).toEqual([]);
  });

  test('a folder made writable is, one made readable is only that', async () => {
    for (const name of ['cache', 'shared']) mkdirSync(path.join(folder, name));
    const options = {
      writable: [path.join(folder, 'cache')],
      readOnly: [path.join(folder, 'shared'), path.join(folder, 'missing')],
    };
    const result = await runInside('echo 1 > ../cache/x && ls ../shared && echo 2 > ../shared/x', options);
    expect(result.exitCode).not.toBe(0);
    expect(existsSync(path.join(folder, 'cache/x'))).toBe(true);
    expect(existsSync(path.join(folder, 'shared/x'))).toBe(false);
  });

  test('control files cannot be changed, replaced, moved or removed', async () => {
    execFileSync('git', ['init', '-q'], { cwd: root });
    for (const name of ['.agentforge', '.claude', 'packages/a/.vscode'])
      mkdirSync(path.join(root, name), { recursive: true });
    for (const name of ['.claude/settings.json', '.mcp.json', 'packages/a/.vscode/tasks.json'])
      writeFileSync(path.join(root, name), '{}');
    const attempts = [
      'echo evil > .git/hooks/pre-commit',
      'echo evil >> .git/config',
      'mv .git moved',
      'rm -rf .agentforge && mkdir .agentforge && echo evil > .agentforge/config.yaml',
      'cd .claude && echo evil > settings.json',
      'echo evil > .mcp.json',
      'rm .mcp.json',
      'echo evil > packages/a/.vscode/tasks.json',
      'mount -o remount,rw,bind .git && echo evil > .git/evil',
      'umount .git && echo evil > .git/evil',
    ];
    const before = controlManifest(root);
    for (const attempt of attempts) {
      expect((await runInside(`(${attempt}) 2>/dev/null && echo SUCCEEDED`)).output, attempt).not.toContain(
        'SUCCEEDED',
      );
    }
    expect(controlManifest(root)).toEqual(before);
  });

  test('a git worktree works and its real git folder is protected', async () => {
    const main = path.join(folder, 'main');
    const git = (cwd: string, ...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { cwd, encoding: 'utf8' });
    mkdirSync(main);
    git(main, 'init', '-q');
    git(main, 'commit', '-q', '--allow-empty', '-m', 'first');
    rmSync(root, { recursive: true });
    git(main, 'worktree', 'add', '-q', root);
    const result = await runInside(
      `git log --format=%s; echo evil > ${main}/.git/config; echo evil > ${main}/.git/worktrees/project/HEAD; echo evil > .git`,
    );
    expect(result.output).toMatch(/^first$/m);
    expect(readFileSync(path.join(main, '.git/config'), 'utf8')).not.toContain('evil');
    expect(git(root, 'status', '--porcelain')).toBe('');
  });

  test('a control file that is a link leads to no writable place', async () => {
    mkdirSync(path.join(root, 'real'));
    writeFileSync(path.join(root, 'real/settings.json'), '{}');
    symlinkSync('real', path.join(root, '.claude'));
    await runInside('echo evil > .claude/settings.json; echo evil > real/settings.json');
    expect(readFileSync(path.join(root, 'real/settings.json'), 'utf8')).toBe('{}');
  });

  test('the network is there only when asked for', async () => {
    const server = createServer((_request, response) => response.end('reached')).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = address !== null && typeof address === 'object' ? address.port : 0;
    const program = `require('http').get('http://127.0.0.1:${port}', r => r.pipe(process.stdout)).on('error', () => console.log('unreachable'))`;
    const ask = (network: boolean) => runInside(`'${process.execPath}' -e "${program}"`, { network });
    expect((await ask(true)).output).toBe('reached');
    expect((await ask(false)).output).toBe('unreachable\n');
    server.close();
  });

  test.runIf(existsSync(path.join(homedir(), '.ssh')) || existsSync(path.join(homedir(), '.npmrc')))(
    'secrets of the home folder are hidden',
    async () => {
      const result = await runInside(`cat ${homedir()}/.npmrc ${homedir()}/.ssh/* 2>/dev/null | wc -c`);
      expect(result.output.trim()).toBe('0');
    },
  );

  test('the processes of the machine are not to be seen', async () => {
    const result = await runInside(
      `ls /proc | grep -cE '^[0-9]+$'; [ -e /proc/${process.pid}/environ ] && grep -c vitest /proc/${process.pid}/environ; kill -0 ${process.pid}`,
    );
    expect(Number(result.output.split('\n')[0])).toBeLessThan(10);
    expect(result.exitCode).not.toBe(0);
  });

  test('a program that is not there, and a folder that is not inside, are spawn errors', async () => {
    const { plan } = planSandbox({ mode: 'require', root, network: false });
    const base = { timeoutMs: 20_000, maxOutputBytes: 1_000, ...(plan ? { sandbox: plan } : {}) };
    expect((await runCommand({ ...base, argv: ['no-such-program'], cwd: root })).spawnError).toMatch(
      /not found/,
    );
    expect((await runCommand({ ...base, argv: ['true'], cwd: folder })).spawnError).toBeUndefined();
    mkdirSync(path.join(folder, 'elsewhere'));
    expect(
      (await runCommand({ ...base, argv: ['true'], cwd: path.join(folder, 'elsewhere') })).spawnError,
    ).toMatch(/cd/);
  });

  test('a mount that cannot be made is a spawn error', async () => {
    const { plan } = planSandbox({ mode: 'require', root, network: false });
    if (!plan) throw new Error('there is no plan');
    rmSync(root, { recursive: true });
    const result = await runCommand({
      argv: ['true'],
      cwd: folder,
      timeoutMs: 20_000,
      maxOutputBytes: 1_000,
      sandbox: plan,
    });
    expect(result.spawnError).toMatch(/bwrap: /);
  });

  test('a timeout ends everything, also what made a session of its own', async () => {
    const { plan } = planSandbox({ mode: 'require', root, network: false });
    if (!plan) throw new Error('there is no plan');
    const unique = toUniqueSeconds();
    const result = await runCommand({
      argv: ['/bin/sh', '-c', `trap '' TERM; setsid sleep ${unique} & sleep ${unique}`],
      cwd: root,
      timeoutMs: 1_000,
      maxOutputBytes: 1_000,
      sandbox: plan,
    });
    expect(result.timedOut).toBe(true);
    expect(findRunning(`sleep ${unique}`)).toEqual([]);
  });

  test('when the harness is killed, a sandboxed command dies with it', async () => {
    const modules = transpileModules(['command'], path.join(folder, 'modules'));
    const unique = toUniqueSeconds();
    const { plan } = planSandbox({ mode: 'require', root, network: false });
    const request = {
      argv: ['/bin/sh', '-c', `touch began; sleep ${unique}`],
      cwd: root,
      timeoutMs: 60_000,
      maxOutputBytes: 1_000,
      sandbox: plan,
    };
    writeFileSync(
      path.join(folder, 'harness.mjs'),
      `import { writeFileSync } from 'node:fs';
       import { runCommand } from ${JSON.stringify(path.join(modules, 'command.js'))};
       await runCommand({ ...${JSON.stringify(request)}, onStarted: (identity) => writeFileSync('identity', JSON.stringify(identity)) });`,
    );
    const harness = spawn(process.execPath, ['harness.mjs'], {
      cwd: folder,
      stdio: 'ignore',
      env: { ...process.env, TMPDIR: folder },
    });
    while (!existsSync(path.join(root, 'began'))) await sleep(10);
    const identity = JSON.parse(readFileSync(path.join(folder, 'identity'), 'utf8')) as ProcessIdentity;
    expect(processIdentity(identity.pid)).toEqual(identity);
    harness.kill('SIGKILL');
    await once(harness, 'exit');
    while (processIdentity(identity.pid) || findRunning(`sleep ${unique}`).length > 0) await sleep(10);
    expect(await endProcessGroup(identity)).toBe('gone');
  });
});
