import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { detectRunner, detectRunnerIn, runTests, type DetectedRunner } from '../../../src/check/index.js';
import { runCommand } from '../../../src/platform/index.js';
import { makeProject } from '../../support/temp-project.js';

const BINS: Readonly<Record<string, string>> = {
  vitest: 'vitest.mjs',
  jest: 'bin/jest.js',
  mocha: 'bin/mocha.js',
  tap: 'bin/run.js',
  tape: 'bin/tape',
  ava: 'cli.mjs',
  tsx: 'dist/cli.mjs',
};

interface Asked {
  readonly scripts?: Readonly<Record<string, string>>;
  readonly dependencies?: readonly string[];
  readonly versions?: Readonly<Record<string, string>>;
  readonly files?: Readonly<Record<string, string>>;
}

/** A package in memory, with every runner installed. */
function ask({ scripts = {}, dependencies = [], versions = {}, files = {} }: Asked): DetectedRunner {
  const devDependencies = Object.fromEntries(dependencies.map((name) => [name, '*']));
  const all: Record<string, string> = {
    'package.json': JSON.stringify({ scripts, devDependencies }),
    ...files,
  };
  for (const [name, bin] of Object.entries(BINS))
    all[`node_modules/${name}/package.json`] ??= JSON.stringify({
      version: versions[name] ?? '99.0.0',
      bin: { [name]: bin },
    });
  const own = Object.keys(all).filter((file) => !file.startsWith('node_modules'));
  return detectRunner({ files: own, read: (file) => all[file] });
}

function commandOf(found: DetectedRunner): string {
  return 'spec' in found ? found.spec.command.join(' ') : `none: ${found.none}`;
}

function commandFor(script: string, more: Omit<Asked, 'scripts'> = {}): string {
  return commandOf(ask({ scripts: { test: script }, ...more }));
}

const MOCHA = 'node node_modules/mocha/bin/mocha.js';
const MOCHA_JSON = '--reporter json --reporter-option output={report}';

describe('the runner behind a test script', () => {
  it.each([
    [
      'vitest',
      'vitest',
      'node node_modules/vitest/vitest.mjs run --reporter=json --outputFile={report} --coverage.enabled=false',
    ],
    ['jest', 'jest', 'node node_modules/jest/bin/jest.js --json --outputFile={report} --coverage=false'],
    ['mocha', 'mocha', `${MOCHA} ${MOCHA_JSON}`],
    ['tap', 'tap', 'node node_modules/tap/bin/run.js --reporter=tap --disable-coverage'],
    ['tape', 'tape test/*.js', 'node node_modules/tape/bin/tape test/*.js'],
    ['ava', 'ava', 'node node_modules/ava/cli.mjs --tap'],
    [
      'node:test',
      'node --test',
      'node --test --test-reporter=tap --test-reporter-destination={report} --test-reporter=spec --test-reporter-destination=stdout',
    ],
  ])('%s is started directly and asked for a report', (runner, script, command) => {
    const found = ask({ scripts: { test: script } });
    expect(found).toMatchObject({ runner, spec: { report: expect.anything() as unknown } });
    expect(commandOf(found)).toBe(command);
  });

  it.each([
    ['a coverage tool', 'nyc --reporter lcov mocha test'],
    ['another one', 'c8 --check-coverage mocha test'],
    ['an old one', 'istanbul cover _mocha --report lcovonly -- test'],
    ['npx', 'npx mocha test'],
    ['a path', './node_modules/.bin/mocha test'],
    ['node', 'node node_modules/mocha/bin/_mocha test'],
    ['linters before it', 'eslint . && prettier --check . && tsc --noEmit && mocha test'],
    ['a reporter of its own', 'mocha -R dot test --bail'],
    ['a printer', 'mocha test | tap-spec'],
  ])('is found through %s', (_, script) => {
    expect(commandFor(script)).toBe(`${MOCHA} ${MOCHA_JSON} test`);
  });

  it('is found in the scripts that the test script calls', () => {
    const scripts = {
      test: 'npm run lint && npm run unit -- --grep cart',
      lint: 'eslint .',
      unit: 'mocha test',
    };
    expect(commandOf(ask({ scripts }))).toBe(`${MOCHA} --grep cart ${MOCHA_JSON} test`);
    expect(commandOf(ask({ scripts: { ...scripts, test: 'run-s lint unit' } }))).toBe(
      `${MOCHA} ${MOCHA_JSON} test`,
    );
  });

  it('keeps the environment that the script sets, without a shell', () => {
    const command = `env NODE_ENV=test ${MOCHA} ${MOCHA_JSON}`;
    expect(commandFor('NODE_ENV=test mocha')).toBe(command);
    expect(commandFor('cross-env NODE_ENV=test mocha')).toBe(command);
  });

  it('keeps options, and takes the quotes off patterns, which mocha expands itself', () => {
    expect(commandFor(`mocha --require ts-node/register "test/**/*.ts"`)).toBe(
      `${MOCHA} --require ts-node/register ${MOCHA_JSON} test/**/*.ts`,
    );
  });

  it('does not look deeper than a shell would where a pattern is not quoted', () => {
    const files = { 'test/unit/a.js': '', 'test/unit/deep/helper.js': '' };
    expect(commandFor('mocha test/**/*.js', { files })).toBe(`${MOCHA} ${MOCHA_JSON} test/*/*.js`);
    expect(commandFor('node --test test/**/*.js', { files })).toMatch(/ test\/unit\/a\.js$/);
    expect(commandFor('node --test "test/**/*.js"', { files })).toMatch(
      / test\/unit\/a\.js test\/unit\/deep\/helper\.js$/,
    );
  });

  it('asks an old mocha for the report that it can write', () => {
    expect(commandFor('mocha', { versions: { mocha: '8.4.0' } })).toBe(
      `${MOCHA} --reporter xunit --reporter-options output={report}`,
    );
  });

  it('reads TAP from a script that loads tape, and has node:test report for one that loads it', () => {
    expect(commandFor('node test/index.js', { files: { 'test/index.js': `require('tape')` } })).toBe(
      'node test/index.js',
    );
    expect(commandFor('node test', { files: { 'test/index.js': `import test from 'node:test'` } })).toMatch(
      /^node --test --test-reporter=tap .* test$/,
    );
  });
});

describe('a test script that needs more than its runner', () => {
  it('runs through npm when there is a build, with the report asked for at its end', () => {
    expect(commandFor('tsc -p . && mocha')).toBe(`npm test --silent -- ${MOCHA_JSON}`);
    const scripts = { test: 'npm run build && npm run unit', build: 'tsc', unit: 'mocha' };
    expect(commandOf(ask({ scripts }))).toBe(`npm test --silent -- -- ${MOCHA_JSON}`);
    expect(commandOf(ask({ scripts: { pretest: 'tsc', test: 'vitest' } }))).toContain(
      'npm test --silent -- --run --reporter=json',
    );
  });

  it('does first what the script does first, where npm cannot hand on what is asked of the runner', () => {
    const steps = (command: string): string =>
      `sh -c PATH="$PWD/node_modules/.bin:$PATH"; said=$( { ${command}; } 2>&1 ) || { echo "$said"; exit 1; }; exec "$@" tests`;
    const scripts = { pretest: 'bundt', test: 'tape test/*.js | tap-spec' };
    expect(commandOf(ask({ scripts }))).toBe(`${steps('bundt')} node node_modules/tape/bin/tape test/*.js`);
    expect(commandFor("A='b c' tsc -p . && node build.js 'a b' && mocha && size-limit")).toBe(
      `${steps("A='b c' tsc -p . && node build.js 'a b'")} ${MOCHA} ${MOCHA_JSON}`,
    );
    expect(commandFor('eslint . && tsc && mocha')).toBe(`${steps('tsc')} ${MOCHA} ${MOCHA_JSON}`);
  });

  it('leaves out what comes after the tests, and scripts beside them that are not tests', () => {
    expect(commandFor('xo && ava && tsc')).toBe('node node_modules/ava/cli.mjs --tap');
    expect(commandFor('mocha && node check-size.js')).toBe(`${MOCHA} ${MOCHA_JSON}`);
  });

  it('makes one run of several where files do not share anything', () => {
    expect(commandFor('node --test a.js && node --test --test-reporter=dot b.js')).toBe('npm test --silent');
    expect(commandFor('node --test a.js && node --test b.js')).toMatch(/^node --test .* a\.js b\.js$/);
  });

  it("runs the files of uvu with node's test runner, as each is a program of its own", () => {
    const files = { 'test/a.js': '', 'test/b.test.ts': '', 'test/fixtures/c.js': '', 'src/d.js': '' };
    const spread = (script: string): string => commandFor(script, { files });
    expect(spread('uvu test -i fixtures')).toMatch(
      /^node --test --test-reporter=tap .* test\/a\.js test\/b\.test\.ts$/,
    );
    expect(spread('uvu -r tsm test "\\.test\\.ts$"')).toMatch(/^node --test -r tsm .* test\/b\.test\.ts$/);
    expect(spread('uvu')).toMatch(/stdout test\/a\.js test\/b\.test\.ts test\/fixtures\/c\.js$/);
    expect(spread('uvu spec')).toBe('npm test --silent');
  });

  it('follows patterns of script names', () => {
    const named = {
      test: 'FORCE_COLOR=1 pnpm run /^test:/',
      'test:lint': 'eslint .',
      'test:all': 'c8 pnpm unit',
    };
    expect(commandOf(ask({ scripts: { ...named, unit: 'mocha' } }))).toBe(
      `env FORCE_COLOR=1 ${MOCHA} ${MOCHA_JSON}`,
    );
    const scripts = { test: 'run-s test:*', 'test:lint': 'eslint .', 'test:unit': 'mocha', 'test:a:b': 'x' };
    expect(commandOf(ask({ scripts }))).toBe(`${MOCHA} ${MOCHA_JSON}`);
  });

  it.each([
    ['mocha || true', /\|\|/],
    ['mocha > out.txt', />/],
    ['mocha $FILES', /\$F/],
    ['mocha test/a && jest', /several test commands/],
    ['make test', /no test runner was recognised/],
    ['node test.js', /a script of its own/],
    ['tsc | tee log && node --test', /more than run tests/],
    ['mocha --require a && mocha --require b', /several test commands/],
    ['npm test', /call each other/],
  ])('is run as a whole when it is %j', (script, why) => {
    const found = ask({ scripts: { test: script } });
    expect(found).toMatchObject({ runner: 'npm', why: expect.stringMatching(why) as string });
    expect(commandOf(found)).toBe('npm test --silent');
    expect(found).toMatchObject({ spec: { affected: false } });
  });
});

describe('only some test files', () => {
  const affected = (asked: Asked): unknown => {
    const found = ask(asked);
    return 'spec' in found && found.spec.affected ? found.spec.affected.join(' ') : undefined;
  };

  it('take the place of those in the script', () => {
    expect(affected({ scripts: { test: 'mocha --exit test' } })).toBe(
      `${MOCHA} --exit ${MOCHA_JSON} {files}`,
    );
    expect(affected({ scripts: { test: 'jest src' } })).toMatch(
      /--coverage=false --runTestsByPath \{files\}$/,
    );
  });

  it('cannot be run where the settings of mocha add more', () => {
    const files = { '.mocharc.json': '{"spec": "test/**/*.js"}' };
    expect(affected({ scripts: { test: 'mocha' }, files })).toBeUndefined();
  });
});

describe('without a test script', () => {
  it.each([undefined, 'echo "Error: no test specified" && exit 1'])('(%s) a dependency counts', (test) => {
    const scripts: Record<string, string> = test === undefined ? {} : { test };
    expect(ask({ scripts, dependencies: ['vitest'] })).toMatchObject({ runner: 'vitest' });
  });

  it('tests that load node:test count', () => {
    const files = { 'a.test.mjs': `import test from 'node:test';` };
    expect(ask({ files })).toMatchObject({ runner: 'node:test' });
  });

  it.each([
    ['pytest', { 'pyproject.toml': '[tool.pytest.ini_options]' }, 'python3 -B -m pytest'],
    ['pytest', { 'tests/test_cart.py': '' }, 'python3 -B -m pytest'],
    ['pytest', { 'pytest.ini': '', '.venv/pyvenv.cfg': '' }, '.venv/bin/python -B -m pytest'],
    ['go', { 'go.mod': 'module a' }, 'go test -json ./...'],
    ['cargo', { 'Cargo.toml': '' }, 'cargo test'],
  ])('%s is found in %j', (runner, files, start) => {
    const found = ask({ files });
    expect(found).toMatchObject({ runner });
    expect(commandOf(found).startsWith(start)).toBe(true);
  });

  it('and without any sign of tests it says so', () => {
    expect(ask({})).toMatchObject({ none: expect.stringContaining('no test script') as string });
    expect(detectRunner({ files: [], read: () => undefined })).toHaveProperty('none');
  });
});

it('a runner that is not installed is named, with what to do', () => {
  const files = { 'node_modules/jest/package.json': '' };
  expect(ask({ scripts: { test: 'jest' }, files })).toEqual({
    none: 'The tests need jest, which is not installed; run `npm install` first.',
  });
});

it('a runner that a monorepo installs further up is found there', () => {
  const files = new Map([
    ['package.json', '{"scripts": {"test": "mocha"}}'],
    ['../../node_modules/mocha/package.json', '{"version": "11.0.0", "bin": {"mocha": "./bin/mocha.js"}}'],
  ]);
  expect(commandOf(detectRunner({ files: ['package.json'], read: (file) => files.get(file) }))).toBe(
    `node ../../node_modules/mocha/bin/mocha.js ${MOCHA_JSON}`,
  );
});

describe('what was detected', () => {
  it.each([
    [
      'vitest',
      `import { expect, it } from 'vitest'; it('adds', () => expect(1 + 1).toBe(2)); it('fails', () => expect(1).toBe(2));`,
    ],
    [
      'node --test',
      `import test from 'node:test'; test('adds', () => {}); test('fails', () => { throw new Error('no'); });`,
    ],
    [
      'node build.mjs && node --test a.test.mjs && echo done',
      `import test from 'node:test'; import { add } from './built.mjs'; test('adds', () => { add(1); }); test('fails', () => { throw new Error('no'); });`,
    ],
  ])('gives a verdict when it is really run: %s', async (script, text) => {
    const root = makeProject({
      'package.json': JSON.stringify({ type: 'module', scripts: { test: script } }),
      'a.test.mjs': text,
      'build.mjs': `import { writeFileSync } from 'node:fs'; writeFileSync('built.mjs', 'export const add = (n) => n + 1;'); console.log('1..9');`,
    });
    symlinkSync(path.resolve('node_modules'), path.join(root, 'node_modules'));
    const found = detectRunnerIn(root);
    if ('none' in found) throw new Error(found.none);
    const { verdict } = await runTests(found.spec, {
      root,
      run: ({ argv, timeoutMs }) => runCommand({ argv, cwd: root, timeoutMs, maxOutputBytes: 100_000 }),
    });
    expect(verdict).toMatchObject({ passing: false, passed: 1, failed: 1, passingNames: ['adds'] });
    expect(verdict.error).toBeUndefined();
  });
});
