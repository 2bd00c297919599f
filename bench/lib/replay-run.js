// Plays a recorded run through the real context builder: an action `recorded` answers what was answered then.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { createHarness } from '../../dist/app/index.js';
import { defineAction } from '../../dist/engine/index.js';
import { countTokens, createScriptModel } from '../../dist/model/index.js';
import { measureGrounding } from './grounding.js';
import { FIRST_MESSAGE_TOKENS, PRICE } from './other-contexts.js';
import { createShownFiles, findShownFile } from './shown-files.js';
import { mean } from './statistics.js';

const DATA = fileURLToPath(new URL('../data/', import.meta.url));
const MAX_TARGET_CHARS = 160;

/** @typedef {{ tokens: number, fresh: number, units: number, grounding: number | null, largest: number }} Replayed */

/**
 * @param {readonly import('./recorded-run.js').RecordedStep[]} steps @param {string} type
 * @param {(earlier: string, step: number, context: string) => void} [onContext]
 * @returns {Promise<Replayed>}
 */
export async function replayRun(steps, type, onContext) {
  const project = mkdtempSync(path.join(os.tmpdir(), 'agentforge-replay-'));
  try {
    execFileSync('git', ['init', '-q'], { cwd: project });
    return await play(project, steps, type, onContext);
  } finally {
    rmSync(project, { recursive: true, force: true });
  }
}

/** @param {string} project @param {readonly import('./recorded-run.js').RecordedStep[]} steps @param {string} type @param {((earlier: string, step: number, context: string) => void) | undefined} onContext @returns {Promise<Replayed>} */
async function play(project, steps, type, onContext) {
  const files = createShownFiles();
  /** @type {number[]} */
  const groundings = [];
  const sent = { tokens: 0, fresh: 0, units: 0, largest: 0 };
  let earlier = '';
  /** @type {string | undefined} */
  let marked;
  const script = createScriptModel(
    steps.map(({ action, said }, step) => ({
      action: 'recorded',
      parameters: { step, did: `${action} ${said}` },
    })),
  );
  const harness = createHarness({
    project,
    data: [DATA],
    actions: [createRecordedAction(steps)],
    checks: [neverDone],
    model: {
      ...script,
      async decide(request, signal) {
        const index = request.replies;
        const { action, said, observation } = steps[index];
        const [system, user] = request.messages;
        const context = `${system.content}\n${user.content}`;
        if (index > 0) groundings.push(...known(measureGrounding(said, earlier, context)));
        onContext?.(earlier, index, context);
        earlier += `${action} ${said}\n${observation}\n`;
        marked = priceQuestion(sent, user.content, marked);
        showFile(project, files, steps[index]);
        return script.decide(request, signal);
      },
    },
    environment: {},
  });
  const task = await harness.createTask({
    schema: 1,
    type,
    goal: 'Play a recorded run again',
    success_criteria: [],
    constraints: [],
    inputs: {},
    checks: [],
  });
  const { status } = await harness.runTask(task, { maxSteps: steps.length }).result;
  if (groundings.length === 0 && steps.length > 3) throw new Error(`Nothing was measured (${status}).`);
  return { ...sent, grounding: groundings.length === 0 ? null : mean(groundings) };
}

/** @param {number | undefined} value */
function known(value) {
  return value === undefined ? [] : [value];
}

/**
 * Adds what a question costs. Its first message is as long as everyone's. What comes before the tail is marked for the cache: the part
 * it has in common with the question before is read from there, the rest of it is written; the tail is never worth writing.
 * @param {{ tokens: number, fresh: number, units: number, largest: number }} sent @param {string} user @param {string | undefined} before
 */
function priceQuestion(sent, user, before) {
  const [marked] = user.split(/^# Now$/m, 1);
  const cached = commonStart(marked, before ?? '');
  const readTokens = before === undefined ? 0 : FIRST_MESSAGE_TOKENS + countTokens(marked.slice(0, cached));
  const writtenTokens = (before === undefined ? FIRST_MESSAGE_TOKENS : 0) + countTokens(marked.slice(cached));
  const tailTokens = countTokens(user.slice(marked.length));
  const total = readTokens + writtenTokens + tailTokens;
  sent.tokens += total;
  sent.fresh += writtenTokens + tailTokens;
  sent.units += readTokens * PRICE.cacheRead + writtenTokens * PRICE.cacheWrite + tailTokens * PRICE.input;
  sent.largest = Math.max(sent.largest, total);
  return marked;
}

/** @param {string} text @param {string} other */
function commonStart(text, other) {
  let length = 0;
  while (length < text.length && text[length] === other[length]) length++;
  return length;
}

/** @type {import('../../dist/check/index.js').Check} */
const neverDone = {
  id: 'end',
  definition: 'the recorded run is at its end.',
  measure: async () => ({
    verdict: { id: 'end', passing: false, summary: 'not at its end' },
    output: '',
    reports: [],
  }),
};

/** @param {string} project @param {ReturnType<typeof createShownFiles>} files @param {import('./recorded-run.js').RecordedStep} step */
function showFile(project, files, step) {
  const shown = findShownFile(step);
  if (!shown) return;
  const file = path.join(project, shown.path);
  try {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, files.add(shown));
  } catch {
    // A path that is a folder in one step and a file in another: the observation alone has to do.
  }
}

/** @param {readonly import('./recorded-run.js').RecordedStep[]} steps */
function createRecordedAction(steps) {
  return defineAction({
    name: 'recorded',
    description: 'What was done in the recorded run.',
    when: 'always',
    priority: 3,
    parameters: z.strictObject({ step: z.number().int().min(0), did: z.string() }),
    mutates: false,
    repeatable: true,
    plan: ({ step }, view) => {
      const { action, said, observation, failed } = steps[step];
      const target = `${action} ${said}`.slice(0, MAX_TARGET_CHARS).replace(/\s+/g, ' ');
      const shown = findShownFile(steps[step]);
      const file = shown && view.readFile(shown.path);
      if (!shown || !file?.ok)
        return { kind: 'perform', target, run: async () => ({ ok: !failed, output: observation }) };
      const { path, start, lines } = shown;
      const end = start + lines.length - 1;
      const name = `${path}#${start}-${end}`;
      const load = { key: name, title: name, path, start, end, passing: false };
      return {
        kind: 'look',
        loads: [load],
        target,
        summary: `${lines.length} lines of ${path}`,
        seen: [lines.join('\n')],
      };
    },
  });
}
