// How each JavaScript test runner is started so that it leaves a structured report.
import type { TestsSpec } from '../../schema/index.js';
import { NODE_VALUE_OPTIONS, type Invocation, type ScriptRunner } from './invocation.js';
import { expandPatterns, keepPatterns, type OptionRules } from './arguments.js';

export interface Manner extends OptionRules {
  /** Follows the program, before every option. */
  readonly first?: readonly string[];
  readonly report: (version: readonly number[]) => ReportDemand;
  /** Whether its demands may follow the file names, as they do when npm appends them. */
  readonly demandsMayFollow: boolean;
  readonly expand: typeof keepPatterns;
  /** In place of the file names, to run only some. */
  readonly only: readonly string[];
}

export interface ReportDemand {
  readonly words: readonly string[];
  readonly report: NonNullable<TestsSpec['report']>;
}

const inFile = (format: NonNullable<TestsSpec['report']>['format'], ...words: string[]): ReportDemand => ({
  words,
  report: { format, path: '{report}' },
});
const tapInOutput = (...words: string[]): ReportDemand => ({ words, report: { format: 'tap', path: '-' } });
const options = (text: string): ReadonlySet<string> => new Set(text.split(' '));

export const MANNERS: Readonly<Record<ScriptRunner, Manner>> = {
  vitest: {
    first: ['run'],
    withValue: options(
      '-c --config -r --root --dir -t --testNamePattern --reporter --outputFile --environment --project --pool --mode --shard --maxWorkers --minWorkers --testTimeout --hookTimeout --retry --bail --exclude',
    ),
    dropped: options('--reporter --outputFile --run --watch -w --ui --open --coverage --bail -u --update'),
    report: () =>
      inFile('vitest-json', '--reporter=json', '--outputFile={report}', '--coverage.enabled=false'),
    demandsMayFollow: true,
    expand: keepPatterns,
    only: ['{files}'],
  },
  jest: {
    withValue: options(
      '-c --config --rootDir --roots --projects --env --testEnvironment -t --testNamePattern --testPathPattern --testPathPatterns --testPathIgnorePatterns --maxWorkers -w --reporters --outputFile --coverageDirectory --coverageReporters --collectCoverageFrom --coverageProvider --selectProjects --testTimeout --shard --seed --setupFilesAfterEnv',
    ),
    dropped: options(
      '--json --outputFile --reporters --watch --watchAll --bail -b -u --updateSnapshot --coverage --collectCoverage --coverageDirectory --coverageReporters --collectCoverageFrom --verbose --onlyChanged -o --notify',
    ),
    report: () => inFile('jest-json', '--json', '--outputFile={report}', '--coverage=false'),
    demandsMayFollow: true,
    expand: keepPatterns,
    only: ['--runTestsByPath', '{files}'],
  },
  mocha: {
    withValue: options(
      '-r --require --import --loader -R --reporter -O --reporter-option --reporter-options -t --timeout --timeouts -u --ui -g --grep -f --fgrep --file --config --package --opts --extension --exclude --ignore --retries -s --slow -j --jobs --spec --watch-files --watch-ignore --globals --compilers -n --node-option -p --tsconfig --paths',
    ),
    dropped: options(
      '-R --reporter -O --reporter-option --reporter-options -w --watch -b --bail -c --color --colors --growl -G --watch-files --watch-ignore',
    ),
    // The JSON reporter writes files since 9.2; before, the XML one does, and what tests print cannot spoil it.
    report: ([major = 0, minor = 0]) =>
      major > 9 || (major === 9 && minor >= 2)
        ? inFile('mocha-json', '--reporter', 'json', '--reporter-option', 'output={report}')
        : inFile('junit', '--reporter', 'xunit', '--reporter-options', 'output={report}'),
    demandsMayFollow: true,
    expand: keepPatterns,
    only: ['{files}'],
  },
  'node:test': {
    withValue: NODE_VALUE_OPTIONS,
    dropped: options('--test-reporter --test-reporter-destination --watch --experimental-test-coverage'),
    report: () =>
      inFile(
        'tap',
        ...['--test-reporter=tap', '--test-reporter-destination={report}'],
        ...['--test-reporter=spec', '--test-reporter-destination=stdout'],
      ),
    demandsMayFollow: false,
    expand: expandPatterns,
    only: ['{files}'],
  },
  tap: {
    withValue: options(
      '-R --reporter -t --timeout -j --jobs --output-file -o --node-arg --plugin --test-arg -A',
    ),
    dropped: options(
      '-R --reporter -C --color -b --bail -w --watch --cov --coverage --100 --check-coverage --coverage-report --no-coverage --disable-coverage --output-file -o --allow-incomplete-coverage --allow-empty-coverage --show-full-coverage --no-check-coverage --no-coverage-report --statements --branches --functions --lines',
    ),
    report: ([major = 0]) =>
      tapInOutput('--reporter=tap', major >= 18 ? '--disable-coverage' : '--no-coverage'),
    demandsMayFollow: true,
    expand: keepPatterns,
    only: ['{files}'],
  },
  tape: {
    withValue: options('-r --require --import -i --ignore --ignore-pattern'),
    dropped: new Set(),
    report: () => tapInOutput(),
    demandsMayFollow: true,
    expand: keepPatterns,
    only: ['{files}'],
  },
  ava: {
    withValue: options('-m --match -T --timeout -c --concurrency --config --node-arguments'),
    dropped: options('-t --tap -v --verbose -w --watch --fail-fast -u --update-snapshots --no-color'),
    report: () => tapInOutput('--tap'),
    demandsMayFollow: true,
    expand: keepPatterns,
    only: ['{files}'],
  },
  // Its files are run by node's test runner.
  uvu: {
    withValue: new Set(),
    dropped: new Set(),
    report: () => tapInOutput(),
    demandsMayFollow: false,
    expand: expandPatterns,
    only: ['{files}'],
  },
  'node script': {
    withValue: new Set(),
    dropped: new Set(),
    report: () => tapInOutput(),
    demandsMayFollow: true,
    expand: expandPatterns,
    only: ['{files}'],
  },
};

/** The package that has the program, for a runner that is one. */
export function packageOf({ runner, package: name }: Invocation): string | undefined {
  return runner === 'node:test' || runner === 'node script' ? name : (name ?? runner);
}
