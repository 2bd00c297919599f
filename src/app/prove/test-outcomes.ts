// Which tests passed and failed in a run, under names that mean the same in every folder.
import { digestTestName, type TestRun } from '../../check/index.js';
import type { TestReport } from '../../schema/index.js';

export interface TestOutcomes {
  /** Names by key. */
  readonly passing: ReadonlyMap<string, string>;
  /** By key, whether an assertion failed rather than something else. */
  readonly failing: ReadonlyMap<string, boolean>;
  /** Some file could not be loaded, or nothing ran at all. */
  readonly isBroken: boolean;
  /** False when the report does not name the tests that passed. */
  readonly isNamed: boolean;
  readonly problem?: string;
}

/** `root` is the folder the tests ran in, which some runners make part of names. */
export function readOutcomes({ verdict, reports }: TestRun, root: string): TestOutcomes {
  const report = reports.find((one): one is TestReport => one.kind === 'tests');
  const failing = report?.failing ?? [];
  const isBroken = report === undefined || failing.some(({ suite }) => suite === true) || report.total === 0;
  const nameOf = (name: string): string => name.replaceAll(`${root}/`, '');
  const passing = (report?.passing ?? []).map(nameOf).filter((name) => !isFileName(name));
  return {
    passing: new Map(withKeys(passing).map(([key, index]) => [key, passing[index] ?? ''])),
    failing: new Map(
      withKeys(failing.map(({ test }) => nameOf(test))).map(([key, index]) => [
        key,
        failing[index]?.assertion === true,
      ]),
    ),
    isBroken,
    isNamed: report?.passing !== undefined,
    ...(verdict.error === undefined ? {} : { problem: verdict.error }),
  };
}

/** A file in which there is no test passes as one in some reports. */
function isFileName(name: string): boolean {
  return /^[^\s>]+\.(?:[cm]?[jt]sx?|py)$/.test(name);
}

/** Several tests of one name are told apart by their order. */
function withKeys(names: readonly string[]): (readonly [key: string, index: number])[] {
  const seen = new Map<string, number>();
  return names.map((name, index) => {
    const digest = digestTestName(name);
    const count = (seen.get(digest) ?? 0) + 1;
    seen.set(digest, count);
    return [count === 1 ? digest : `${digest}#${count}`, index] as const;
  });
}

/** Without the file that some reports put before it. */
export function shortName(name: string): string {
  return name.split('::').at(-1) ?? name;
}
