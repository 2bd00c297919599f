// Settings are rewritten without losing anything, or not at all; our entries come and go alone.
import { describe, expect, test } from 'vitest';
import { listHookEntries } from '../../../src/app/install/hook-entries.js';
import {
  addHooks,
  findOurCommands,
  isOurCommand,
  removeHooks,
} from '../../../src/app/install/merge-hooks.js';
import { parseSettings, renderSettings } from '../../../src/app/install/settings-text.js';

const COMMAND = "/usr/bin/node '/a b/.agentforge/hook/hook.cjs' --dialect claude --project '/a b'";
const FOREIGN = {
  model: 'x',
  hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: 'mine.sh' }] }], Other: [] },
  last: [1, 2],
};

test.each([['    '], ['\t'], ['  ']])('indentation by %j stays', (indent) => {
  const text = `${JSON.stringify(FOREIGN, null, indent)}\n`;
  expect(renderSettings(parseSettings(text, 'f'), text)).toBe(text);
});

test.each([['{"a":1}'], ['{\r\n  "a": 1\r\n}\r\n'], ['\uFEFF{\n  "a": 1\n}\n'], ['{\n  "a": 1\n}']])(
  'line ends, a mark at the start, a missing last line end and a single line stay: %j',
  (text) => {
    expect(renderSettings(parseSettings(text, 'f'), text)).toBe(text);
  },
);

test.each([
  ['{ // mine\n "a": 1 }', 'holds comments'],
  ['{ "a": 1, }', 'is not valid JSON'],
  ['[]', 'holds no object'],
  ['{"a":1,"a":2}', 'rewriting would change'],
  ['{"a":12345678901234567890}', 'rewriting would change'],
])('%j is refused: it %s', (text, why) => {
  expect(() => parseSettings(text, 'settings.json')).toThrow(why);
});

describe.each(['claude', 'codex', 'gemini', 'cursor'] as const)('%s', (dialect) => {
  const command = COMMAND.replace('claude', dialect);

  test('entries are added behind those of others, and taken out again', () => {
    const added = addHooks(FOREIGN, listHookEntries(dialect, command), dialect);
    expect(Object.keys(added)).toEqual(expect.arrayContaining(['model', 'hooks', 'last']));
    const { version: _, ...removed } = removeHooks(added);
    expect(removed).toEqual(FOREIGN);
  });

  test('the command stands under every event', () => {
    const entries = listHookEntries(dialect, command);
    const settings = addHooks({}, entries, dialect);
    for (const event of Object.keys(entries)) expect(findOurCommands(settings, event)).toEqual([command]);
  });
});

test('a hook that cannot be started stops what would write, where the CLI has a word for it', () => {
  expect(listHookEntries('claude', COMMAND)['PreToolUse']).toEqual([
    { matcher: '*', hooks: [{ type: 'command', command: COMMAND, timeout: 10, onFailure: 'block' }] },
  ]);
  expect(listHookEntries('cursor', COMMAND)['preToolUse']).toEqual([
    { command: COMMAND, timeout: 10, failClosed: true },
  ]);
  expect(listHookEntries('gemini', COMMAND)['BeforeTool']).toMatchObject([{ hooks: [{ timeout: 10_000 }] }]);
});

test('only our own command is ours', () => {
  expect(isOurCommand(COMMAND)).toBe(true);
  expect(
    isOurCommand(
      'node /home/me/.local/share/agentforge/hook/0123456789ab/hook.cjs --dialect codex --profile team',
    ),
  ).toBe(true);
  for (const other of ['mine.sh', 'node hook.cjs --dialect claude', 'echo agentforge', undefined, 3])
    expect(isOurCommand(other)).toBe(false);
});
