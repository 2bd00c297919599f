// Power cuts in tasks that take other turns than the small one: failures, rejections, change sets, long replies, questions.
import { afterAll, describe, expect, test } from 'vitest';
import { createScriptModel, type ScriptLine } from '../../src/model/index.js';
import { TaskSpec } from '../../src/schema/index.js';
import { removeFolders } from '../store/folders.js';
import { traceHistory } from './durability.js';
import { findProblems, listCuts, recordTask } from './power-cut.js';
import { SMALL_SPEC } from './small-task.js';

const READ: ScriptLine = { action: 'read', parameters: { items: [{ path: 'sum.txt' }] } };
const FIX: ScriptLine = {
  action: 'apply_edits',
  parameters: {
    edits: [
      { action: 'edit_file', path: 'sum.txt', old: 'a - b', new: 'a + b' },
      { action: 'edit_file', path: 'label.txt', old: 'wrong', new: 'right' },
      { action: 'write_file', path: 'docs/new/notes.txt', text: 'why: because\n' },
    ],
  },
};
const write = (path: string, text: string): ScriptLine => ({
  action: 'write_file',
  parameters: { path, text },
});
const nonsense: ScriptLine = { raw: 'no action here' };

const VARIANTS: Readonly<
  Record<string, { script: ScriptLine[]; spec?: Partial<TaskSpec>; status?: string }>
> = {
  'a model that fails': { script: [READ, { fail: 'overloaded' }, FIX], status: 'parked' },
  'two rejected replies in a row': { script: [READ, nonsense, nonsense, FIX] },
  'a change set that is kept': {
    script: [READ, write('extra/bad.txt', 'not wanted\n'), write('extra/bad.txt', ''), FIX],
    spec: { worse: 'defer' },
  },
  'a change set that is undone': {
    script: [
      READ,
      ...Array.from({ length: 8 }, (_, index) => write('extra/bad.txt', `not wanted ${index}\n`)),
      FIX,
    ],
    spec: { worse: 'defer' },
  },
  'a reply too long for a record': { script: [READ, write('long.txt', 'x'.repeat(20_000)), FIX] },
  'a window that an edit moves': {
    script: [
      { action: 'read', parameters: { items: [{ path: 'sum.txt', start: 2, end: 2 }] } },
      { action: 'insert_lines', parameters: { path: 'sum.txt', after: 0, text: 'one\ntwo\n' } },
      FIX,
    ],
  },
  'a plan, a pin and a question': {
    script: [
      { action: 'plan', parameters: { steps: ['first', 'second'] } },
      READ,
      { action: 'pin', parameters: { item: 'sum.txt' } },
      { action: 'escalate', parameters: { reason: 'Which sum?' } },
    ],
    status: 'parked',
  },
};

const SAMPLED = 10;

afterAll(removeFolders);

describe('a power cut in a task with', () => {
  test.each(Object.entries(VARIANTS))(
    '%s leaves a task that ends the same',
    { timeout: 120_000 },
    async (_, { script, spec, status = 'completed' }) => {
      const run = await recordTask({
        model: createScriptModel(script),
        spec: TaskSpec.parse({ ...SMALL_SPEC, ...spec }),
      });
      expect(run.ending.status).toBe(status);
      const history = traceHistory(run.start, run.operations);
      // Records are what the turns differ in: cut around each of them.
      const cuts = listCuts(run, history, { singles: 1 }).filter(({ length }) =>
        run.operations[length - 1]?.path.endsWith('actions.yaml'),
      );
      const step = Math.max(1, cuts.length / SAMPLED);
      const sampled = Array.from(
        { length: Math.min(SAMPLED, cuts.length) },
        (_one, index) => cuts[Math.floor(index * step)],
      ).filter((cut) => cut !== undefined);
      expect(await findProblems(run, history, sampled)).toEqual([]);
    },
  );
});
