import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createHarness, createScriptModel, verifyProject } from '../../src/app/index.js';
import { makeSpec } from '../support/run-script.js';
import { commitAll, makeTempProject, type TempProject } from '../support/walled-project.js';

const TESTS = { command: ['node', 'test.cjs'], report: { format: 'tap', path: '-' } };

function makeVerified(answer: string): TempProject {
  const project = makeTempProject({
    'answer.txt': answer,
    'test.cjs':
      "const ok = require('node:fs').readFileSync('answer.txt', 'utf8') === '42';\nrequire('node:fs').appendFileSync('runs', '.');\nconsole.log(`TAP version 13\\n${ok ? '' : 'not '}ok 1 - answer\\n1..1`);\nprocess.exitCode = ok ? 0 : 1;\n",
    '.gitignore': 'runs\n',
    '.agentforge/config.yaml': `tests: ${JSON.stringify(TESTS)}\nchecks: [{id: present, command: [test, -f, answer.txt]}]\nsandbox: off\n`,
  });
  commitAll(project.root);
  return project;
}

const readEvidence = ({ root }: TempProject): unknown[] => {
  const folder = path.join(root, '.agentforge/evidence');
  return readdirSync(folder).map(
    (name) => JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as unknown,
  );
};

describe('verify', () => {
  it('runs the configured checks and tests and stores the verdict for this workspace', async () => {
    const project = makeVerified('41');
    const { runtime } = createHarness({ project: project.root });
    const red = await verifyProject(runtime, { checks: true, tests: true });
    expect(red).toMatchObject({
      passing: false,
      checks: [{ id: 'present', passing: true }],
      tests: { passing: false, failed: 1 },
    });
    project.write('answer.txt', '42');
    const green = await verifyProject(runtime, { checks: true, tests: true });
    expect(green).toMatchObject({ passing: true, tests: { passing: true, total: 1 } });
    expect(green.workspace).not.toBe(red.workspace);
    expect(readEvidence(project)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          workspace: red.workspace,
          verification: expect.objectContaining({ complete: false }) as unknown,
        }),
        expect.objectContaining({
          workspace: green.workspace,
          verification: expect.objectContaining({ complete: true }) as unknown,
        }),
      ]),
    );
  });

  it('runs only what is asked for, and refuses when nothing is configured', async () => {
    const project = makeVerified('42');
    const { runtime } = createHarness({ project: project.root });
    expect(await verifyProject(runtime, { checks: true, tests: false })).not.toHaveProperty('tests');
    expect(await verifyProject(runtime, { checks: false, tests: true })).toMatchObject({
      checks: [],
      passing: true,
    });
    const empty = createHarness({ project: makeTempProject().root });
    await expect(verifyProject(empty.runtime, { checks: true, tests: true })).rejects.toThrow(
      /nothing to verify/,
    );
  });

  it('saves a task with the same checks the first measurement of the same workspace, and only of that', async () => {
    const project = makeVerified('42');
    const model = createScriptModel([{ action: 'plan', parameters: { steps: ['x'] } }]);
    const harness = createHarness({ project: project.root, model, environment: {}, sandbox: 'prefer' });
    // Without a sandbox a command could have written the evidence itself, so it is measured again.
    const reused = harness.runtime.workspace.describeWeakness() === undefined ? '' : '.';
    await verifyProject(harness.runtime, { checks: true, tests: true });
    const spec = makeSpec({ tests: harness.runtime.config.tests, checks: harness.runtime.config.checks });
    expect(await harness.runTask(await harness.createTask(spec)).result).toMatchObject({
      status: 'completed',
      step: 0,
    });
    expect(project.read('runs')).toBe(`.${reused}`);
    project.write('answer.txt', '43');
    await harness.runTask(await harness.createTask(spec), { maxSteps: 1 }).result;
    expect(project.read('runs')).toBe(`..${reused}`);
  });

  it('stops when a command changes what governs commands', async () => {
    const project = makeTempProject({
      '.agentforge/config.yaml': 'checks: [{id: evil, command: [cp, evil, .envrc]}]\nsandbox: off\n',
      evil: 'x',
    });
    await expect(
      verifyProject(createHarness({ project: project.root }).runtime, { checks: true, tests: true }),
    ).rejects.toMatchObject({ code: 'control_file', message: expect.stringContaining('.envrc') as string });
  });

  it('ends the running command when it is interrupted, and stores nothing', async () => {
    const project = makeTempProject({
      '.agentforge/config.yaml': 'checks: [{id: slow, command: [sleep, "60"]}]\nsandbox: off\n',
    });
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 300);
    await expect(
      verifyProject(createHarness({ project: project.root }).runtime, {
        checks: true,
        tests: true,
        signal: stop.signal,
      }),
    ).rejects.toMatchObject({ code: 'interrupted' });
    expect(() => readEvidence(project)).toThrow(/ENOENT/);
  });

  it('refuses to call anything tested where there are no tests', async () => {
    const project = makeTempProject({
      '.agentforge/config.yaml': 'checks: [{id: fine, command: ["true"]}]\nsandbox: off\n',
    });
    const { runtime } = createHarness({ project: project.root });
    await expect(verifyProject(runtime, { checks: true, tests: true, tested: {} })).rejects.toMatchObject({
      code: 'bad_config',
      message: expect.stringContaining('Without tests') as string,
    });
    const { passing, workspace } = await verifyProject(runtime, { checks: true, tests: true });
    expect(passing).toBe(true);
    expect(JSON.parse(runtime.evidence.readProof(workspace) ?? '')).toMatchObject({
      verified: false,
      tested: false,
      why: ['The whole suite was not run.'],
    });
  });

  it('lets what the project configures win over what a run brings along', async () => {
    const project = makeTempProject({
      '.agentforge/config.yaml': 'environment: {COLOUR: red}\nsandbox: off\n',
    });
    const { workspace } = createHarness({ project: project.root }).runtime;
    const print = 'console.log(process.env.COLOUR, process.env.SHAPE)';
    const { output } = await workspace.run(
      {
        ...{ name: 'print', argv: ['node', '-e', print], timeoutMs: 20_000 },
        environment: { COLOUR: 'blue', SHAPE: 'round' },
      },
      { onStarted: async () => undefined },
    );
    expect(output).toBe('red round\n');
  });
});
