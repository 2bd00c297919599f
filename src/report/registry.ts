// Every format, in the order they are tried: documents, runners, diagnostics, traces, failures, and the catch-all.
import type { Format } from './format.js';
import { annotations } from './formats/annotations.js';
import { apart } from './formats/apart.js';
import { ava } from './formats/ava.js';
import { cargoTest } from './formats/cargo-test.js';
import { checkstyle } from './formats/checkstyle.js';
import { dotnetTest } from './formats/dotnet-test.js';
import { editLint } from './formats/edit-lint.js';
import { eslint } from './formats/eslint.js';
import { eslintJson } from './formats/eslint-json.js';
import { fileLine } from './formats/file-line.js';
import { git } from './formats/git.js';
import { goBuild } from './formats/go-build.js';
import { goTest } from './formats/go-test.js';
import { goTestJson } from './formats/go-test-json.js';
import { gotestsum } from './formats/gotestsum.js';
import { gotestsumSummary } from './formats/gotestsum-summary.js';
import { gradle } from './formats/gradle.js';
import { groupedLint } from './formats/grouped-lint.js';
import { jest } from './formats/jest.js';
import { junit } from './formats/junit.js';
import { labelledLine } from './formats/labelled-line.js';
import { libtestJson } from './formats/libtest-json.js';
import { lintJson } from './formats/lint-json.js';
import { maven } from './formats/maven.js';
import { mocha } from './formats/mocha.js';
import { mochaJson } from './formats/mocha-json.js';
import { nextest } from './formats/nextest.js';
import { nodeStack } from './formats/node-stack.js';
import { nodeTest } from './formats/node-test.js';
import { npm } from './formats/npm.js';
import { panic } from './formats/panic.js';
import { numberedFailures } from './formats/numbered-failures.js';
import { phpstan } from './formats/phpstan.js';
import { phpunit } from './formats/phpunit.js';
import { prove } from './formats/prove.js';
import { pytest } from './formats/pytest.js';
import { pytestConftest } from './formats/pytest-conftest.js';
import { pythonTraceback } from './formats/python-traceback.js';
import { rspec } from './formats/rspec.js';
import { rspecJson } from './formats/rspec-json.js';
import { runnerJson } from './formats/runner-json.js';
import { sanitizer } from './formats/sanitizer.js';
import { sarif } from './formats/sarif.js';
import { scriptTrace } from './formats/script-trace.js';
import { shellcheck } from './formats/shellcheck.js';
import { sourceArrow } from './formats/source-arrow.js';
import { tap } from './formats/tap.js';
import { tapSpec } from './formats/tap-spec.js';
import { testXml } from './formats/test-xml.js';
import { toolFailure } from './formats/tool-failure.js';
import { tsc } from './formats/tsc.js';
import { unittest } from './formats/unittest.js';
import { uvu } from './formats/uvu.js';
import { verdictBelow } from './formats/verdict-below.js';
import { vitest } from './formats/vitest.js';

export const FORMATS: readonly Format[] = [
  ...[
    junit,
    testXml,
    checkstyle,
    sarif,
    runnerJson,
    mochaJson,
    rspecJson,
    eslintJson,
    goTestJson,
    libtestJson,
  ],
  lintJson,
  ...[vitest, jest, nodeTest, prove, tap, mocha, ava, uvu, tapSpec, nextest, cargoTest, pytest, unittest],
  ...[
    goBuild,
    gotestsumSummary,
    goTest,
    gotestsum,
    maven,
    gradle,
    rspec,
    phpunit,
    dotnetTest,
    numberedFailures,
    verdictBelow,
  ],
  ...[
    annotations,
    git,
    tsc,
    eslint,
    sourceArrow,
    apart,
    labelledLine,
    editLint,
    groupedLint,
    shellcheck,
    phpstan,
  ],
  ...[pytestConftest, pythonTraceback, nodeStack, scriptTrace, panic, sanitizer],
  ...[npm, toolFailure],
  fileLine,
];
