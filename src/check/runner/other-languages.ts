// Test runners of other languages, known by the files they read.
import { TestsSpec } from '../../schema/index.js';
import type { DetectedRunner, RunnerQuestion } from './detected-runner.js';

export function detectOtherLanguage(question: RunnerQuestion): DetectedRunner | undefined {
  return detectPytest(question) ?? detectGo(question) ?? detectCargo(question);
}

const PYTEST_SIGNS: readonly (readonly [file: string, sign: RegExp])[] = [
  ['pytest.ini', /^/],
  ['conftest.py', /^/],
  ['test/conftest.py', /^/],
  ['tests/conftest.py', /^/],
  ['pyproject.toml', /pytest/],
  ['setup.cfg', /pytest/],
  ['tox.ini', /pytest/],
  ['requirements.txt', /^pytest\b/m],
  ['requirements-dev.txt', /^pytest\b/m],
  ['dev-requirements.txt', /^pytest\b/m],
];

function detectPytest({ files, read }: RunnerQuestion): DetectedRunner | undefined {
  const sign = PYTEST_SIGNS.find(
    ([file, pattern]) => pattern.test(read(file) ?? '') && read(file) !== undefined,
  );
  const test = files.find((file) => /(?:^|\/)(?:test_[^/]*|[^/]*_test)\.py$/.test(file));
  if (!sign && test === undefined) return undefined;
  const home = ['.venv', 'venv'].find((folder) => read(`${folder}/pyvenv.cfg`) !== undefined);
  const python = home === undefined ? 'python3' : `${home}/bin/python`;
  // Neither compiled files nor a cache: they would count as changes of the workspace.
  const command = [python, '-B', '-m', 'pytest', '-q', '-p', 'no:cacheprovider', '--junitxml={report}'];
  return {
    spec: TestsSpec.parse({
      command,
      report: { format: 'junit', path: '{report}' },
      affected: [...command, '{files}'],
    }),
    runner: 'pytest',
    why: `${sign ? `${sign[0]} speaks of pytest` : `${test} is named like a test of pytest`}; it is run with a JUnit report.`,
  };
}

function detectGo({ files }: RunnerQuestion): DetectedRunner | undefined {
  if (!files.includes('go.mod')) return undefined;
  return {
    spec: TestsSpec.parse({
      command: ['go', 'test', '-json', './...'],
      report: { format: 'go-test-json', path: '-' },
      affected: false,
    }),
    runner: 'go',
    why: 'There is a go.mod; all packages are tested, with the JSON events as report.',
  };
}

function detectCargo({ files }: RunnerQuestion): DetectedRunner | undefined {
  if (!files.includes('Cargo.toml')) return undefined;
  return {
    spec: TestsSpec.parse({
      command: ['cargo', 'test', '--offline', '--no-fail-fast'],
      affected: false,
    }),
    runner: 'cargo',
    why: 'There is a Cargo.toml; the results are read from what cargo prints.',
  };
}
