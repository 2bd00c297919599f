import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { parseLines, runCli, type CliResult } from '../support/run-cli.js';
import { makeTempProject } from '../support/walled-project.js';

const COMMANDS = [
  'init',
  'run',
  'resume',
  'step',
  'task',
  'answer',
  'tell',
  'pause',
  'abort',
  'undo',
  'trust',
  'verify',
  'analyze',
  'demo',
  'task list',
  'task show',
  'task log',
  'task facts',
  'task diff',
  'task integrity',
  'task export',
  'task context',
  'task replay',
  'task gc',
  'analyze facts',
  'analyze loops',
  'demo crash',
];

/** What a person may get wrong, and the words the one sentence must hold. */
const MISTAKES: readonly { readonly args: readonly string[]; readonly says: RegExp }[] = [
  { args: ['run', 'missing.yaml'], says: /missing\.yaml could not be read/ },
  { args: ['run', 'bad.yaml'], says: /bad\.yaml is not valid YAML/ },
  { args: ['run', 'no-goal.yaml'], says: /no-goal\.yaml.*goal/ },
  { args: ['run', 'no-type.yaml'], says: /no task type "nope"; there are/ },
  { args: ['run', 'no-checks.yaml'], says: /no checks and no tests/ },
  { args: ['run', 'good.yaml', '--model', 'oracle'], says: /no model "oracle"; use/ },
  { args: ['run', 'good.yaml', '--model', 'script:missing'], says: /script missing could not be read/ },
  { args: ['run', 'good.yaml', '--model', 'script:bad.yaml'], says: /Script bad\.yaml is not valid YAML/ },
  {
    args: ['run', 'good.yaml', '--model', 'script:no-goal.yaml'],
    says: /Script no-goal\.yaml is not a list/,
  },
  { args: ['run', 'good.yaml', '--model', 'tape:missing'], says: /no tape missing/ },
  {
    args: ['run', 'good.yaml', '--model', 'tape:bad.yaml'],
    says: /Line 1 of bad\.yaml is not a tape record/,
  },
  {
    args: ['run', 'good.yaml', '--record', 'no/such/folder/tape'],
    says: /tape no\/such\/folder\/tape cannot be written/,
  },
  { args: ['task', 'show', 'nothing'], says: /no task "nothing" here; `agentforge task list`/ },
  { args: ['task', 'log', '../../etc'], says: /is not a task id/ },
  { args: ['resume', 'nothing'], says: /no task "nothing"/ },
  { args: ['undo', 'nothing'], says: /no task "nothing"/ },
  { args: ['step', 'nothing'], says: /--prompt .* --reply/ },
  { args: ['step', 'nothing', '--reply', 'missing'], says: /reply missing could not be read/ },
  { args: ['--project', 'missing', 'task', 'list'], says: /"missing" is not a folder/ },
  { args: ['--project', 'bad.yaml', 'task', 'list'], says: /"bad\.yaml" is not a folder/ },
  { args: ['verify'], says: /nothing to verify/ },
  { args: ['analyze', 'facts', 'missing'], says: /missing could not be read/ },
  { args: ['analyze', 'loops', 'bad.yaml'], says: /Line 1 of bad\.yaml is not a recorded step/ },
];

let root: string;

beforeAll(() => {
  const check = 'checks: [{id: ok, command: ["true"]}]\n';
  root = makeTempProject({
    'bad.yaml': 'a: [\n',
    'no-goal.yaml': `type: fix_violation\n${check}`,
    'no-type.yaml': `type: nope\ngoal: x\n${check}`,
    'no-checks.yaml': 'type: fix_violation\ngoal: x\n',
    'good.yaml': `type: fix_violation\ngoal: x\n${check}`,
  }).root;
});

const run = (...args: string[]): Promise<CliResult> => runCli(args, { cwd: root });

async function inPairs<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let start = 0; start < items.length; start += 4)
    results.push(...(await Promise.all(items.slice(start, start + 4).map(work))));
  return results;
}

describe('the command line', () => {
  it('says its version', async () => {
    const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
      version: string;
    };
    expect(await run('--version')).toEqual({ exitCode: 0, stdout: `${version}\n`, stderr: '' });
  });

  it('explains every command', async () => {
    const helps = await inPairs(COMMANDS, (command) => run(...command.split(' '), '--help'));
    helps.forEach(({ exitCode, stdout, stderr }, index) => {
      expect(stdout).toContain(`Usage: agentforge ${COMMANDS[index]}`);
      expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    });
  }, 60_000);

  it('does not mind a reader that stops reading', async () => {
    const result = await runCli(
      ['analyze', 'facts', ...Array.from({ length: 50 }, () => 'good.yaml'), '--json'],
      {
        cwd: root,
        onStarted: (child) => child.stdout?.destroy(),
      },
    );
    expect(result).toEqual({ exitCode: 0, stdout: '', stderr: '' });
  });

  it('suggests the command that was meant', async () => {
    const { exitCode, stdout, stderr } = await run('rnu', 'good.yaml');
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toContain('Did you mean run?');
  });

  it.each([
    ['--max-steps', 'x'],
    ['--max-steps', '0'],
    ['--max-steps', '1.5'],
  ])('refuses %s %s by name', async (flag, value) => {
    const { exitCode, stderr } = await run('run', 'good.yaml', flag, value);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(`'${value}' is invalid`);
  });

  it('answers a mistake with one sentence that says what is wrong, and exit code 2', async () => {
    const results = await inPairs(MISTAKES, ({ args }) => run(...args));
    results.forEach(({ exitCode, stdout, stderr }, index) => {
      const mistake = MISTAKES[index];
      expect(stderr, mistake?.args.join(' ')).toMatch(mistake?.says ?? /^$/);
      expect(
        stderr
          .trim()
          .split('\n')
          .filter((line) => !line.startsWith('task ')),
        stderr,
      ).toHaveLength(1);
      expect(stderr).not.toContain('fault of AgentForge');
      expect({ exitCode, stdout }, mistake?.args.join(' ')).toEqual({ exitCode: 2, stdout: '' });
    });
  }, 60_000);

  it('says the same as JSON on request', async () => {
    const result = await run('task', 'show', 'nothing', '--json');
    expect(parseLines(result)).toEqual([
      { error: { code: 'not_found', message: expect.stringContaining('no task "nothing"') as string } },
    ]);
    expect(result.exitCode).toBe(2);
  });
});
