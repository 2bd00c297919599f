// What people see and decide about guards, and what that changes for an agent.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  addBypass,
  createHarness,
  endBypass,
  findGuard,
  listGuards,
  loadConfig,
  switchGuard,
  tryGuards,
} from '../../src/app/index.js';
import { runScript } from '../support/run-script.js';
import { makeProject } from '../support/temp-project.js';

const CONFIG = '# ours\nschema: 1 # the first\nguards:\n  profile: standard\n';
const TEST_FILE = "import { test } from 'node:test';\ntest('a', () => assert.equal(1, f()));\n";

function openProject(files: Readonly<Record<string, string>> = {}) {
  const project = makeProject({ '.agentforge/config.yaml': CONFIG, 'a.test.js': TEST_FILE, ...files });
  const judge = (trial: Parameters<typeof tryGuards>[1]) =>
    tryGuards(createHarness({ project, trusted: true }).runtime, trial);
  const stateOf = (id: string, nowMs = Date.now()): string | undefined =>
    listGuards(project, loadConfig(project), nowMs).find((guard) => guard.id === id)?.state;
  return { project, judge, stateOf };
}

describe('guards of a project', () => {
  it('say what they would object to, without anything being run', async () => {
    const { judge } = openProject();
    const { verdict } = await judge({ command: 'echo hi && git push --force origin main' });
    expect(verdict).toMatchObject({ decision: 'deny', guard: 'destructive-git' });
    expect((await judge({ command: 'git status && ls -la' })).verdict.decision).toBe('allow');
    expect((await judge({ write: 'a.test.js', text: null })).verdict.decision).toBe('deny');
    expect((await judge({ write: 'a.test.js', text: `${TEST_FILE}\n// more\n` })).verdict.decision).toBe(
      'allow',
    );
  });

  it('can be switched off and on in the configuration, whose comments stay', async () => {
    const { project, judge, stateOf } = openProject();
    expect(switchGuard(project, 'destructive-git', false)).toBe(true);
    expect(switchGuard(project, 'destructive-git', false)).toBe(false);
    expect(stateOf('destructive-git')).toBe('off');
    expect((await judge({ command: 'git push --force' })).verdict.decision).toBe('allow');
    const text = readFileSync(path.join(project, '.agentforge/config.yaml'), 'utf8');
    expect(text).toContain('# ours');
    expect(text).toContain('# the first');
    expect(switchGuard(project, 'destructive-git', true)).toBe(true);
    expect(stateOf('destructive-git')).toBe('on');
  });

  it('can be set aside for a while, with a reason, and no longer than a month', async () => {
    const { project, judge, stateOf } = openProject();
    const nowMs = Date.now();
    const bypass = { guard: 'destructive-git', reason: 'history is rewritten on purpose' };
    expect(() => addBypass(project, { ...bypass, untilMs: nowMs + 40 * 86_400_000 }, nowMs)).toThrow(
      /30 days/,
    );
    addBypass(project, { ...bypass, untilMs: nowMs + 3_600_000 }, nowMs);
    expect(stateOf('destructive-git')).toBe('bypassed');
    expect(stateOf('destructive-git', nowMs + 3_700_000)).toBe('on');
    expect((await judge({ command: 'git push --force' })).verdict.decision).toBe('allow');
    expect(endBypass(project, 'destructive-git')).toBe(true);
    expect((await judge({ command: 'git push --force' })).verdict.decision).toBe('deny');
  });

  it('are named where one is not known', () => {
    const { project } = openProject();
    expect(() => findGuard(project, 'no-such')).toThrow(/There is no guard no-such; there are .*no-secrets/);
  });

  it('of a configuration that nobody trusts may add to the built-in ones and lift none', async () => {
    const project = makeProject({
      '.agentforge/config.yaml': 'guards: { profile: off, disable: [destructive-git] }\n',
      '.agentforge/guards/own.yaml':
        "id: no-make\nmatch: { command: { program: [make] } }\nverdict: deny\nreason: 'make is not for agents'\n",
    });
    const { runtime } = createHarness({ project, trusted: false });
    const judge = async (command: string) => (await tryGuards(runtime, { command })).verdict.decision;
    expect(await judge('git push --force')).toBe('deny');
    expect(await judge('make all')).toBe('deny');
  });
});

it('guards judge our own agents as well', async () => {
  const { eventsOf, root } = await runScript({
    files: { 'work.txt': 'TODO one\n', 'a.test.js': TEST_FILE },
    spec: { inputs: { target_files: [{ path: 'work.txt', status: 'to_modify' }] } },
    script: [{ action: 'write_file', parameters: { path: 'a.test.js', text: '// nothing\n' } }],
  });
  const [blocked] = await eventsOf('action-blocked');
  expect(blocked?.guard).toMatch(/test/);
  expect(readFileSync(path.join(root, 'a.test.js'), 'utf8')).toBe(TEST_FILE);
});
