// Secrets that a project, its environment, its tests and a model let slip: none of them may stay anywhere.
import path from 'node:path';
import { writeFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { parseLines, runCli, type CliResult } from '../support/run-cli.js';
import { commitAll, makeTempProject, readTree, type TempProject } from '../support/walled-project.js';

/** One for each way in; the first has characters that JSON, XML and URLs write differently. */
const SECRETS = {
  environment: 'Zk9/"Qx&7wVb<2Lm\'pR5',
  envFile: 'T7uYq2LwX9rBn4KcV6sD',
  source: 'ghp_9aZ8bY7cX6dW5eV4fU3gT2hS1iR0jQ9kP8lO',
};
const KEY_LINE = `const theKeyOfThisClient = '${SECRETS.source}';`;

const TEST_RUNNER = `
const fs = require('node:fs');
const secrets = [fs.readFileSync('leaky.txt', 'utf8').trim(), fs.readFileSync('.env', 'utf8').trim(), fs.readFileSync('client.js', 'utf8')];
console.log(secrets.join('\\n'));
const xml = (text) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');
const ok = fs.readFileSync('client.js', 'utf8').includes('a + b');
const worse = fs.readFileSync('client.js', 'utf8').includes('a * b');
const message = xml(secrets.join(' ') + ' ' + 'x'.repeat(330)) + xml(secrets[0]);
const fail = '<failure message="' + message + '">' + xml('at ' + secrets[1]) + '</failure>';
fs.writeFileSync(process.argv[2], '<testsuite name="' + xml(secrets[0]) + '"><testcase name="adds ' + xml(secrets[0]) + '">' + (ok ? '' : fail) + '</testcase><testcase name="other">' + (worse ? fail : '') + '</testcase></testsuite>');
process.exit(ok && !worse ? 0 : 1);
`;

const TESTS = "{command: [node, run-tests.cjs, '{report}'], report: {format: junit, path: '{report}'}}";

let project: TempProject;
let task: string;
const printed: CliResult[] = [];

async function run(...args: string[]): Promise<CliResult> {
  const result = await runCli(args, { cwd: project.root, env: { FOO_TOKEN: SECRETS.environment } });
  printed.push(result);
  return result;
}

beforeAll(async () => {
  project = makeTempProject({
    'client.js': `// marker ${'-'.repeat(180)} ${SECRETS.environment}\n${KEY_LINE} // ${'-'.repeat(34)} ${SECRETS.environment}\nexports.add = (a, b) => a - b;\n`,
    'leaky.txt': `${SECRETS.environment}\n`,
    '.env': `DATABASE_PASSWORD=${SECRETS.envFile}\n`,
    '.gitignore': '.env\n',
    'run-tests.cjs': TEST_RUNNER,
    'task.yaml': `type: fix_violation\ngoal: make add add\ninputs: {target_files: [{path: client.js, status: to_modify}]}\ntests: ${TESTS}\n`,
    '.agentforge/config.yaml': `tests: ${TESTS}\n`,
  });
  commitAll(project.root);
  const said = Object.values(SECRETS).join(' and ');
  const script = [
    {
      action: 'read',
      parameters: { items: [{ path: 'client.js' }, { path: '.env' }, { path: 'leaky.txt' }] },
      reasoning: `I know ${said}`,
    },
    { action: 'search_code', parameters: { pattern: 'marker' } },
    {
      action: 'edit_file',
      parameters: { path: 'client.js', old: 'const theKeyOfThisClient\nnope', new: '' },
    },
    { action: 'edit_file', parameters: { path: 'client.js', old: 'a - b', new: `a * b /* ${said} */` } },
    { raw: `${said}\nlet me use ${SECRETS.environment}` },
    { action: 'write_file', parameters: { path: SECRETS.source, [SECRETS.envFile]: said } },
    { action: 'run_tests', parameters: {} },
    { action: 'load_context', parameters: { item: 'test_output' } },
    { action: 'knowledge_add', parameters: { knowledge: `the password is ${SECRETS.envFile}` } },
    { fail: `401 for ${said}` },
  ];
  const file = path.join(project.outside, 'script.yaml');
  writeFileSync(file, JSON.stringify(script));
  const [result] = parseLines<{ task: string }>(
    await run('run', 'task.yaml', '--model', `script:${file}`, '--trust-project', '--json'),
  );
  task = result?.task ?? '';
}, 60_000);

describe('a secret', () => {
  it('can be edited around by a second process, and is in the file again to the byte', async () => {
    await run('answer', task, `go on, with ${SECRETS.environment}`);
    await run('resume', task, '--model', 'inbox', '--json');
    const [prompt] = parseLines<{ context_hash: string; messages: { content: string }[] }>(
      await run('step', task, '--prompt', '--json'),
    );
    const shown = prompt?.messages[1]?.content ?? '';
    const placeholder = /const theKeyOfThisClient = '(‹secret:\d+›)'/.exec(shown)?.[1];
    expect(placeholder).toBeDefined();
    const before = project.read('client.js');
    const reply = path.join(project.outside, 'reply.json');
    const edits = [
      {
        action: 'edit_file',
        path: 'client.js',
        old: `const theKeyOfThisClient = '${placeholder}';`,
        new: `const theKeyOfThisClient = '${placeholder}'; /* moved */`,
      },
      {
        action: 'replace_lines',
        path: 'client.js',
        start: 3,
        end: 3,
        text: 'exports.add = (a, b) => a + b;',
      },
    ];
    writeFileSync(
      reply,
      JSON.stringify({ context_hash: prompt?.context_hash, action: 'apply_edits', parameters: { edits } }),
    );
    const [result] = parseLines(await run('step', task, '--reply', reply, '--json'));
    expect(result).toMatchObject({ status: 'completed', filesChanged: ['client.js'] });
    expect(project.read('client.js')).toBe(
      before.replace(KEY_LINE, `${KEY_LINE} /* moved */`).replace('a - b', 'a + b'),
    );
  }, 60_000);

  it('is in nothing the command line prints', async () => {
    const looks = [
      ...['show', 'log', 'facts', 'diff', 'export', 'integrity', 'context'].map((name) => [name, '--json']),
      ...['show', 'log', 'context', 'diff'].map((name) => [name]),
      ['context', '--step', '3'],
      ['replay', '--recompute', '--json'],
    ];
    await Promise.all(looks.map(([name = '', ...flags]) => run('task', name, task, ...flags)));
    await run('task', 'list', '--json');
    await run('undo', task, '--json');
    const [verdict] = parseLines(await run('verify', '--trust-project', '--json'));
    expect(verdict).toMatchObject({ passing: false });
    expect(printed.map(({ exitCode }) => exitCode)).not.toContain(2);
    for (const { stdout, stderr } of printed) {
      expect(findSecret(stdout)).toBeUndefined();
      expect(findSecret(stderr)).toBeUndefined();
    }
  }, 60_000);

  it('is in nothing that is kept, but for the images of the files that hold it', async () => {
    const journal = readTree(project.root, (file) => !file.endsWith('actions.yaml'));
    const images = new Set(
      [...journal.values()].flatMap((text) =>
        [...text.matchAll(/"(?:before|after)":"([0-9a-f]{64})"/g)].map(([, hash]) => hash),
      ),
    );
    expect(images.size).toBeGreaterThan(1);
    const kept = readTree(path.join(project.root, '.agentforge'), (file) => images.has(path.basename(file)));
    expect(kept.size).toBeGreaterThan(20);
    // The search itself finds what there is to find.
    expect(findSecret(project.read('client.js'))).toBeDefined();
    for (const [file, text] of kept)
      expect(findSecret(Buffer.from(text, 'latin1').toString('utf8')), file).toBeUndefined();
    expect(project.read('.env')).toBe(`DATABASE_PASSWORD=${SECRETS.envFile}\n`);
  });
});

const PART = 12;

/** The secret that a text holds, or a good part of one, in any spelling. */
function findSecret(text: string): string | undefined {
  const spellings = Object.values(SECRETS).flatMap((secret) => [
    secret,
    JSON.stringify(secret).slice(1, -1),
    JSON.stringify(JSON.stringify(secret)).slice(3, -3),
    encodeURIComponent(secret),
  ]);
  const parts = spellings.flatMap((one) =>
    Array.from({ length: Math.max(1, one.length - PART + 1) }, (_, start) => one.slice(start, start + PART)),
  );
  const found = parts.find((part) => text.includes(part));
  const at = found === undefined ? -1 : text.indexOf(found);
  return found && text.slice(Math.max(0, at - 120), at + 80);
}
