import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseLines } from '../support/run-cli.js';
import { readTree } from '../support/walled-project.js';
import type { FixSummary } from '../../src/app/index.js';
import {
  checks,
  FARE,
  FARE_PROJECT,
  makeFixProject,
  PACKAGE,
  SMALL,
  type FixProject,
} from '../support/fix-project.js';
import { allowSlowFixes, NO_VAR as HARMLESS } from '../support/fix-tests.js';

allowSlowFixes();

const NO_VAR = HARMLESS.replace('kind: regex', 'kind: regex, severity: error, hint: Use let.');
const CLEAN = 'export const zen = 1;\n';
const DIRTY = 'export var zen = 1;\n';

interface Report {
  readonly ran: readonly string[];
  readonly failedToRun: readonly { id: string; error: string }[];
  readonly violations: readonly { id: string; check: string; path: string; status: string; line: number }[];
  readonly skipped: readonly { path: string; why: string }[];
}

const bare = (files: Record<string, string>): Record<string, string> => ({
  'package.json': PACKAGE,
  ...checks(NO_VAR),
  ...files,
});

describe('`check`', () => {
  it('exits with 0 when all is well, with 1 on a violation', async () => {
    const project = makeFixProject(bare({ 'zen.js': CLEAN }));
    const clean = await project.cli('check', '--trust-project');
    expect(clean).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('no violations') as string });
    project.write('zen.js', DIRTY);
    const dirty = await project.cli('check');
    expect(dirty.exitCode).toBe(1);
    expect(dirty.stdout).toMatch(/zen\.js\n\s+1\s+error\s.*no-var\s+V-\w{10}/);
  });

  it('exits with 2 when a linter crashes, which is never "0 findings"', async () => {
    const project = makeFixProject({
      'package.json': PACKAGE,
      'zen.js': CLEAN,
      'lint.mjs': "console.error('lint exploded'); process.abort();\n",
      ...checks(
        NO_VAR,
        "  - {id: lint, kind: sarif, config: {command: [node, lint.mjs], file: '{report}'}}\n",
      ),
    });
    const crashed = await project.cli('check', '--trust-project', '--json');
    expect(crashed.exitCode).toBe(2);
    const [report] = parseLines<Report>(crashed);
    expect(report?.ran).toEqual(['no-var']);
    expect(report?.failedToRun).toMatchObject([{ id: 'lint' }]);
    const text = await project.cli('check');
    expect(text.stdout).toMatch(/lint.*did not run/s);
  });

  it('does not run commands of a project that is not trusted, and says that they did not run', async () => {
    const project = makeFixProject({
      'package.json': PACKAGE,
      'zen.js': CLEAN,
      ...checks('  - {id: canary, kind: command, config: {command: [touch, ran]}}\n'),
    });
    const refused = await project.cli('check');
    expect(refused.exitCode).toBe(2);
    expect(refused.stdout).toMatch(/canary/);
    expect(existsSync(path.join(project.root, 'ran'))).toBe(false);
  });

  it.each([
    ['broken: [', /own\.yaml is not valid YAML.* at line 1/],
    ['checks:\n  - {id: long, kind: metric, config: {metric: lines, max: 4}}\n', /own\.yaml:2.*cyclomatic/s],
    ['checks:\n  - id: a\n    kind: regx\n', /own\.yaml:3.*regex, secret, metric/s],
    ["checks:\n  - {id: a, kind: regex, config: {forbid: '('}}\n", /own\.yaml:2/],
  ])('refuses checks with errors, naming file, line and what was expected: %j', async (yaml, expected) => {
    const project = makeFixProject({ 'zen.js': CLEAN, '.agentforge/checks/own.yaml': yaml });
    for (const command of [
      ['check', '--trust-project'],
      ['fix', '--all', '--trust-project', '--no-tests'],
    ]) {
      const refused = await project.cli(...command);
      expect(refused.exitCode).toBe(2);
      expect(refused.stderr).toMatch(expected);
      expect(refused.stderr).not.toMatch(/^\s+at /m);
    }
  });

  it('prints SARIF, JUnit, Markdown and JSON, to a file where one is named', async () => {
    const project = makeFixProject(bare({ 'zen.js': DIRTY }));
    const report = path.join(project.outside, 'report');
    const print = async (format: string): Promise<string> => {
      const { exitCode, stdout } = await project.cli('check', '--format', format, '--output', report);
      expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
      return readFileSync(report, 'utf8');
    };
    const sarif = JSON.parse(await print('sarif')) as { version: string; runs: { results: unknown[] }[] };
    expect(sarif.version).toBe('2.1.0');
    expect(sarif.runs[0]?.results).toMatchObject([{ ruleId: 'no-var' }]);
    expect(await print('junit')).toMatch(/<testsuite[^>]* failures="1"/);
    expect(await print('markdown')).toMatch(/zen\.js/);
    expect(JSON.parse(await print('json'))).toMatchObject({
      ran: ['no-var'],
      failedToRun: [],
      violations: [
        { check: 'no-var', severity: 'error', path: 'zen.js', line: 1, hint: 'Use let.', status: 'open' },
      ],
    });
  });

  it.each([
    [['--format', 'html'], /text, json, sarif/],
    [['--baseline', 'grow'], /set or shrink/],
    [['--output', 'no/such/folder.json'], /folder\.json cannot be written/],
    [['--import', 'missing.sarif'], /missing\.sarif could not be read/],
  ])('judges %j before it looks at anything', async (args, says) => {
    const project = makeFixProject(bare({ 'zen.js': DIRTY }));
    const { exitCode, stdout, stderr } = await project.cli('check', '--trust-project', ...args);
    expect({ exitCode, stdout, stderr }).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: expect.stringMatching(says) as string,
    });
    expect(existsSync(path.join(project.root, '.agentforge/cache'))).toBe(false);
  });

  it('looks at changed files only, on demand', async () => {
    const project = makeFixProject(bare({ 'zen.js': DIRTY, 'koan.js': CLEAN }));
    expect((await project.cli('check', '--changed')).exitCode).toBe(0);
    project.write('koan.js', DIRTY);
    const [report] = await project.json<Report>('check', '--changed');
    expect(report?.violations.map((one) => one.path)).toEqual(['koan.js']);
    const [all] = await project.json<Report>('check');
    expect(all?.violations).toHaveLength(2);
  });

  it('takes in what another tool found', async () => {
    const project = makeFixProject(bare({ 'zen.js': CLEAN }));
    const sarif = path.join(project.outside, 'other.sarif');
    writeFileSync(
      sarif,
      JSON.stringify({
        version: '2.1.0',
        runs: [
          {
            tool: { driver: { name: 'other' } },
            results: [
              {
                ruleId: 'calm',
                level: 'error',
                message: { text: 'too calm' },
                locations: [
                  { physicalLocation: { artifactLocation: { uri: 'zen.js' }, region: { startLine: 1 } } },
                ],
              },
            ],
          },
        ],
      }),
    );
    const taken = await project.cli('check', '--import', sarif, '--json');
    expect(taken.exitCode).toBe(1);
    expect(parseLines<Report>(taken)[0]?.violations).toMatchObject([
      { path: 'zen.js', line: 1, message: 'too calm' },
    ]);
    const missing = await project.cli('check', '--import', 'nowhere.sarif');
    expect(missing).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('nowhere.sarif') as string,
    });
  });

  it('names the nearest test of a violation', async () => {
    const project = makeFixProject();
    const [report] = await project.json<{ violations: readonly unknown[] }>('check');
    expect(report?.violations).toMatchObject([
      { symbol: 'fare', test: 'test/fare.test.js', value: 9, limit: 4 },
    ]);
  });
});

describe('the ratchet', () => {
  it('lets what was open when it was set be, fails on what is new, and only ever shrinks', async () => {
    const project = makeFixProject(bare({ 'zen.js': DIRTY, 'koan.js': DIRTY }));
    const set = await project.cli('check', '--baseline', 'set');
    expect(set.exitCode).toBe(0);
    expect(set.stderr).toContain('2 violations are the baseline now (.agentforge/baseline.json); only new');
    const readBaseline = (): string[] =>
      Object.values(
        (
          JSON.parse(project.read('.agentforge/baseline.json')) as {
            violations: Record<string, { path: string }>;
          }
        ).violations,
      )
        .map((one) => one.path)
        .sort();
    expect(readBaseline()).toEqual(['koan.js', 'zen.js']);
    project.write('new.js', DIRTY);
    const grown = await project.cli('check');
    expect(grown.exitCode).toBe(1);
    expect(grown.stdout).toMatch(/^new\.js\n.*V-\w+\n[^]*koan\.js\n.*V-\w+ \(baseline\)\n/);
    expect(grown.stdout).toContain('3 violations in 3 files (3 errors), 2 of them in the baseline');
    expect((await project.cli('violations')).stdout.match(/open \(baseline\)/g)).toHaveLength(2);
    expect((await project.cli('check', '--baseline', 'shrink')).exitCode).toBe(1);
    expect(readBaseline()).toEqual(['koan.js', 'zen.js']);
    project.write('new.js', CLEAN);
    project.write('koan.js', CLEAN);
    const shrunk = await project.cli('check', '--baseline');
    expect(shrunk.exitCode).toBe(0);
    expect(shrunk.stderr).toContain('1 violation is the baseline now, 2 before');
    expect(readBaseline()).toEqual(['zen.js']);
    project.write('koan.js', DIRTY);
    expect((await project.cli('check')).exitCode).toBe(1);
    expect((await project.cli('check', '--baseline', 'grow')).exitCode).toBe(2);
  });
});

describe('an exemption', () => {
  it('has a reason, an owner and an end, after which the violation is open again', async () => {
    const project = makeFixProject(bare({ 'zen.js': DIRTY }));
    const [report] = await project.json<Report>('check');
    const id = report?.violations[0]?.id ?? '';
    const why = ['--reason', 'old code', '--owner', 'ann'];
    expect((await project.cli('exempt', id, ...why)).exitCode).toBe(2);
    expect((await project.cli('exempt', id)).stderr).toMatch(
      /needs --reason, --owner and --expires: `agentforge exempt V-\w+ --reason "…" --owner NAME/,
    );
    expect((await project.cli('exempt', id, ...why, '--expires', 'soon')).stderr).toContain('YYYY-MM-DD');
    expect((await project.cli('exempt', id, ...why, '--expires', '2999-12-31')).exitCode).toBe(0);
    expect(project.read('.agentforge/exemptions.yaml')).toContain('old code');
    // At once, and not only after the next check.
    expect(await project.json('violations')).toEqual([]);
    expect(await project.json('violations', '--status', 'exempt')).toMatchObject([
      { id, status: 'exempt', exemption: expect.stringContaining('old code') as string },
    ]);
    expect((await project.cli('fix', id)).stderr).toContain(`${id} is exempt until 2999-12-31`);
    expect((await project.cli('check')).exitCode).toBe(0);
    expect(await project.json('violations', '--status', 'exempt')).toMatchObject([{ id, status: 'exempt' }]);
    expect(await project.json('violations')).toEqual([]);
    project.write(
      '.agentforge/exemptions.yaml',
      project.read('.agentforge/exemptions.yaml').replace('2999-12-31', '2020-12-31'),
    );
    expect((await project.cli('check')).exitCode).toBe(1);
    expect(await project.json('violations')).toMatchObject([{ id, status: 'open' }]);
  });

  it('can be for a check and the files it names', async () => {
    const project = makeFixProject(bare({ 'zen.js': DIRTY, 'koan.js': DIRTY }));
    const given = ['--reason', 'x', '--owner', 'ann', '--expires', '2999-12-31', '--path', 'z*.js'];
    expect((await project.cli('exempt', 'no-var', ...given)).exitCode).toBe(0);
    const [report] = await project.json<Report>('check');
    expect(report?.violations.map(({ path: file, status }) => `${file} ${status}`).sort()).toEqual([
      'koan.js open',
      'zen.js exempt',
    ]);
  });
});

describe('an exemption that would exempt nothing', () => {
  it.each([
    [['V-0000000000'], /found no violation V-0000000000/],
    [['no-vra'], /no check no-vra here; there are no-var/],
    [['V-0000000000', '--path', 'z*.js'], /path goes with check/],
  ])('is refused: %j', async (args, says) => {
    const project = makeFixProject(bare({ 'zen.js': DIRTY }));
    await project.cli('check');
    const rest = ['--reason', 'x', '--owner', 'ann', '--expires', '2999-12-31'];
    const { exitCode, stderr } = await project.cli('exempt', ...args, ...rest);
    expect({ exitCode, stderr }).toMatchObject({
      exitCode: 2,
      stderr: expect.stringMatching(says) as string,
    });
    expect(existsSync(path.join(project.root, '.agentforge/exemptions.yaml'))).toBe(false);
  });
});

describe('the list of violations after a fix', () => {
  const statuses = async (project: FixProject): Promise<unknown> =>
    (await project.json<{ check: string; status: string }>('violations', '--status', 'all')).map(
      ({ check, status }) => `${check} ${status}`,
    );

  it('knows at once what was fixed, and what was taken back', async () => {
    const project = makeFixProject({ ...FARE_PROJECT, ...checks(SMALL, NO_VAR), 'zen.js': DIRTY });
    await project.cli('check');
    const [report] = await project.json<FixSummary>('fix', '--all', '--trust-project');
    expect(report?.fixed).toHaveLength(2);
    expect(await statuses(project)).toEqual(['no-var resolved', 'small resolved']);
    const none = await project.cli('violations');
    expect(none).toMatchObject({
      stdout: '',
      stderr: 'No violation is open; --status all shows every one.\n',
    });
    await project.cli('undo', report?.task ?? '');
    expect(await statuses(project)).toEqual(['no-var open', 'small open']);
  });

  it('says what waits on a branch, and which files changed since the last check', async () => {
    const project = makeFixProject(FARE_PROJECT);
    await project.cli('check');
    const [report] = await project.json<FixSummary>('fix', '--top', '1', '--trust-project');
    const branch = report?.branch ?? '';
    const waiting = await project.cli('violations');
    expect(waiting.stdout).toContain('fare.js');
    expect(waiting.stderr).toBe(`What was fixed on ${branch} is open here until it is merged.\n`);
    project.git('merge', '--quiet', branch);
    const merged = await project.cli('violations');
    expect(merged.stderr).toBe('fare.js changed since the last check; `agentforge check` looks again.\n');
  });
});

describe('`violations`', () => {
  it('refuses a status that there is not', async () => {
    const project = makeFixProject(bare({ 'zen.js': DIRTY }));
    await project.cli('check');
    const { exitCode, stderr } = await project.cli('violations', '--status', 'opne');
    expect({ exitCode, stderr }).toMatchObject({
      exitCode: 2,
      stderr: expect.stringMatching(/no status "opne"; use open, resolved, stale, exempt or all/) as string,
    });
  });

  it('says what became of what the last check found', async () => {
    const project = makeFixProject(bare({ 'zen.js': DIRTY }));
    const early = await project.cli('violations');
    expect(early).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('agentforge check') as string,
    });
    await project.cli('check');
    expect(await project.json('violations')).toMatchObject([{ path: 'zen.js', status: 'open' }]);
    // The id stays when lines move.
    const [before] = await project.json<{ id: string }>('violations');
    project.write('zen.js', `// first\n// second\n${DIRTY}`);
    await project.cli('check');
    expect(await project.json('violations')).toMatchObject([{ id: before?.id, line: 3 }]);
    project.write('zen.js', CLEAN);
    await project.cli('check');
    expect(await project.json('violations')).toEqual([]);
    expect(await project.json('violations', '--status', 'resolved')).toMatchObject([{ status: 'resolved' }]);
    expect((await project.cli('violations', '--status', 'all')).stdout).toMatch(/V-\w+\s+resolved\s+no-var/);
  });
});

describe('`scan`', () => {
  it('looks at the files and folders that are named', async () => {
    const project = makeFixProject({
      ...FARE_PROJECT,
      'lib/zen.js': `debugger;\n`,
      'koan.js': `debugger;\n`,
    });
    const { exitCode, stdout } = await project.cli('scan', 'lib', '--no-advice');
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^lib\/zen\.js\n/);
    expect(stdout).not.toContain('koan.js');
    expect((await project.cli('scan', 'lbi')).stderr).toContain('There is no file or folder lbi.');
    expect((await project.cli('scan', '..')).stderr).toMatch(/is not in .*--project \.\./);
  });

  it('prints the formats that `check` has, and names the option that was meant', async () => {
    const project = makeFixProject({ ...FARE_PROJECT, 'koan.js': `debugger;\n` });
    const { stdout } = await project.cli('scan', '--format', 'sarif');
    expect(JSON.parse(stdout)).toMatchObject({ version: '2.1.0' });
    const wrong = await project.cli('scan', '--foramt', 'sarif');
    expect(wrong).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--format?') as string });
  });

  it('runs nothing of the project, believes nothing in it and writes nothing into it', async () => {
    const canary =
      "import { writeFileSync } from 'node:fs';\nwriteFileSync(new URL('../ran', import.meta.url), '');\n";
    const project = makeFixProject({
      'package.json': '{"type":"module","scripts":{"test":"touch ../ran","prepare":"touch ../ran"}}\n',
      'src/fare.js': FARE.replace('member ?', 'member && age > 1 && night && distance > 3 ?'),
      'eslint.config.js': `${canary}export default [];\n`,
      'vitest.config.js': `${canary}export default {};\n`,
      '.agentforge/config.yaml':
        'tests: {command: [touch, ../ran]}\nchecks: [{id: c, command: [touch, ../ran]}]\n',
      '.agentforge/checks/own.yaml':
        'checks:\n  - {id: own, kind: custom, config: {module: canary.mjs}}\n  - {id: lint, kind: eslint, config: {}}\n  - {id: run, kind: command, config: {command: [touch, ../ran]}}\n',
      'canary.mjs': `${canary}export const check = () => [];\n`,
      '.agentforge/guards/x.yaml': 'not: [a guard',
    });
    const before = readTree(project.root);
    const { exitCode, stdout, stderr } = await project.cli('scan');
    expect(exitCode).toBe(0);
    // In a pipe one line says that the search has begun; on a slow machine another one that it checks.
    expect(stderr).toMatch(/^(?:checking, .*\n)?looking for ways to fix 1 violation …\n$/);
    expect(stdout).toMatch(/fare has a cyclomatic complexity of 1[12]/);
    expect(stdout).toMatch(
      /What `agentforge fix` would do\nfare {2}src\/fare\.js:2 {2}[\w-]+\n {2}1[12] → \d+/,
    );
    expect(existsSync(path.join(project.outside, 'ran'))).toBe(false);
    expect(readTree(project.root)).toEqual(before);
    expect(project.git('status', '--short')).toBe('');
  });

  it('names a function once, and says once what would be done, however many checks it fails', async () => {
    const deep =
      'export function deep(a) {\n' +
      'if (a) {'.repeat(8) +
      'if (a && a.b && a.c && a.d) return 1;' +
      '}'.repeat(8) +
      '\n}\n';
    const project = makeFixProject({ 'package.json': PACKAGE, 'deep.js': deep });
    const { stdout } = await project.cli('scan');
    expect(stdout.match(/V-\w{10}/g)?.length).toBeGreaterThan(1);
    const [found = '', advised = ''] = stdout.split('What `agentforge fix` would do');
    expect(found.match(/\bdeep(?: has|$)/gm)).toHaveLength(1);
    expect(advised.match(/^deep {2}deep\.js:1 {2}[\w-]+$/gm)).toHaveLength(1);
  });

  it('leaves out what would be done, on demand', async () => {
    const project = makeFixProject({
      'package.json': PACKAGE,
      'fare.js': FARE.replace('member ?', 'member && age > 1 && night && distance > 3 ?'),
    });
    const { exitCode, stdout } = await project.cli('scan', '--no-advice');
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/fare has a cyclomatic complexity of 1[12]/);
    expect(stdout).not.toContain('What `agentforge fix` would do');
    expect(await project.json('scan', '--no-advice')).toMatchObject([{ worst: [] }]);
  });

  it('says the same as JSON, with recipes for the worst, whatever the configuration of the project', async () => {
    const project = makeFixProject({
      'package.json': PACKAGE,
      'fare.js': FARE.replace('member ?', 'member && age > 1 && night && distance > 3 ?'),
      '.agentforge/config.yaml': 'tests: [',
    });
    const [report] = await project.json<Report & { worst: readonly unknown[] }>('scan', '--top', '1');
    expect(report?.violations).toMatchObject([{ check: 'complexity' }]);
    const title = expect.stringMatching(/^12 → \d+, new: \w+ \(\d+\)/) as string;
    expect(report?.worst).toMatchObject([
      { violation: { symbol: 'fare' }, lines: expect.arrayContaining([title]) as string[] },
    ]);
    expect(readdirSync(path.join(project.root, '.agentforge'))).toEqual(['config.yaml']);
  });

  it('skips what does not parse, is generated or minified, says so, and follows no link out of the project', async () => {
    const project = makeFixProject({
      ...FARE_PROJECT,
      'broken.js': 'export function f( {\n',
      'generated.js': `// @generated by a tool; do not edit\n${FARE}`,
      'small.js': 'function a(b){return b?1:2}'.repeat(400),
      ...checks(SMALL),
    });
    writeFileSync(path.join(project.outside, 'elsewhere.js'), FARE);
    symlinkSync(path.join(project.outside, 'elsewhere.js'), path.join(project.root, 'link.js'));
    const [report] = await project.json<Report>('check');
    const why = new Map(
      (report?.skipped ?? []).map((one): [string, string] => [one.path, one.why]).reverse(),
    );
    expect(why.get('broken.js')).toMatch(/does not parse: line \d/);
    expect(why.get('generated.js')).toMatch(/generated/);
    expect(why.get('small.js')).toMatch(/minified/);
    expect(report?.violations.map((one) => one.path)).toEqual(['fare.js']);
    expect((await project.cli('scan')).stdout).toMatch(/3 files not looked at, or not wholly/);
  });
});
