// Every format, in the order they are tried: documents, runners, diagnostics, traces, failures, and the catch-all.
import type { Format } from './format.js';
import { cargoTest } from './formats/cargo-test.js';
import { editLint } from './formats/edit-lint.js';
import { eslintJson } from './formats/eslint-json.js';
import { eslint } from './formats/eslint.js';
import { fileLine } from './formats/file-line.js';
import { git } from './formats/git.js';
import { goTestJson } from './formats/go-test-json.js';
import { goTest } from './formats/go-test.js';
import { gotestsum } from './formats/gotestsum.js';
import { groupedLint } from './formats/grouped-lint.js';
import { jest } from './formats/jest.js';
import { junit } from './formats/junit.js';
import { mochaJson } from './formats/mocha-json.js';
import { mocha } from './formats/mocha.js';
import { nodeStack } from './formats/node-stack.js';
import { nodeTest } from './formats/node-test.js';
import { npm } from './formats/npm.js';
import { pytest } from './formats/pytest.js';
import { pythonTraceback } from './formats/python-traceback.js';
import { rspecJson } from './formats/rspec-json.js';
import { runnerJson } from './formats/runner-json.js';
import { sarif } from './formats/sarif.js';
import { sourceArrow } from './formats/source-arrow.js';
import { tap } from './formats/tap.js';
import { toolFailure } from './formats/tool-failure.js';
import { tsc } from './formats/tsc.js';
import { unittest } from './formats/unittest.js';
import { vitest } from './formats/vitest.js';

export const FORMATS: readonly Format[] = [
  ...[junit, sarif, runnerJson, mochaJson, rspecJson, eslintJson, goTestJson],
  ...[vitest, jest, nodeTest, tap, mocha, cargoTest, pytest, unittest, goTest, gotestsum],
  ...[git, tsc, eslint, sourceArrow, editLint, groupedLint],
  ...[pythonTraceback, nodeStack],
  ...[npm, toolFailure],
  fileLine,
];
