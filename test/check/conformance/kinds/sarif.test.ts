import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { makeProject } from '../../../support/temp-project.js';
import { writeProjectFile } from '../../../support/project-file.js';
import { checkProject, define, tell } from '../check-project.js';

const read = define({ id: 'tool', kind: 'sarif', config: { file: 'out.sarif' } });

function log(run: Record<string, unknown>): string {
  return JSON.stringify({
    version: '2.1.0',
    runs: [{ tool: { driver: { name: 'Tool' } }, results: [], ...run }],
  });
}

function at(uri: string, startLine: number, more: Record<string, unknown> = {}): Record<string, unknown> {
  const physicalLocation = { artifactLocation: { uri, ...more }, region: { startLine } };
  return { ruleId: 'R1', message: { text: 'wrong' }, locations: [{ physicalLocation }] };
}

async function check(run: Record<string, unknown>, files: Record<string, string> = {}) {
  const root = makeProject({ 'src/a b.ts': 'one\ntwo\n', ...files });
  writeProjectFile(root, 'out.sarif', log(run));
  return checkProject(root, [read], { files: ['src/a b.ts'] });
}

describe('a sarif check', () => {
  it('finds files however the log names them', async () => {
    const root = makeProject({ 'src/a b.ts': 'one\ntwo\n' });
    const absolute = pathToFileURL(path.join(root, 'src/a b.ts')).href;
    writeProjectFile(
      root,
      'out.sarif',
      log({
        originalUriBaseIds: {
          SRC: { uri: 'src/', uriBaseId: 'ROOT' },
          ROOT: { uri: pathToFileURL(root).href },
        },
        artifacts: [{ location: { uri: 'src/a%20b.ts' } }],
        results: [
          at(absolute, 1),
          at('src/a%20b.ts', 2),
          at('./src/a b.ts', 1),
          at('a%20b.ts', 2, { uriBaseId: 'SRC' }),
          at('src/a%20b.ts', 1, { uriBaseId: '%SRCROOT%' }),
          {
            ruleId: 'R1',
            message: { text: 'wrong' },
            locations: [{ physicalLocation: { artifactLocation: { index: 0 } } }],
          },
          at('file:///elsewhere/x.ts', 1),
          at('https://example.org/x.ts', 1),
          { message: { text: 'in general' } },
        ],
      }),
    );
    const outcome = await checkProject(root, [read]);
    expect(new Set(outcome.violations.map(({ path: file }) => file))).toEqual(new Set(['src/a b.ts', '.']));
    expect(outcome.violations).toHaveLength(7);
    expect(outcome.skipped.map(({ path: file }) => file)).toEqual([
      'file:///elsewhere/x.ts',
      'https://example.org/x.ts',
    ]);
  });

  it('takes levels from results and rules, and messages from templates', async () => {
    const rules = [
      {
        id: 'R1',
        defaultConfiguration: { level: 'error' },
        messageStrings: { m: { text: 'no {0} here' } },
        help: { text: 'do it' },
      },
      { id: 'R2', defaultConfiguration: { level: 'note' } },
    ];
    const outcome = await check({
      tool: { driver: { name: 'Tool', rules } },
      results: [
        { ...at('src/a b.ts', 1), message: { id: 'm', arguments: ['tabs'] } },
        { ...at('src/a b.ts', 2), ruleId: undefined, ruleIndex: 1 },
        { ...at('src/a b.ts', 2), ruleId: 'R3' },
        { ...at('src/a b.ts', 2), ruleId: 'R3', level: 'none' },
        { ...at('src/a b.ts', 2), ruleId: 'R1/sub' },
      ],
    });
    expect(outcome.violations.map(({ rule, severity, message }) => [rule, severity, message])).toEqual([
      ['R1', 'error', 'no tabs here'],
      ['R1/sub', 'error', 'wrong'],
      ['R3', 'warning', 'wrong'],
      ['R2', 'info', 'wrong'],
      ['R3', 'info', 'wrong'],
    ]);
    expect(outcome.violations[0]?.hint).toBe('do it');
  });

  it('leaves out what is suppressed, passed or gone', async () => {
    const outcome = await check({
      results: [
        { ...at('src/a b.ts', 1), suppressions: [{ kind: 'inSource' }] },
        { ...at('src/a b.ts', 1), suppressions: [{ kind: 'external', status: 'rejected' }], ruleId: 'kept' },
        { ...at('src/a b.ts', 1), kind: 'pass' },
        { ...at('src/a b.ts', 1), baselineState: 'absent' },
      ],
    });
    expect(outcome.violations.map(({ rule }) => rule)).toEqual(['kept']);
  });

  it('keeps names when lines shift, by the line or by the fingerprint of the tool', async () => {
    const prints = { partialFingerprints: { primaryLocationLineHash: 'abc:1' } };
    const before = await check({ results: [at('src/a b.ts', 2), { ...at('src/a b.ts', 1), ...prints }] });
    const after = await check(
      { results: [at('src/a b.ts', 3), { ...at('src/a b.ts', 2), ...prints }] },
      { 'src/a b.ts': '\none changed\n  two\n' },
    );
    expect(new Set(after.violations.map(({ id }) => id))).toEqual(
      new Set(before.violations.map(({ id }) => id)),
    );
  });

  it('takes over a fix of the same file', async () => {
    const artifactLocation = { uri: 'src/a%20b.ts' };
    const deletedRegion = { startLine: 2, startColumn: 1, endColumn: 4 };
    const fixes = [
      {
        artifactChanges: [
          { artifactLocation, replacements: [{ deletedRegion, insertedContent: { text: 'TWO' } }] },
        ],
      },
    ];
    const outcome = await check({ results: [{ ...at('src/a b.ts', 2), fixes }] });
    expect(outcome.violations[0]?.fix).toEqual([{ start: 4, end: 7, text: 'TWO' }]);
  });

  it.each<[string, string | undefined, RegExp]>([
    ['there is no log', undefined, /there is no SARIF log out\.sarif/],
    ['it is no JSON', '{', /it is not JSON/],
    ['it is another version', '{"version":"1.0.0","runs":[]}', /`version` is not 2\.1\.0/],
    ['no tool has run', '{"version":"2.1.0","runs":[]}', /`runs` is empty/],
    [
      'the tool says that it failed',
      log({
        invocations: [
          {
            executionSuccessful: false,
            toolExecutionNotifications: [{ message: { text: 'out of memory' } }],
          },
        ],
      }),
      /Tool says that it did not run to its end: out of memory/,
    ],
    ['there are no results at all', log({ results: undefined }), /reports no list of results/],
  ])('did not run when %s', async (_, text, error) => {
    const root = makeProject(text === undefined ? {} : { 'out.sarif': text });
    const outcome = await checkProject(root, [read]);
    expect(outcome.failedToRun).toEqual([{ id: 'tool', error: expect.stringMatching(error) as string }]);
    expect(outcome.violations).toEqual([]);
  });

  it('runs a command and reads what it wrote in this run', async () => {
    const script = (end: string) =>
      `require('fs').writeFileSync(process.argv[2], ${JSON.stringify(log({ results: [at('a.js', 1)] }))}); ${end}`;
    const root = makeProject({ 'lint.js': script('process.exit(1)'), 'a.js': '1;\n' });
    const make = (config: Record<string, unknown>) => define({ id: 'tool', kind: 'sarif', config });
    const fresh = make({ command: ['node', 'lint.js', '{report}'], file: '{report}' });
    expect(tell(await checkProject(root, [fresh]))).toEqual(['a.js:1 wrong']);
    const inside = make({ command: ['node', 'lint.js', 'out.sarif'], file: 'out.sarif' });
    expect(tell(await checkProject(root, [inside]))).toEqual(['a.js:1 wrong']);
    expect((await checkProject(root, [fresh], { trusted: false })).failedToRun[0]?.error).toMatch(
      /not trusted/,
    );
  });

  it('does not believe an old log, nor a crash that reports nothing', async () => {
    const empty = JSON.stringify(log({}));
    const root = makeProject({
      'out.sarif': log({}),
      'crash.js': "console.error('Error: linter fell over'); process.exit(2)",
      'quiet.js': `require('fs').writeFileSync('out.sarif', ${empty}); console.error('bad plugin'); process.exit(2)`,
    });
    const run = async (script: string) =>
      (
        await checkProject(root, [
          define({ id: 'tool', kind: 'sarif', config: { command: ['node', script], file: 'out.sarif' } }),
        ])
      ).failedToRun;
    expect(await run('crash.js')).toEqual([
      {
        id: 'tool',
        error: expect.stringMatching(/no SARIF log out\.sarif \(exit 2\): Error: linter fell over/) as string,
      },
    ]);
    expect(await run('quiet.js')).toEqual([
      { id: 'tool', error: expect.stringMatching(/reports no results \(exit 2\): bad plugin/) as string },
    ]);
  });
});
