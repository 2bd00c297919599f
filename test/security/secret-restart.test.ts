// A reply that names a secret by its number, carried out by a process that has not seen the secret yet.
import { describe, expect, it } from 'vitest';
import { createHarness, createScriptModel, type Harness } from '../../src/app/index.js';
import { createCountCheck } from '../support/count-check.js';
import { parseLines, runCli } from '../support/run-cli.js';
import { makeSpec } from '../support/run-script.js';
import { makeTempProject } from '../support/walled-project.js';

const KEY = 'ghp_9aZ8bY7cX6dW5eV4fU3gT2hS1iR0jQ9kP8lO';
const PEM = `-----BEGIN PRIVATE KEY-----\n${'MIIEvQIBADANBgkqhkiG9w0BAQEFAASC\n'.repeat(4)}-----END PRIVATE KEY-----`;
const never = createCountCheck('never', () => ['still wrong']);

function open(root: string, script: Parameters<typeof createScriptModel>[0]): Harness {
  return createHarness({
    project: root,
    model: createScriptModel(script),
    checks: [never],
    environment: {},
    sandbox: 'off',
  });
}

describe('a placeholder in a reply', () => {
  it('is never written as it stands: without its value the step fails, and the next one can do it', async () => {
    const look = { action: 'read', parameters: { items: [{ path: 'key.txt' }] } };
    const copy = { action: 'write_file', parameters: { path: 'copy.txt', text: 'key ‹secret:1›\n' } };
    const project = makeTempProject({
      'key.txt': `${KEY}\n`,
      'task.yaml':
        'type: fix_violation\ngoal: copy it\nchecks: [{id: copied, command: [grep, -q, ghp_, copy.txt]}]\n',
      'script.yaml': JSON.stringify([look, copy, copy]),
      // A guard would not let a secret be copied.
      '.agentforge/config.yaml': 'guards: { profile: off }\n',
    });
    const model = ['--model', 'script:script.yaml', '--json', '--trust-project'];
    // Killed when the second reply is on record and nothing has been done about it.
    const env = { AGENTFORGE_FAILPOINT: 'replied:2' };
    const killed = await runCli(['run', 'task.yaml', ...model], { cwd: project.root, env });
    expect(killed).toMatchObject({ exitCode: null, stdout: '' });
    const [{ task } = { task: '' }] = parseLines<{ task: string }>(
      await runCli(['task', 'list', '--json'], { cwd: project.root }),
    );
    const [result] = parseLines(await runCli(['resume', task, ...model], { cwd: project.root }));
    expect(result).toMatchObject({ status: 'completed', filesChanged: ['copy.txt'] });
    expect(project.read('copy.txt')).toBe(`key ${KEY}\n`);
    const log = (await runCli(['task', 'log', task, '--json'], { cwd: project.root })).stdout;
    expect(log).toContain('‹secret:1› is not known here yet');
  }, 60_000);
});

describe('line numbers in a file with a secret of many lines', () => {
  it('are those of the window, where the secret is one line', async () => {
    const project = makeTempProject({
      'server.js': `const key = \`${PEM}\`;\nconst port = 1;\nconst host = 'a';\n`,
      'key.txt': 'none\n',
    });
    const harness = open(project.root, [
      { action: 'read', parameters: { items: [{ path: 'server.js' }] } },
      {
        action: 'replace_lines',
        parameters: { path: 'server.js', start: 2, end: 2, text: 'const port = 8080;' },
      },
      { action: 'insert_lines', parameters: { path: 'server.js', after: 0, text: '// top' } },
    ]);
    const task = await harness.createTask(makeSpec());
    await harness.runTask(task).result.catch(() => undefined);
    expect(project.read('server.js')).toBe(
      `// top\nconst key = \`${PEM}\`;\nconst port = 8080;\nconst host = 'a';\n`,
    );
  });
});
