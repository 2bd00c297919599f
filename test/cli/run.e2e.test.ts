import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { parseLines, type CliResult } from '../support/run-cli.js';
import { FIX_BOTH, makeCartProject, type CartProject } from './cart-project.js';

interface Result {
  readonly task: string;
  readonly status: string;
  readonly outcomeHash: string;
}

describe('a run to its end', () => {
  let project: CartProject;
  let result: CliResult;
  let task: string;
  const index = (): string =>
    execFileSync('git', ['status', '--porcelain'], { cwd: project.root, encoding: 'utf8' });

  beforeAll(async () => {
    project = makeCartProject();
    result = await project.cli(
      'run',
      'task.yaml',
      '--model',
      'script:script.yaml',
      '--commit',
      'fixes',
      '--record',
      project.beside('tape', ''),
      '--json',
    );
    task = parseLines<Result>(result)[0]?.task ?? '';
  });

  it('prints one JSON line with the result on stdout and everything else on stderr', () => {
    expect(result.exitCode).toBe(0);
    const [printed, ...more] = parseLines(result);
    expect(more).toEqual([]);
    expect(printed).toMatchObject({
      status: 'completed',
      step: 6,
      costUsd: 0,
      verification: { checksPassing: 0, checksFailing: 0, testsPassing: true, complete: true },
      filesChanged: ['cart.js'],
    });
    expect(Object.keys(printed?.['tokens'] ?? {})).toEqual(['in', 'out', 'fresh', 'cached']);
    expect(printed?.['outcomeHash']).toMatch(/^[0-9a-f]{64}$/);
    expect(result.stderr).toContain('step 6 apply_edits');
    expect(result.stderr).not.toContain('\u001b[');
  });

  it('commits on a branch of its own and leaves work tree and index to the person', () => {
    const committed = execFileSync('git', ['show', 'fixes:cart.js'], { cwd: project.root, encoding: 'utf8' });
    expect(committed).toBe(project.read('cart.js'));
    expect(
      execFileSync('git', ['branch', '--show-current'], { cwd: project.root, encoding: 'utf8' }).trim(),
    ).toBe('main');
    expect(index()).toContain(' M cart.js');
  });

  it('plays its tape to the same outcome', async () => {
    const other = makeCartProject();
    const [played] = await other.json<Result>('run', 'task.yaml', '--model', `tape:${project.outside}/tape`);
    expect(played).toMatchObject({
      status: 'completed',
      outcomeHash: parseLines<Result>(result)[0]?.outcomeHash,
    });
  });

  it('can be looked at from every side', async () => {
    const [list, show, log, facts, integrity, replay, exported, context] = await Promise.all([
      project.json<Result>('task', 'list'),
      project.json<Result>('task', 'show', task),
      project.json<{ seq: number; type: string }>('task', 'log', task),
      project.json<{ statement: string }>('task', 'facts', task),
      project.json('task', 'integrity', task),
      project.json('task', 'replay', task, '--recompute'),
      project.json<{ events: unknown[]; steps: unknown[] }>('task', 'export', task),
      project.json<{ messages: unknown[]; ledger: unknown[] }>('task', 'context', task),
    ]);
    expect(list).toMatchObject([{ task, status: 'completed' }]);
    expect(show).toEqual(parseLines(result));
    expect(log.map(({ seq }) => seq)).toEqual(log.map((_, at) => at + 1));
    expect(log.at(-1)?.type).toBe('completed');
    expect(facts.length).toBeGreaterThan(0);
    expect(integrity).toMatchObject([{ task, ok: true, problems: [] }]);
    const replayed = await project.cli('task', 'replay', task, '--recompute');
    expect(replayed.stdout).toMatch(
      /^0 differences in \d+ steps?\n {2}\d+ events fold to outcome \w{16}\n {2}recomputed: /,
    );
    expect(replay).toMatchObject([{ outcomeHash: show[0]?.outcomeHash, differences: [], missing: [] }]);
    expect(exported[0]?.events).toHaveLength(log.length);
    expect(context[0]?.messages).toHaveLength(2);
    expect(context[0]?.ledger.length).toBeGreaterThan(5);
  });

  it('can be taken back as a whole, once', async () => {
    const [diff] = await project.json<{ diff: string }>('task', 'diff', task);
    expect(diff?.diff).toContain('-  return sum - percent;');
    expect(await project.json('undo', task)).toEqual([{ task, undone: ['cart.js'], left: [] }]);
    expect((await project.cli('task', 'list')).stdout).toMatch(/completed, undone/);
    expect(index()).not.toContain('cart.js');
    const again = await project.cli('undo', task);
    expect(again).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('nothing to undo') as string,
    });
  });
});

describe('a run that does not end well', () => {
  it('is exit code 1 with a question when it parks, and goes on after the answer', async () => {
    const project = makeCartProject();
    const script = project.beside('script.yaml', [
      { action: 'escalate', parameters: { reason: 'Which rounding?' } },
      FIX_BOTH,
    ]);
    const parked = await project.cli('run', 'task.yaml', '--model', `script:${script}`, '--json');
    const [printed] = parseLines<Result>(parked);
    expect(parked.exitCode).toBe(1);
    expect(printed).toMatchObject({
      status: 'parked',
      question: { reason: 'asked', text: 'Which rounding?' },
    });
    const task = printed?.task ?? '';
    const prompt = await project.cli('step', task, '--prompt');
    expect(prompt).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining(`agentforge answer ${task}`) as string,
    });
    expect(await project.json('answer', task, 'half up')).toEqual([{ task, delivered: 'taken' }]);
    const resumed = await project.cli('resume', task, '--model', `script:${script}`, '--json');
    expect(resumed.exitCode).toBe(0);
    expect(parseLines(resumed)).toMatchObject([{ task, status: 'completed' }]);
    const over = await project.cli('tell', task, 'thanks');
    expect(over).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('is completed') as string });
  });

  it('is resumed with more room only when everything else that was said is right', async () => {
    const project = makeCartProject();
    const [waiting] = await project.json<Result>('run', 'task.yaml', '--model', 'inbox');
    const task = waiting?.task ?? '';
    const before = (await project.json('task', 'log', task)).length;
    for (const args of [
      ['--steps', '5', '--model', 'oracle'],
      ['--steps', '5', '--model', 'script:missing'],
    ]) {
      const refused = await project.cli('resume', task, ...args);
      expect(refused).toMatchObject({ exitCode: 2, stdout: '' });
      expect(refused.stderr).toMatch(/no model "oracle"|script missing could not be read/);
    }
    project.write('.agentforge/config.yaml', 'model: oracle\n');
    const configured = await project.cli('resume', task, '--steps', '5', '--trust-project');
    expect(configured.stderr).toContain('no model "oracle"');
    expect(await project.json('task', 'log', task)).toHaveLength(before);
    await project.cli('abort', task);
    const ended = await project.cli('resume', task, '--steps', '5', '--model', 'inbox');
    expect(ended).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('is aborted') as string });
  });

  it('says what to type, one command a line', async () => {
    const project = makeCartProject();
    const { stdout } = await project.cli('run', 'task.yaml', '--model', 'inbox');
    const [, task = ''] = /^(\S+) waiting/m.exec(stdout) ?? [];
    expect(stdout).toContain(`\n  agentforge step ${task} --prompt\n  agentforge resume ${task} --model …\n`);
  });

  it('is exit code 2 when the script is used up, and can be resumed with a longer one', async () => {
    const project = makeCartProject();
    const short = project.beside('short.yaml', [{ action: 'plan', parameters: { steps: ['think'] } }]);
    const stopped = await project.cli('run', 'task.yaml', '--model', `script:${short}`, '--json');
    expect(stopped.exitCode).toBe(2);
    expect(parseLines(stopped)).toMatchObject([{ error: { code: 'script_exhausted' } }]);
    const [{ task = '' } = {}] = await project.json<Result>('task', 'list');
    const long = project.beside('long.yaml', [
      { action: 'plan', parameters: { steps: ['think'] } },
      FIX_BOTH,
    ]);
    expect(await project.json('resume', task, '--model', `script:${long}`)).toMatchObject([
      { status: 'completed' },
    ]);
  });

  it('needs trust when the project brings a configuration, and asks for it again when that changes', async () => {
    const project = makeCartProject();
    project.write('.agentforge/config.yaml', 'commands: {hello: {command: [echo, hello]}}\n');
    const run = (...flags: string[]): Promise<CliResult> =>
      project.cli('run', 'task.yaml', '--model', 'inbox', '--json', ...flags);
    expect(await run()).toMatchObject({
      exitCode: 2,
      stdout: expect.stringContaining('not_trusted') as string,
    });
    expect(await project.json('task', 'list')).toEqual([]);
    expect((await run('--trust-project')).exitCode).toBe(0);
    expect((await run()).exitCode).toBe(0);
    project.write('.agentforge/config.yaml', 'commands: {hello: {command: [echo, goodbye]}}\n');
    expect((await run()).exitCode).toBe(2);
    expect((await project.cli('trust', '--yes')).exitCode).toBe(0);
    expect((await run()).exitCode).toBe(0);
  });

  it('needs trust when its task was made elsewhere and brings commands of its own', async () => {
    const project = makeCartProject();
    const [{ task = '' } = {}] = await project.json<Result>('run', 'task.yaml', '--model', 'inbox');
    const resume = (home: string, ...flags: string[]): Promise<CliResult> =>
      project.start(['resume', task, '--model', 'inbox', '--json', ...flags], {
        env: { XDG_CONFIG_HOME: home },
      });
    expect((await project.cli('resume', task, '--model', 'inbox', '--json')).exitCode).toBe(0);
    const elsewhere = path.join(project.outside, 'another-config');
    expect(await resume(elsewhere)).toMatchObject({
      exitCode: 2,
      stdout: expect.stringMatching(/not_trusted.*was not made here.*--trust-project/) as string,
    });
    expect((await resume(elsewhere, '--trust-project')).exitCode).toBe(0);
    expect((await resume(elsewhere)).exitCode).toBe(0);
  }, 60_000);
});

describe('colours', () => {
  it('are used when asked for, and never with NO_COLOR', async () => {
    const project = makeCartProject();
    const show = (env: Record<string, string>): Promise<CliResult> =>
      project.start(['task', 'show', task], { env });
    const [{ task = '' } = {}] = await project.json<Result>('run', 'task.yaml', '--model', 'inbox');
    const [forced, refused, plain] = await Promise.all([
      show({ FORCE_COLOR: '1' }),
      show({ FORCE_COLOR: '1', NO_COLOR: '1' }),
      show({}),
    ]);
    expect(forced.stdout).toContain('\u001b[1m');
    expect(refused.stdout).not.toContain('\u001b[');
    expect(plain.stdout).not.toContain('\u001b[');
  });
});
