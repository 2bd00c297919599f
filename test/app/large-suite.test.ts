import { describe, expect, it } from 'vitest';
import { createHarness, createScriptModel } from '../../src/app/index.js';
import { MAX_EVENT_BYTES } from '../../src/schema/index.js';
import { makeSpec } from '../support/run-script.js';
import { makeTempProject } from '../support/walled-project.js';

/** Eighty failures with long names and messages beside three hundred tests that pass. */
const RUNNER = `const lines = ['TAP version 13'];
for (let i = 1; i <= 80; i++) lines.push('not ok ' + i + ' - ' + 'a long name > '.repeat(20) + i, '  ---', '  error: |-', '    ' + 'expected one thing and got another '.repeat(30), "  location: '" + 'folder/'.repeat(30) + i + ".test.js:1:1'", '  ...');
for (let i = 81; i <= 380; i++) lines.push('ok ' + i + ' - passes ' + i);
console.log(lines.join('\\n') + '\\n1..380');
process.exitCode = 1;
`;

describe('a suite with very many failures', () => {
  it('fits into the journal, at the start and after a change of fifty broken files', async () => {
    const project = makeTempProject({ 'run.cjs': RUNNER });
    const edits = Array.from({ length: 50 }, (_, index) => ({
      action: 'write_file',
      path: `source/folder/file-${index}.js`,
      text: 'const = {'.repeat(20),
    }));
    const model = createScriptModel([
      { action: 'run_tests' },
      { action: 'apply_edits', parameters: { edits } },
      { action: 'complete' },
    ]);
    const harness = createHarness({ project: project.root, model, environment: {}, sandbox: 'off' });
    const task = await harness.createTask(
      makeSpec({
        tests: { command: ['node', 'run.cjs'], report: { format: 'tap', path: '-' } },
        inputs: { target_files: [{ path: 'run.cjs', status: 'to_modify' }] },
      }),
    );
    await expect(harness.runTask(task).result).rejects.toMatchObject({ code: 'script_exhausted' });
    const events = await harness.runtime.store.events(task);
    const [first] = events.filter((event) => event.type === 'measured');
    expect(first?.verification.tests).toMatchObject({ failed: 80, passed: 300 });
    expect(events.filter((event) => event.type === 'step-finished')).toHaveLength(3);
    expect(Math.max(...events.map((event) => Buffer.byteLength(JSON.stringify(event))))).toBeLessThan(
      MAX_EVENT_BYTES,
    );
  });
});
