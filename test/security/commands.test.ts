import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { createHarness, type HarnessOptions } from '../../src/app/index.js';
import type { CommandOutcome } from '../../src/check/index.js';
import { findBubblewrap } from '../../src/platform/sandbox.js';
import { MAIN } from '../support/run-cli.js';
import { runScript } from '../support/run-script.js';
import { commitAll, makeTempProject, type TempProject } from '../support/walled-project.js';

const hasSandbox = 'path' in findBubblewrap();

async function runInProject(
  project: TempProject,
  argv: readonly string[],
  options: Partial<HarnessOptions> & { timeoutMs?: number } = {},
): Promise<CommandOutcome> {
  const { timeoutMs = 20_000, ...rest } = options;
  const { workspace } = createHarness({ project: project.root, ...rest }).runtime;
  return workspace.run({ name: 'test', argv, timeoutMs }, { onStarted: async () => undefined });
}

describe.each(hasSandbox ? (['off', 'prefer'] as const) : (['off'] as const))(
  'a command, sandbox %s',
  (sandbox) => {
    it('gets its arguments literally: no shell reads them', async () => {
      const project = makeTempProject();
      const tricks = [
        '; touch owned',
        '$(touch owned)',
        '`touch owned`',
        '&& touch owned',
        '| tee owned',
        '> owned',
        '*',
        '$HOME',
        "'",
        '"',
        '\n',
        '--',
        '',
      ];
      const { output } = await runInProject(
        project,
        [process.execPath, '-e', 'console.log(JSON.stringify(process.argv.slice(1)))', '--', ...tricks],
        { sandbox },
      );
      expect(JSON.parse(output)).toEqual(tricks);
      expect(existsSync(path.join(project.root, 'owned'))).toBe(false);
    });

    it('starts from a clean environment and gets what the configuration names', async () => {
      process.env['NODE_OPTIONS_TEST'] = 'x';
      const ours = {
        NODE_OPTIONS: '--no-warnings',
        LD_PRELOAD: '',
        GIT_DIR: '/nowhere',
        PYTHONPATH: '/nowhere',
        PAGER: 'evil',
        FOO_TOKEN: 'abcdefghijkl',
      };
      const kept = new Map(Object.keys(ours).map((name) => [name, process.env[name]]));
      Object.assign(process.env, ours);
      try {
        const project = makeTempProject({ '.agentforge/config.yaml': 'environment: {APP_MODE: test}\n' });
        const { output } = await runInProject(project, ['env'], { sandbox });
        for (const name of [...Object.keys(ours), 'NODE_OPTIONS_TEST'])
          expect(output).not.toMatch(new RegExp(`^${name}=`, 'm'));
        expect(output).toContain('APP_MODE=test');
      } finally {
        delete process.env['NODE_OPTIONS_TEST'];
        for (const [name, value] of kept) {
          if (value === undefined) delete process.env[name];
          else process.env[name] = value;
        }
      }
    });

    it('is ended with all its children when its time is over', async () => {
      const project = makeTempProject({
        'hang.cjs':
          "const { spawn } = require('node:child_process');\nfor (const stdio of ['ignore', 'inherit']) spawn(process.execPath, ['beat.cjs'], { stdio, detached: true }).unref();\nsetInterval(() => {}, 1000);\n",
        'beat.cjs': "setInterval(() => require('node:fs').appendFileSync('beats.txt', '.'), 20);\n",
      });
      const outcome = await runInProject(project, [process.execPath, 'hang.cjs'], {
        sandbox,
        timeoutMs: 1_500,
      });
      expect(outcome).toMatchObject({ timedOut: true });
      const beats = (): number => readFileSync(path.join(project.root, 'beats.txt')).length;
      const atEnd = beats();
      await sleep(300);
      expect(beats()).toBe(atEnd);
      expect(atEnd).toBeGreaterThan(0);
    });
  },
);

describe('the network', () => {
  const servers: ReturnType<typeof createServer>[] = [];
  afterEach(() => servers.splice(0).forEach((server) => server.close()));

  it.runIf(hasSandbox)('is off in the sandbox unless the configuration turns it on', async () => {
    const server = createServer((_, response) => response.end('reached'));
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const script = `fetch('http://127.0.0.1:${port}').then((r) => r.text()).then(console.log, () => console.log('no way out'))`;
    const offline = await runInProject(makeTempProject(), [process.execPath, '-e', script]);
    expect(offline.output.trim()).toBe('no way out');
    const online = await runInProject(makeTempProject({ '.agentforge/config.yaml': 'network: true\n' }), [
      process.execPath,
      '-e',
      script,
    ]);
    expect(online.output.trim()).toBe('reached');
  });
});

describe('a sandbox that is required and missing', () => {
  it('is refused in one sentence that says what to do, while looking still works', async () => {
    const project = makeTempProject({
      '.agentforge/config.yaml': 'sandbox: require\nchecks: [{id: ok, command: ["true"]}]\n',
    });
    const verify = await runWithoutSandbox(project, ['verify', '--trust-project']);
    expect(verify.exitCode).toBe(2);
    expect(verify.stderr).toMatch(/bubblewrap.*(Install it|prefer)/);
    expect(verify.stderr.trim().split('\n')).toHaveLength(1);
    const list = await runWithoutSandbox(project, ['task', 'list']);
    expect(list.exitCode).toBe(0);
  });
});

/** The same machine without a working bubblewrap: where there is one, it is covered up. */
async function runWithoutSandbox(
  project: TempProject,
  args: readonly string[],
): Promise<{ exitCode: number; stderr: string }> {
  const found = findBubblewrap();
  const cover =
    'path' in found ? [found.path, '--dev-bind', '/', '/', '--ro-bind', '/dev/null', found.path, '--'] : [];
  const [program = '', ...rest] = [...cover, process.execPath, MAIN, '--project', project.root, ...args];
  try {
    const { stderr } = await promisify(execFile)(program, rest, {
      env: {
        PATH: process.env['PATH'],
        HOME: process.env['HOME'],
        XDG_CONFIG_HOME: path.join(project.outside, 'config'),
      },
    });
    return { exitCode: 0, stderr };
  } catch (error) {
    const { code, stderr } = error as { code: number; stderr: string };
    return { exitCode: code, stderr };
  }
}

describe('a control file changed by a test command', () => {
  const tests = { command: [process.execPath, 'test.cjs'] };
  const files = {
    'work.txt': 'TODO\n',
    'test.cjs':
      "require('node:fs').existsSync('evil') && require('node:fs').appendFileSync('.git/config', '[alias]\\n');\nconsole.log('ok');\n",
  };

  it('parks the task with a question that names the file', async () => {
    const project = makeTempProject(files);
    commitAll(project.root);
    const run = await runScript({
      root: project.root,
      spec: { tests },
      script: [
        { action: 'read', parameters: { items: [{ path: 'work.txt' }] } },
        { action: 'write_file', parameters: { path: 'evil', text: 'now\n' } },
      ],
    });
    const state = await run.state();
    expect(state).toMatchObject({ status: 'parked', question: { reason: 'control_file' } });
    expect(state.question?.text).toContain('.git/config');
    expect(state.recent.at(-1)).toMatchObject({ action: 'write_file', result: 'failure' });
  });

  it('parks the task even when it happens before the first step', async () => {
    const project = makeTempProject({ ...files, evil: 'from the start\n' });
    commitAll(project.root);
    const run = await runScript({ root: project.root, spec: { tests }, script: [{ action: 'complete' }] });
    expect(await run.state()).toMatchObject({ status: 'parked', question: { reason: 'control_file' } });
    expect(run.asked).toEqual([]);
  });

  it.runIf(hasSandbox)('is prevented where there is a sandbox', async () => {
    const project = makeTempProject(files);
    commitAll(project.root);
    project.write('evil', 'now\n');
    const before = project.read('.git/config');
    const outcome = await runInProject(project, tests.command);
    expect(outcome.exitCode).not.toBe(0);
    expect(project.read('.git/config')).toBe(before);
  });
});
