// In what way the changed test files prove less than those of the base.
import { lstatSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { runGit } from '../../platform/index.js';
import { countTests, type TestCounts } from './count-tests.js';
import type { ChangedPath } from './find-change.js';

/** Over all of them together, so that what moves from one file to another is not missed. */
export async function findWeakened(
  root: string,
  base: string,
  files: readonly ChangedPath[],
  count: (name: string, text: string) => TestCounts = countTests,
): Promise<string[]> {
  const names = files.filter(({ role }) => role === 'test' || role === 'support').map((file) => file.path);
  const [before, after] = [{ ...NONE }, { ...NONE }];
  for (const name of names) {
    add(before, count(name, await readAtBase(root, base, name)));
    add(after, count(name, readNow(path.join(root, name))));
  }
  return [
    ...describe('tests', before.tests, after.tests, 'Fewer'),
    ...describe('assertions', before.assertions, after.assertions, 'Fewer'),
    ...describe('skipped or exclusive tests', before.skips, after.skips, 'More'),
  ];
}

const NONE = { tests: 0, assertions: 0, skips: 0 };

function add(sum: { -readonly [K in keyof TestCounts]: number }, counts: TestCounts): void {
  sum.tests += counts.tests;
  sum.assertions += counts.assertions;
  sum.skips += counts.skips;
}

export async function readAtBase(root: string, base: string, name: string): Promise<string> {
  const { exitCode, stdout } = await runGit(root, ['show', `${base}:./${name}`]);
  return exitCode === 0 ? stdout : '';
}

function readNow(file: string): string {
  return lstatSync(file, { throwIfNoEntry: false })?.isFile() ? readFileSync(file, 'utf8') : '';
}

function describe(what: string, before: number, after: number, way: 'Fewer' | 'More'): string[] {
  const isWorse = way === 'Fewer' ? after < before : after > before;
  return isWorse
    ? [`${way} ${what} in the changed test files than before (${before} → ${after}); bring them back.`]
    : [];
}
