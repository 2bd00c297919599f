import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { parseLines, type CliResult } from '../support/run-cli.js';
import { FIX_BOTH, makeCartProject, type CartProject } from './cart-project.js';

interface Run {
  readonly task: string;
  readonly interrupt: () => void;
  readonly ended: Promise<CliResult>;
}

/** A check that waits until it is let go, so that what happens meanwhile needs no luck; it beats while it waits. */
const GATE = `const fs = require('node:fs');
const timer = setInterval(() => {
  if (fs.existsSync('open')) clearInterval(timer);
  else fs.appendFileSync('beats', '.');
}, 20);
`;

function makeGatedProject(): CartProject {
  const project = makeCartProject();
  project.write('gate.cjs', GATE);
  project.write('.gitignore', 'open\nbeats\n');
  project.write('open', '');
  project.write(
    'gated.yaml',
    'type: fix_violation\ngoal: add up\nchecks: [{id: gate, command: [node, gate.cjs]}]\ntests: {command: [node, --test, --test-reporter=tap], report: {format: tap, path: "-"}}\n',
  );
  return project;
}

/** Starts the task and returns when it stands at the gate, in the middle of a step. */
async function startAtGate(project: CartProject): Promise<Run> {
  const script = project.beside('gated-script.yaml', [
    { action: 'run_check', parameters: {} },
    { action: 'read', parameters: { items: [{ path: 'cart.test.js' }] } },
    FIX_BOTH,
  ]);
  const [created] = await project.json<{ task: string }>('run', 'gated.yaml', '--model', 'inbox');
  const task = created?.task ?? '';
  rmSync(path.join(project.root, 'open'));
  let interrupt = (): void => undefined;
  const ended = project.start(['resume', task, '--model', `script:${script}`, '--json'], {
    onStarted: (child) => (interrupt = () => void child.kill('SIGINT')),
  });
  while (!existsSync(path.join(project.root, 'beats'))) await sleep(20);
  return { task, interrupt, ended };
}

describe('a second process, while one is at work', () => {
  it('can tell and pause: both are left for the one at work, which takes them in after its step', async () => {
    const project = makeGatedProject();
    const { task, ended } = await startAtGate(project);
    expect(await project.json('task', 'list')).toMatchObject([{ task, status: 'running' }]);
    expect(await project.json('tell', task, 'mind the rounding')).toEqual([{ task, delivered: 'left' }]);
    expect(await project.json('pause', task)).toEqual([{ task, delivered: 'left' }]);
    const held = await project.cli('resume', task, '--model', 'inbox');
    expect(held.exitCode).toBe(2);
    expect(held.stderr).toMatch(/is working on .*--take-over/);
    project.write('open', '');
    const result = await ended;
    expect(result.exitCode).toBe(1);
    expect(parseLines(result)).toMatchObject([{ task, status: 'parked', step: 1 }]);
    expect(await project.json('resume', task, '--model', 'inbox')).toMatchObject([{ status: 'waiting' }]);
    const [prompt] = await project.json<{ messages: { content: string }[] }>('step', task, '--prompt');
    expect(prompt?.messages[1]?.content).toContain('mind the rounding');
  }, 60_000);

  it('can abort it for good', async () => {
    const project = makeGatedProject();
    const { task, ended } = await startAtGate(project);
    expect(await project.json('abort', task, 'not needed any more')).toEqual([
      { task, delivered: 'left', takenBack: [] },
    ]);
    project.write('open', '');
    const result = await ended;
    expect(result.exitCode).toBe(1);
    expect(parseLines(result)).toMatchObject([{ task, status: 'aborted', ending: 'not needed any more' }]);
    const again = await project.cli('resume', task, '--model', 'inbox');
    expect(again).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('is aborted') as string });
  }, 60_000);
});

describe('Ctrl-C', () => {
  it('ends the running command, keeps the task, and resuming reaches the end', async () => {
    const project = makeGatedProject();
    const { task, interrupt, ended } = await startAtGate(project);
    interrupt();
    const result = await ended;
    expect(result.exitCode).toBe(0);
    expect(result.stderr).toContain(`agentforge resume ${task}`);
    expect(parseLines(result)).toMatchObject([{ task, status: 'waiting' }]);
    const beats = project.read('beats');
    await sleep(200);
    expect(project.read('beats')).toBe(beats);
    project.write('open', '');
    const script = path.join(project.outside, 'gated-script.yaml');
    expect(await project.json('resume', task, '--model', `script:${script}`)).toMatchObject([
      { task, status: 'completed' },
    ]);
    expect(await project.json('task', 'integrity', task)).toMatchObject([{ ok: true }]);
  }, 60_000);
});
