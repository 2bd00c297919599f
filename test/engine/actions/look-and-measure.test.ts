// The actions that look and measure: what they open, run and refuse.
import { describe, expect, test } from 'vitest';
import type { ScriptLine } from '../../../src/model/index.js';
import { runScript, sectionOf } from '../../support/run-script.js';

const TARGET = { target_files: [{ path: 'work.txt', status: 'to_modify' }] };
const FILES = {
  'work.txt': 'TODO\n',
  'src/shop.js': 'function total(items) {\n  return items.length;\n}\n\nclass Cart {\n  add() {}\n}\n',
  'src/a+b.txt': 'a+b (really)\naab\n',
};

async function look(...script: readonly ScriptLine[]) {
  const run = await runScript({ files: FILES, spec: { inputs: TARGET }, script });
  const finished = (await run.eventsOf('step-finished')).at(-1);
  return {
    ...run,
    result: finished?.result,
    summary: finished?.summary,
    windows: sectionOf(run.asked.at(-1), 'Windows'),
  };
}

function read(...items: readonly Record<string, unknown>[]): ScriptLine {
  return { action: 'read', parameters: { items } };
}

describe('read', () => {
  test('opens several windows at once', async () => {
    const { windows, summary } = await look(
      read({ path: 'src/shop.js', start: 2, end: 3 }, { path: 'src/a+b.txt' }),
    );
    expect(summary).toBe('opened src/shop.js#2-3, src/a+b.txt');
    expect(windows).toContain(
      '## src/shop.js#2-3\n2|   return items.length;\n3| }\n## src/a+b.txt\n1| a+b (really)\n2| aab',
    );
  });

  test('opens a symbol by its name', async () => {
    const { windows } = await look(read({ path: 'src/shop.js', symbol: 'Cart' }));
    expect(windows).toContain('## src/shop.js#5-7\n5| class Cart {\n6|   add() {}\n7| }');
  });

  test.each<[Record<string, unknown>, string]>([
    [{ path: 'shop.js' }, 'There is no file shop.js. Did you mean src/shop.js?'],
    [{ path: 'nowhere.js' }, 'There is no file nowhere.js. Use search_code to find the file.'],
    [
      { path: 'src/shop.js', symbol: 'Shelf' },
      'src/shop.js has no function or class named Shelf. Use search_code to find it.',
    ],
    [{ path: 'src/shop.js', start: 90 }, 'src/shop.js has 7 lines, so there is no range 90-7.'],
    [{ path: 'src' }, 'src is a directory, not a file.'],
    [{ path: '../secret' }, 'outside'],
  ])('refuses %o with a hint', async (item, message) => {
    const { result, summary } = await look(read(item));
    expect(result).toBe('failure');
    expect(summary).toContain(message);
  });
});

test('of several files to read, those that are there are opened', async () => {
  const { windows, result, summary } = await look({
    action: 'read',
    parameters: { items: [{ path: 'nowhere.js' }, { path: 'src/shop.js' }] },
  });
  expect(result).toBe('success');
  expect(summary).toBe('opened src/shop.js. There is no file nowhere.js. Use search_code to find the file.');
  expect(windows).toContain('## src/shop.js');
});

describe('search_code', () => {
  test('finds plain text, special characters included', async () => {
    const { windows, summary } = await look({ action: 'search_code', parameters: { pattern: 'a+b (' } });
    expect(summary).toBe('1 matches for "a+b (" (3 files searched)');
    expect(windows).toContain('## search "a+b (" (from step 1)\nsrc/a+b.txt:1: a+b (really)');
  });

  test('finds a regular expression in the files of a glob', async () => {
    const { windows } = await look({
      action: 'search_code',
      parameters: { pattern: '^(class|function) \\w+', regex: true, glob: 'src/**/*.js' },
    });
    expect(windows).toContain('src/shop.js:1: function total(items) {\nsrc/shop.js:5: class Cart {');
  });

  test('says so when nothing matches', async () => {
    const { windows, result, summary } = await look({
      action: 'search_code',
      parameters: { pattern: 'absent' },
    });
    expect(result).toBe('success');
    expect(summary).toBe('0 matches for "absent" (3 files searched)');
    expect(windows).not.toContain('absent');
  });

  test('refuses a pattern that is no expression', async () => {
    const { summary } = await look({ action: 'search_code', parameters: { pattern: '(', regex: true } });
    expect(summary).toBe('"(" is not a valid regular expression. Use a simpler pattern, or plain text.');
  });

  test('stops a pattern that would run for ever', async () => {
    const { eventsOf } = await runScript({
      files: { 'work.txt': 'TODO\n', 'trap.txt': `${'a'.repeat(60)}!\n` },
      spec: { inputs: TARGET },
      script: [{ action: 'search_code', parameters: { pattern: '^(a+)+$', regex: true } }],
    });
    const [finished] = await eventsOf('step-finished');
    expect(finished?.result).toBe('failure');
    expect(finished?.summary).toContain('took too long');
  });
});

describe('run_check and run_command', () => {
  test('an unknown check is refused with the known ones', async () => {
    const { summary } = await look({ action: 'run_check', parameters: { id: 'lint' } });
    expect(summary).toBe('There is no check "lint". Checks: todo.');
  });

  test('a command that no configuration names is refused, one that it names is run', async () => {
    const config = `commands: { hello: { command: [${process.execPath}, -e, "console.log('hello there')"] } }\n`;
    const { eventsOf } = await runScript({
      files: { ...FILES, '.agentforge/config.yaml': config },
      spec: { inputs: TARGET },
      script: [
        { action: 'run_command', parameters: { name: 'goodbye' } },
        { action: 'run_command', parameters: { name: 'hello' } },
      ],
    });
    expect((await eventsOf('step-finished')).map(({ result, summary }) => [result, summary])).toEqual([
      ['failure', 'There is no command "goodbye". Commands: hello.'],
      ['success', 'hello exited with 0'],
    ]);
  });

  test("output is also understood by the project's own rules", async () => {
    const config = [
      `commands: { brew: { command: [${process.execPath}, -e, "console.log('TEA src/pot.js at 7 - too weak')"] } }`,
      'rules:',
      "  - { id: tea, pattern: '^TEA (?<file>\\S+) at (?<line>\\d+) - (?<message>.+)$' }",
    ].join('\n');
    const { asked } = await runScript({
      files: { ...FILES, '.agentforge/config.yaml': config },
      spec: { inputs: TARGET },
      script: [{ action: 'run_command', parameters: { name: 'brew' } }],
    });
    expect(sectionOf(asked[1], 'Facts')).toContain('src/pot.js:7');
    expect(sectionOf(asked[1], 'Facts')).toContain('too weak');
  });

  test('actions that cannot work here are not allowed', async () => {
    const { asked } = await look({ action: 'run_tests', parameters: {} });
    expect(sectionOf(asked[1], 'Attention')).toContain(
      '"run_tests" is not allowed: this task has nothing for it to run. Allowed now: ',
    );
  });
});

describe('run_affected_tests', () => {
  test('with two test files and one change names exactly one', async () => {
    const testOf = (name: string): string =>
      `const { test } = require('node:test');\nconst assert = require('node:assert');\ntest('${name}', () => assert.strictEqual(require('./${name}.js').${name}, 1));\n`;
    const { eventsOf, state } = await runScript({
      files: {
        'left.js': 'exports.left = 1;\n',
        'right.js': 'exports.right = 1;\n',
        'left.test.js': testOf('left'),
        'right.test.js': testOf('right'),
        'work.txt': 'TODO\n',
      },
      spec: {
        inputs: TARGET,
        tests: {
          command: [process.execPath, '--test', '--test-reporter=tap'],
          report: { format: 'tap', path: '-' },
        },
      },
      script: [
        { action: 'edit_file', parameters: { path: 'left.js', old: '= 1', new: '= 2 - 1' } },
        { action: 'run_affected_tests', parameters: {} },
      ],
    });
    const ran = (await eventsOf('step-finished')).at(-1);
    expect([ran?.result, ran?.summary]).toEqual(['success', '1 of 1 tests pass in left.test.js']);
    // A passing part does not take the place of the whole.
    expect((await state()).verification?.tests).toMatchObject({ scope: 'full', total: 2 });
  });
});

describe('handing over', () => {
  test.each([
    ['ask', { question: 'Which colour?' }, 'asked', 'Which colour?'],
    ['escalate', { reason: 'I am lost.' }, 'asked', 'I am lost.'],
    ['cannot_fix', { reason: 'It contradicts itself.' }, 'cannot_fix', 'It contradicts itself.'],
  ])('%s parks the task with its question', async (action, parameters, reason, text) => {
    const { state } = await look({ action, parameters });
    expect(await state()).toMatchObject({ status: 'parked', question: { reason, text } });
  });

  test('knowledge_add and notes are remembered', async () => {
    const { state } = await look({ action: 'knowledge_add', parameters: { knowledge: 'the sea is deep' } });
    expect((await state()).notes).toEqual([{ kind: 'knowledge', text: 'the sea is deep', step: 1 }]);
  });
});
