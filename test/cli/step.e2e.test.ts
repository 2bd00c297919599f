import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { renderReply } from '../../src/model/index.js';
import { parseLines } from '../support/run-cli.js';
import { FIX_BOTH, makeCartProject, type CartProject } from './cart-project.js';

interface Prompt {
  readonly task: string;
  readonly step: number;
  readonly context_hash: string;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly actions: readonly {
    readonly name: string;
    readonly description: string;
    readonly parameters: object;
  }[];
  readonly fence: string;
}

const RESULT_KEYS = [
  'task',
  'status',
  'phase',
  'step',
  'tokens',
  'costUsd',
  'verification',
  'filesChanged',
  'outcomeHash',
];

let project: CartProject;
let task: string;

async function prompt(): Promise<Prompt> {
  const [printed] = await project.json<Prompt>('step', task, '--prompt');
  if (!printed) throw new Error('no prompt was printed');
  return printed;
}

const journal = (): string =>
  readFileSync(path.join(project.root, '.agentforge', 'tasks', task, 'actions.yaml'), 'utf8');

beforeAll(async () => {
  project = makeCartProject();
  const result = await project.cli('run', 'task.yaml', '--model', 'inbox', '--json');
  const [created] = parseLines<{ task: string; status: string }>(result);
  expect({ exitCode: result.exitCode, status: created?.status }).toEqual({ exitCode: 0, status: 'waiting' });
  expect(Object.keys(created ?? {})).toEqual(expect.arrayContaining(RESULT_KEYS));
  task = created?.task ?? '';
}, 30_000);

describe('a task driven by prompts and replies alone', () => {
  it('shows its prompt and records nothing by that', async () => {
    const before = journal();
    const shown = await prompt();
    expect(journal()).toBe(before);
    expect(Object.keys(shown)).toEqual(['task', 'step', 'context_hash', 'messages', 'actions', 'fence']);
    expect(shown).toMatchObject({ task, step: 1 });
    expect(shown.messages.map(({ role }) => role)).toEqual(['system', 'user']);
    expect(shown.messages[0]?.content).toContain(`@@action ${shown.fence}`);
    for (const { name, description, parameters } of shown.actions) {
      expect(name).toMatch(/^[a-z_]+$/);
      expect(description).not.toBe('');
      expect(parameters).toMatchObject({ type: 'object' });
    }
    expect(await prompt()).toEqual(shown);
  });

  it('rejects a wrong reply with exit code 1 and shows the error in the next prompt', async () => {
    const result = await project.cli(
      'step',
      task,
      '--reply',
      project.beside('wrong.txt', 'I would rather talk.'),
      '--json',
    );
    expect(result.exitCode).toBe(1);
    expect(parseLines(result)).toMatchObject([{ task, status: 'waiting' }]);
    const shown = await prompt();
    expect(shown.step).toBe(1);
    expect(shown.messages[1]?.content).toMatch(/Your last reply was rejected.*@@action/);
  });

  it('ends the step at the second wrong reply, again with exit code 1', async () => {
    const reply = project.beside('wrong.json', { action: 'fly', parameters: {} });
    const result = await project.cli('step', task, '--reply', reply, '--json');
    expect(result.exitCode).toBe(1);
    expect(parseLines(result)).toMatchObject([{ step: 1 }]);
    const shown = await prompt();
    expect(shown.step).toBe(2);
    expect(shown.messages[1]?.content).toContain('"fly" is not an action');
  });

  it('takes the text a model would send, from standard input', async () => {
    const { fence } = await prompt();
    const text = renderReply(fence, {
      action: 'read',
      parameters: { items: [{ path: 'cart.test.js' }] },
      reasoning: 'Look first.',
    });
    const result = await project.start(['step', task, '--reply', '-', '--json'], { input: text });
    expect(result.exitCode).toBe(0);
    expect(parseLines(result)).toMatchObject([{ step: 2, status: 'waiting' }]);
    const shown = await prompt();
    expect(shown.messages[1]?.content).toContain('the total counts every item');
    expect(shown.messages[1]?.content).not.toContain('Look first.');
  });

  it('refuses a reply to an older prompt with exit code 2, and records nothing', async () => {
    const before = journal();
    const stale = project.beside('stale.json', { context_hash: '0'.repeat(64), ...FIX_BOTH });
    const result = await project.cli('step', task, '--reply', stale);
    expect(result.exitCode).toBe(2);
    expect(result.stderr).toContain('has moved on since that prompt');
    expect(journal()).toBe(before);
  });

  it('refuses an empty reply, and a prompt and a reply at once, and records nothing', async () => {
    const before = journal();
    const empty = await project.start(['step', task, '--reply', '-'], { input: ' \n' });
    expect([empty.exitCode, empty.stderr]).toEqual([2, expect.stringContaining('The reply is empty')]);
    const both = await project.start(['step', task, '--prompt', '--reply', '-'], { input: 'x' });
    expect([both.exitCode, both.stderr]).toEqual([2, expect.stringContaining('Say --prompt')]);
    expect(journal()).toBe(before);
  });

  it('shows what is true now when somebody changed files in between', async () => {
    const file = path.join(project.root, 'cart.test.js');
    const before = readFileSync(file, 'utf8');
    writeFileSync(file, `${before}\ntest('written by hand', () => assert.equal(1, 2));\n`);
    const now = await prompt();
    expect(now.messages[1]?.content).toContain('written by hand');
    const reply = {
      context_hash: now.context_hash.slice(0, 12),
      action: 'plan',
      parameters: { steps: ['go on'] },
    };
    const result = await project.cli('step', task, '--reply', project.beside('plan.json', reply), '--json');
    expect(result.exitCode).toBe(0);
    writeFileSync(file, before);
  });

  it('says once what became of a reply, and where the project stands', async () => {
    const reply = project.beside('plan-again.json', { action: 'plan', parameters: { steps: ['go on'] } });
    const { stdout, stderr } = await project.cli('step', task, '--reply', reply);
    expect(stdout).toMatch(/^step \d+ plan → success: planned 1 step\n {2}tests \d+\/\d+ /);
    expect(stderr).toBe('');
  });

  it('says with its exit code that a change was taken back', async () => {
    const worse = { action: 'edit_file', parameters: { path: 'cart.js', old: 'return', new: 'retrun (' } };
    const result = await project.cli('step', task, '--reply', project.beside('worse.json', worse), '--json');
    expect(result.exitCode).toBe(1);
  });

  it('takes a reply as data, however large it is', async () => {
    const note = 'a line of a large file\n'.repeat(8_000);
    const reply = project.beside('large.json', {
      action: 'write_file',
      parameters: { path: 'notes.md', text: note },
    });
    const result = await project.cli('step', task, '--reply', reply, '--json');
    expect(result.exitCode).toBe(0);
    expect(project.read('notes.md')).toBe(note);
  });

  it('ends by itself when a reply makes everything pass', async () => {
    const { context_hash: contextHash } = await prompt();
    const reply = project.beside('fix.json', {
      context_hash: contextHash,
      ...FIX_BOTH,
      reasoning: 'both faults',
    });
    const result = await project.cli('step', task, '--reply', reply, '--json');
    expect(result.exitCode).toBe(0);
    expect(parseLines(result)).toMatchObject([
      {
        task,
        status: 'completed',
        filesChanged: ['cart.js', 'notes.md'],
        verification: { testsPassing: true, complete: true },
      },
    ]);
  });

  it('has no next step after that, neither to show nor to take', async () => {
    const before = journal();
    for (const args of [['--prompt'], ['--reply', project.beside('late.json', FIX_BOTH)]]) {
      const { exitCode, stderr } = await project.cli('step', task, ...args);
      expect(exitCode).toBe(2);
      expect(stderr).toContain('is completed; there is no next step');
    }
    expect(journal()).toBe(before);
  });
});
