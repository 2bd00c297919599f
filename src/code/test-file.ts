// Which files are tests, by the naming conventions of the common runners.
import { posix } from 'node:path';

const SCRIPT_BY_SUFFIX = /\.(?:test|spec|e2e-spec|cy)\.[cm]?[jt]sx?$/; // vitest, jest, mocha, playwright, cypress
const SCRIPT_IN_TEST_FOLDER = /(?:^|\/)test\/.*\.[cm]?[jt]sx?$/; // mocha, node:test

/** Names that a runner picks up wherever the file lies. */
const BY_NAME: readonly RegExp[] = [
  SCRIPT_BY_SUFFIX,
  /(?:^|\/)(?:test|test-[^/]+|[^/]+[-_]test)\.[cm]?[jt]s$/, // node:test
  /(?:^|\/)(?:test_[^/]*|[^/]*_test|tests)\.py$/, // pytest, unittest, django
  /_test\.go$/,
  /(?:_spec|_test|\/test_[^/]*)\.rb$/, // rspec, minitest
  /(?:Test|Tests|TestCase|IT)\.(?:java|kt|cs|php|scala)$/,
];

/** Folders whose plain files are tests. */
const BY_FOLDER: readonly RegExp[] = [
  SCRIPT_IN_TEST_FOLDER,
  /(?:^|\/)__tests__\/.*\.[cm]?[jt]sx?$/, // jest
  /(?:^|\/)tests\/[^/]+\.rs$/, // cargo
];

/** What lies beside tests and serves them. */
const SUPPORT_FOLDER =
  /(?:^|\/)(?:__)?(?:fixtures?|helpers?|support|utils?|mocks?|snapshots?|stubs|data|testdata)(?:__)?\//i;
const SUPPORT_NAME =
  /^(?:.*[-_.])?(?:helpers?|utils?|setup|teardown|fixtures?|mocks?|common|globals?)(?:\.d)?\.[^.]+$|\.d\.[cm]?ts$|\.config\.[cm]?[jt]s$/i;

/** By the path alone; where the whole project is at hand, `createTestFilter` is the better judge. */
export function isTestFile(path: string): boolean {
  if (isNamedTest(path)) return !/(?:^|\/)(?:__)?fixtures?(?:__)?\//.test(path);
  if (!BY_FOLDER.some((pattern) => pattern.test(path))) return false;
  // A package may itself be called `utils`: only what lies below the test folder says what it is for.
  const below = path.replace(/^.*?(?:^|\/)(?:tests?|__tests__)(?=\/)/, '');
  return !SUPPORT_FOLDER.test(below) && !SUPPORT_NAME.test(posix.basename(path));
}

/** Where tests carry a suffix such as `.test.ts`, the plain files in `test/` beside them are helpers. */
export function createTestFilter(files: readonly string[]): (path: string) => boolean {
  const usesSuffix = files.some((path) => SCRIPT_BY_SUFFIX.test(path));
  if (!usesSuffix) return isTestFile;
  return (path) => isTestFile(path) && (isNamedTest(path) || !SCRIPT_IN_TEST_FOLDER.test(path));
}

function isNamedTest(path: string): boolean {
  return BY_NAME.some((pattern) => pattern.test(path));
}
