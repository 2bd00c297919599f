// A full run of the same tests on the same workspace need not be made again: fixes one after the other share it.
import { nameMeasurement, type TestRun } from '../check/index.js';
import { findRepository } from '../platform/index.js';
import type { TestsSpec } from '../schema/index.js';
import type { Runtime } from './runtime.js';

/** More than this is not worth keeping with a verdict. */
const MAX_REPORT_CHARS = 200_000;

/** Undefined when there is none to rely on. Outside git the hash does not cover the files the tests may read. */
export async function findTestRun(runtime: Runtime, spec: TestsSpec): Promise<TestRun | undefined> {
  const { workspace, evidence } = runtime;
  if ((await findRepository(workspace.root)) === undefined) return undefined;
  const known = evidence.find(await workspace.hash([]), nameTests(runtime, spec), {
    trustDisk: workspace.describeWeakness() === undefined,
  });
  const verdict = known?.verification.tests;
  return verdict && known.reports ? { verdict, reports: known.reports, output: '' } : undefined;
}

/** `hash` names the workspace the tests ran on. */
export function saveTestRun(
  runtime: Runtime,
  spec: TestsSpec,
  hash: string,
  run: Omit<TestRun, 'output'>,
): void {
  const { verdict, reports } = run;
  const isWhole = verdict.scope === 'full' && verdict.error === undefined;
  if (!isWhole || JSON.stringify(reports).length > MAX_REPORT_CHARS) return;
  runtime.evidence.save(
    {
      workspace: hash,
      measured: nameTests(runtime, spec),
      at: new Date(runtime.clock.now()).toISOString(),
      verification: {
        workspace: hash,
        reached: 'full',
        failedAt: null,
        syntax: [],
        checks: [],
        tests: verdict,
        complete: verdict.passing,
      },
      reports: [...reports],
    },
    // Losing it costs one more run.
    { durable: false },
  );
}

/** The same files in another folder may have other packages and builds beside them, which git does not know. */
function nameTests({ workspace }: Runtime, tests: TestsSpec): string {
  return nameMeasurement({ tests, place: workspace.root });
}
