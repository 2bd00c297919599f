import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createHarness, createScriptModel, deliver } from '../../src/app/index.js';
import { parseReply } from '../../src/model/index.js';
import { readTree } from '../support/walled-project.js';
import {
  findBreach,
  HOSTILE_SPEC,
  hostileCall,
  hostileText,
  makeTrappedProject,
  setUpBench,
} from './hostile-reply.js';

describe('hostile replies', () => {
  it('come to an explained failure or a valid plan inside the project, whatever they say', async () => {
    const bench = await setUpBench();
    const before = bench.files();
    const kinds = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(hostileText(bench.nonce), async (text) => {
        const examined = await bench.examineText(text);
        const kind =
          'intent' in examined ? examined.intent.kind : 'error' in examined ? 'rejected' : 'blocked';
        kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
        expect(findBreach(examined)).toBeUndefined();
      }),
      { numRuns: 8_000 },
    );
    // The generator must reach every depth, or the property would say little.
    for (const kind of ['rejected', 'blocked', 'fail', 'edit', 'look', 'note', 'end', 'measure'])
      expect(kinds.get(kind) ?? 0, kind).toBeGreaterThan(5);
    expect(bench.strayReads).toEqual([]);
    expect(bench.files()).toEqual(before);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  }, 60_000);
});

describe('hostile calls handed in as data', () => {
  it('come to an explained failure or a valid plan inside the project', async () => {
    const bench = await setUpBench();
    const before = bench.files();
    await fc.assert(
      fc.asyncProperty(hostileCall, async (call) => {
        expect(findBreach(await bench.examineCall(call))).toBeUndefined();
      }),
      { numRuns: 2_500 },
    );
    expect(bench.strayReads).toEqual([]);
    expect(bench.files()).toEqual(before);
  }, 60_000);
});

describe('a run of hostile replies', () => {
  it('ends in failed steps, with nothing written and a journal that verifies', async () => {
    const project = makeTrappedProject();
    const outside = (): Map<string, string> =>
      readTree(project.outside, (file) => file.startsWith(`project${path.sep}`));
    const before = { project: readTree(project.root), outside: outside() };
    const samples = fc.sample(hostileText(NONCE), { numRuns: 60, seed: 7 }).filter((text) => !isUsable(text));
    const harness = createHarness({
      project: project.root,
      model: createScriptModel([
        ...samples.slice(0, 40).map((raw) => ({ raw })),
        { raw: `@@action ${NONCE}\n{"action":"read","parameters":${'['.repeat(50_000)}` },
        { raw: `@@action ${NONCE}\n{"action":"write_file"}\n@@body ${NONCE} path\n../x\n@@end ${NONCE}` },
        { action: 'write_file', parameters: { path: 'x'.repeat(70_000), text: 'y'.repeat(70_000) } },
        { action: 'complete', parameters: { verified: true } },
        { fail: 'overloaded' },
      ]),
      ids: { hex: (length) => (length === 8 ? NONCE : 'abcdef0123456789'.repeat(4).slice(0, length)) },
      environment: {},
      sandbox: 'off',
    });
    const task = await harness.createTask(HOSTILE_SPEC);
    let result = await harness.runTask(task).result;
    // Repeating itself, even wrongly in new ways, ends in a question; a person says: go on.
    for (let round = 0; round < 40 && result.question && result.question.reason !== 'model'; round++) {
      await deliver(harness.runtime, task, { type: 'answer', text: 'go on' });
      result = await harness.runTask(task, { resume: true }).result;
    }
    const { store } = harness.runtime;
    const finished = (await store.events(task)).filter((event) => event.type === 'step-finished');
    expect(result.question?.reason).toBe('model');
    expect(finished.length).toBeGreaterThanOrEqual(15);
    expect(new Set(finished.map((event) => event.result))).not.toContain('success');
    expect(await store.integrity(task)).toMatchObject({ ok: true, problems: [] });
    expect(result.filesChanged).toEqual([]);
    expect(readTree(project.root, isOwnState)).toEqual(before.project);
    expect(outside()).toEqual(before.outside);
  }, 60_000);
});

const NONCE = '5afe5afe';

function isOwnState(file: string): boolean {
  return file.startsWith('.agentforge');
}

/** Well-formed ones may succeed at what is allowed; here only the others are sent. */
function isUsable(text: string): boolean {
  return parseReply(text, NONCE).ok;
}
