// The small task in a process of its own, made to be killed, stopped or raced. Uses the compiled package.
//   node runner.mjs run ROOT        creates the task or takes it up, and prints how it ended
//   node runner.mjs ask ROOT        the same, but says "asking" and waits for a line before each reply
//   node runner.mjs apply ROOT      the same, but says "applying" and waits for a line before it looks at the first file
//   node runner.mjs rename ROOT     the same, but says "renaming" and waits for a line before it replaces the first of two files
//   node runner.mjs race ROOT       waits for a line, tries to get hold of the task, says "won" or why not, waits for a line
import { readFileSync, readSync, writeSync } from 'node:fs';
import { createHarness } from '../../dist/app/index.js';
import { createScriptModel } from '../../dist/model/index.js';
import { nodeDisk } from '../../dist/platform/index.js';
import { TaskSpec } from '../../dist/schema/index.js';

const [, , how, root] = process.argv;
const { spec, script } = JSON.parse(readFileSync(new URL('small-task.json', import.meta.url), 'utf8'));
const problems = new URL('problems.mjs', import.meta.url).pathname;

const say = (text) => writeSync(1, `${text}\n`);
/** Blocks the whole process, timers included. */
const waitForLine = () => readSync(0, Buffer.alloc(100));

let isApplying = false;
const disk = {
  ...nodeDisk,
  append: (file, data) => {
    isApplying ||=
      String(data).includes('"type":"act-started"') &&
      (how !== 'rename' || String(data).includes('apply_edits'));
    nodeDisk.append(file, data);
  },
  status: (file) => {
    if (how === 'apply' && isApplying && file.endsWith('/sum.txt')) pause('applying');
    return nodeDisk.status(file);
  },
  rename: (from, to) => {
    if (how === 'rename' && isApplying && to.endsWith('/sum.txt')) pause('renaming');
    nodeDisk.rename(from, to);
  },
};

function pause(word) {
  isApplying = false;
  say(word);
  waitForLine();
}

const scripted = createScriptModel(script);
const model = {
  ...scripted,
  decide: (request, signal) => {
    if (how === 'ask') {
      say('asking');
      waitForLine();
    }
    return scripted.decide(request, signal);
  },
};

const check = {
  id: 'problems',
  command: [process.execPath, problems],
  expect: { regex: 'problems: (\\d+)', compare: 'eq', value: 0 },
  timeoutMs: 60_000,
  definition: 'sum adds, label is right, notes exist, nothing is broken',
};

async function main() {
  const harness = createHarness({ project: root, model, disk, environment: {}, sandbox: 'off' });
  const { store } = harness.runtime;
  const [known] = await store.list();
  if (how === 'race') {
    say('ready');
    waitForLine();
    const { writer } = await store.acquire(known, 1);
    await writer.append([{ type: 'told', text: `from ${process.pid}` }], { durable: true });
    say('won');
    waitForLine();
    return writer.release();
  }
  const task = known ?? (await harness.createTask(TaskSpec.parse({ ...spec, checks: [check] })));
  if (known !== undefined && (await harness.describe(task)).status === 'completed')
    return say(JSON.stringify(await harness.describe(task)));
  say(JSON.stringify(await harness.runTask(task, { resume: known !== undefined }).result));
}

main().then(
  () => process.exit(0),
  (error) => {
    say(`error ${error.code ?? ''} ${error.message}`);
    process.exit(1);
  },
);
