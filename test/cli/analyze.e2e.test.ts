import { beforeAll, describe, expect, it } from 'vitest';
import { parseLines, runCli } from '../support/run-cli.js';
import { makeTempProject, type TempProject } from '../support/walled-project.js';

const TAP =
  'TAP version 13\nok 1 - fine\nnot ok 2 - adds\n  ---\n  error: expected 3, got 4\n  ...\n1..2\n# tests 2\n# pass 1\n# fail 1\n';
const STEPS = Array.from({ length: 8 }, (_, index) => ({
  step: index + 1,
  action: 'read',
  parameters: { path: 'a.js' },
  observation: 'the same text',
}));

let project: TempProject;

beforeAll(() => {
  project = makeTempProject({
    'tap.txt': TAP,
    'prose.txt': 'We should continue and not break anything.\n',
    'house.txt': 'HOUSE src/a.ts 7 too clever\n',
    'rules.yaml':
      "rules:\n  - id: house\n    pattern: '^HOUSE (?<file>[^ ]+) (?<line>[0-9]+) (?<message>.+)$'\n",
    'hang.yaml': "rules:\n  - id: hang\n    pattern: '^(?<message>(?:a+)+)$'\n",
    'with-config/.agentforge/config.yaml':
      "rules:\n  - id: shared\n    pattern: '^HOUSE (?<file>[^ ]+) (?<line>[0-9]+) (?<message>.+)$'\n    category: pattern\n",
    'loop.jsonl': STEPS.map((step) => JSON.stringify(step)).join('\n'),
    'calm.jsonl': JSON.stringify({ step: 1, action: 'read', parameters: {}, observation: 'x', error: null }),
  });
});

describe('analyze facts', () => {
  it('prints a line for each file, with the facts drawn from it', async () => {
    const result = await runCli(['analyze', 'facts', 'tap.txt', './prose.txt', '--json'], {
      cwd: project.root,
    });
    const [tap, prose] = parseLines<{ file: string; tool: string; facts: Record<string, unknown>[] }>(result);
    expect(result).toMatchObject({ exitCode: 0, stderr: '' });
    expect(tap?.file).toBe('tap.txt');
    for (const fact of tap?.facts ?? [])
      expect(Object.keys(fact)).toEqual([
        'id',
        'category',
        'subject',
        'statement',
        'confidence',
        'source',
        'data',
      ]);
    expect(tap?.facts.map(({ data }) => data)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ passed: 1, failed: 1, total: 2 }),
        expect.objectContaining({ test: 'adds' }),
      ]),
    );
    expect(prose).toMatchObject({ file: './prose.txt', facts: [] });
  });
});

describe('analyze facts with rules of the project', () => {
  it('draws what a file of rules finds', async () => {
    const result = await runCli(['analyze', 'facts', 'house.txt', '--rules', 'rules.yaml', '--json'], {
      cwd: project.root,
    });
    expect(parseLines(result)).toMatchObject([
      {
        tool: 'house',
        facts: [{ category: 'error', data: { file: 'src/a.ts', line: 7, message: 'too clever' } }],
      },
    ]);
  });

  it('draws what the rules in the configuration find', async () => {
    const result = await runCli(['--project', 'with-config', 'analyze', 'facts', 'house.txt', '--json'], {
      cwd: project.root,
    });
    expect(parseLines(result)).toMatchObject([{ tool: 'shared', facts: [{ category: 'pattern' }] }]);
  });

  it('refuses a pattern that could hang, with its file, its line and what to do', async () => {
    const result = await runCli(['analyze', 'facts', 'house.txt', '--rules', 'hang.yaml'], {
      cwd: project.root,
    });
    expect(result.exitCode).toBe(2);
    expect(result.stderr).toContain('hang.yaml:3: the pattern of rule hang cannot be used');
    expect(result.stderr).toContain('repeat one character class instead');
  });
});

describe('analyze loops', () => {
  it('says at which step each kind of loop is first seen', async () => {
    const result = await runCli(['analyze', 'loops', 'loop.jsonl', 'calm.jsonl', '--json'], {
      cwd: project.root,
    });
    const [loop, calm] = parseLines<{ file: string; detections: Record<string, unknown>[] }>(result);
    expect(result).toMatchObject({ exitCode: 0, stderr: '' });
    expect(loop?.file).toBe('loop.jsonl');
    expect(loop?.detections.map(({ kind }) => kind)).toContain('identical_action');
    for (const detection of loop?.detections ?? [])
      expect(Object.keys(detection).sort()).toEqual([
        'confidence',
        'description',
        'evidence',
        'kind',
        'step',
        'suggestions',
      ]);
    expect(calm?.detections).toEqual([]);
  });
});

describe('demo crash', () => {
  it('ends with the same outcome however often it is killed', async () => {
    const result = await runCli(['demo', 'crash', '--kills', '3', '--json'], { cwd: project.root });
    expect(result.exitCode).toBe(0);
    const [printed] = parseLines<{ kills: number; outcomes: string[]; same: boolean }>(result);
    expect(printed).toMatchObject({ kills: 3, same: true });
    expect(new Set(printed?.outcomes).size).toBe(1);
  }, 90_000);
});
