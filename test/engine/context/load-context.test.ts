// The five kinds of load_context, each with the text of the window that appears in the next context.
import { expect, test } from 'vitest';
import { createCountCheck } from '../../support/count-check.js';
import { runScript, sectionOf } from '../../support/run-script.js';

const files = {
  'src/price.js': "const { round } = require('./round.js');\nexports.price = (n) => round(n * 1.19);\n",
  'src/round.js': 'exports.round = (n) => Math.round(n);\n',
  'src/shop.js': "const { price } = require('./price.js');\nexports.total = () => price(2);\n",
  'test/price.test.js': "const { price } = require('../src/price.js');\nprice(1);\n",
};
const check = createCountCheck('rounding', (read) =>
  read('src/round.js').includes('* 100') ? [] : ['cents are lost', 'taxes are wrong'],
);

async function loadOne(
  item: string,
  before: readonly { action: string; parameters: Record<string, unknown> }[] = [],
) {
  const { asked } = await runScript({
    files,
    checks: [check],
    spec: {
      type: 'custom',
      inputs: {
        spec: {
          title: 'Prices',
          requirements: [
            {
              id: 'REQ-1',
              description: 'keep cents',
              acceptance_criteria: ['1.005 becomes 1.01', '2 stays 2'],
            },
          ],
        },
      },
    },
    script: [...before, { action: 'load_context', parameters: { item } }],
  });
  return sectionOf(asked.at(-1), 'Windows');
}

test('full_file opens the whole file', async () => {
  expect(await loadOne('full_file:src/price.js')).toBe(
    [
      '## full_file:src/price.js',
      "1| const { round } = require('./round.js');",
      '2| exports.price = (n) => round(n * 1.19);',
    ].join('\n'),
  );
});

test('related_files opens what the current file imports, what imports it and its tests', async () => {
  const windows = await loadOne('related_files', [
    { action: 'read', parameters: { items: [{ path: 'src/price.js', start: 2, end: 2 }] } },
  ]);
  expect(windows).toBe(
    [
      '## src/price.js#2-2',
      '2| exports.price = (n) => round(n * 1.19);',
      '## related files of src/price.js [related_files] (from step 2)',
      'src/price.js',
      'imports: src/round.js',
      'imported by: src/shop.js',
      'tests: test/price.test.js',
      '## src/round.js (related) [related:src/round.js]',
      '1| exports.round = (n) => Math.round(n);',
      '## src/shop.js (related) [related:src/shop.js]',
      "1| const { price } = require('./price.js');",
      '2| exports.total = () => price(2);',
      '## test/price.test.js (related) [related:test/price.test.js]',
      "1| const { price } = require('../src/price.js');",
      '2| price(1);',
    ].join('\n'),
  );
});

test('related_files of a file that is named says where it cuts, and leaves out what is in view', async () => {
  const long = Array.from({ length: 60 }, (_, index) => `exports.n${index} = ${index};`).join('\n');
  const { asked } = await runScript({
    files: { ...files, 'src/round.js': `${long}\n` },
    checks: [check],
    spec: { type: 'custom' },
    script: [
      { action: 'read', parameters: { items: [{ path: 'src/shop.js' }] } },
      { action: 'load_context', parameters: { item: 'related_files:src/price.js' } },
    ],
  });
  const windows = sectionOf(asked.at(-1), 'Windows').split('\n');
  expect(windows.filter((line) => line.startsWith('## '))).toEqual([
    '## src/shop.js',
    '## related files of src/price.js [related_files] (from step 2)',
    '## src/round.js (related, lines 1-40 of 60) [related:src/round.js]',
    '## test/price.test.js (related) [related:test/price.test.js]',
  ]);
  expect(sectionOf(asked.at(-1), 'Recent actions')).toContain('has 3 related files, 2 of them opened here');
});

test('spec_section opens one requirement in full', async () => {
  expect(await loadOne('spec_section:REQ-1')).toBe(
    '## spec_section:REQ-1 (from step 1)\nREQ-1: keep cents\n- 1.005 becomes 1.01\n- 2 stays 2',
  );
});

test('error_details opens the output of the last failure in full', async () => {
  expect(await loadOne('error_details', [{ action: 'run_check', parameters: {} }])).toBe(
    '## error_details (from step 2)\nrounding found cents are lost, taxes are wrong\n',
  );
});

test('test_output opens the output of the last test run in full, also when an edit ran it, and only once', async () => {
  const { asked } = await runScript({
    files: {
      'work.txt': 'TODO\n',
      'run.js': "console.log('TAP version 13\\nnot ok 1 - works\\n1..1'); process.exitCode = 1;\n",
    },
    checks: [],
    spec: {
      type: 'custom',
      tests: { command: [process.execPath, 'run.js'], report: { format: 'tap', path: '-' } },
      inputs: { target_files: [{ path: 'work.txt', status: 'to_modify' }] },
    },
    script: [
      { action: 'edit_file', parameters: { path: 'work.txt', old: 'TODO', new: 'done' } },
      { action: 'load_context', parameters: { item: 'test_output' } },
      { action: 'load_context', parameters: { item: 'error_details' } },
    ],
  });
  expect(sectionOf(asked.at(-1), 'Windows')).toBe(
    [
      '## work.txt',
      '1| done',
      '## test_output (from step 2)',
      'TAP version 13',
      'not ok 1 - works',
      '1..1',
      '',
    ].join('\n'),
  );
  expect(sectionOf(asked.at(-1), 'Recent actions')).toContain('which is shown as test_output');
});

test.each([
  [
    'nonsense',
    'cannot be loaded. Use full_file:PATH, related_files:PATH, test_output, spec_section:ID or error_details.',
  ],
  ['full_file:price.js', 'There is no file price.js. Did you mean src/price.js?'],
  ['related_files:price.js', 'There is no file price.js. Did you mean src/price.js?'],
  ['spec_section:REQ-9', 'The spec has no section "REQ-9". It has REQ-1.'],
  [
    'test_output',
    'Nothing to load: no output of a test run is kept; error_details has what the last failing one printed.',
  ],
  ['related_files', 'There is no current file to find relatives of. Read a file first.'],
])('%s that cannot be loaded is refused with a hint', async (item, message) => {
  const { eventsOf } = await runScript({
    files,
    checks: [check],
    spec: {
      type: 'custom',
      inputs: { spec: { title: 'Prices', requirements: [{ id: 'REQ-1', description: 'keep cents' }] } },
    },
    script: [{ action: 'load_context', parameters: { item } }],
  });
  const [finished] = await eventsOf('step-finished');
  expect(finished?.result).toBe('failure');
  expect(finished?.summary).toContain(message);
});

test('full_file of a folder says what is in it', async () => {
  const { state } = await runScript({
    files: { 'work.txt': 'TODO\n', 'src/a.js': '', 'src/deep/b.js': '', 'other.js': '' },
    spec: { inputs: { target_files: [{ path: 'work.txt', status: 'to_modify' }] } },
    script: [{ action: 'load_context', parameters: { item: 'full_file:src' } }],
  });
  expect((await state()).recent.at(-1)?.summary).toContain('It holds src/a.js, src/deep/b.js.');
});
