// A whole task in forty lines: a project, a check in code, a scripted model, and every event as it happens.
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createHarness, createScriptModel, TaskSpec, type Check } from 'agentforge';

const project = mkdtempSync(path.join(os.tmpdir(), 'hello-'));
const file = path.join(project, 'greeting.txt');
writeFileSync(file, 'Hello, wrold!\n');

const spelling: Check = {
  id: 'spelling',
  definition: 'greeting.txt greets the world',
  measure: async () => {
    const passing = readFileSync(file, 'utf8') === 'Hello, world!\n';
    return {
      verdict: { id: 'spelling', passing, summary: passing ? 'well spelt' : 'misspelt' },
      output: '',
      reports: [],
    };
  },
};

const model = createScriptModel([
  { action: 'edit_file', parameters: { path: 'greeting.txt', old: 'wrold', new: 'world' } },
]);

const harness = createHarness({ project, model, checks: [spelling] });
const task = await harness.createTask(
  TaskSpec.parse({
    type: 'fix_violation',
    goal: 'Spell the greeting right',
    inputs: { target_files: [{ path: 'greeting.txt', status: 'to_modify' }] },
  }),
);
const run = harness.runTask(task);
for await (const event of run) if (event.type !== 'activity') console.log(event.seq, event.type);
const { status, filesChanged } = await run.result;
console.log(`${status}: ${filesChanged.join(', ')} now says ${readFileSync(file, 'utf8').trim()}`);
