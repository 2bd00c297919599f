// `verify`: the verdict on the workspace as it is, stored as evidence.
import { verifyProject, type VerifyResult } from '../app/index.js';
import { ensureTrust, openHarness, type Globals } from './globals.js';
import { untilInterrupted } from './interrupt.js';
import { paint, print, printJson } from './output.js';
import { describeSkipped } from './test-counts.js';

export async function verify(
  globals: Globals,
  options: { checks?: boolean; tests?: boolean; trustProject?: boolean },
): Promise<void> {
  await ensureTrust(globals, options);
  const all = !options.checks && !options.tests;
  const { runtime } = openHarness(globals);
  const result = await untilInterrupted('stopping', (signal) =>
    verifyProject(runtime, {
      checks: all || options.checks === true,
      tests: all || options.tests === true,
      signal,
    }),
  );
  process.exitCode = result.passing ? 0 : 1;
  if (globals.json) return printJson(result);
  printVerdict(result);
}

function printVerdict({ checks, tests, workspace }: VerifyResult): void {
  for (const check of checks) print(`${mark(check.passing)} ${check.summary}`);
  if (tests)
    print(
      `${mark(tests.passing)} ${tests.error ?? `${tests.passed} of ${tests.total} tests pass${describeSkipped(tests)}`}`,
    );
  for (const { test, message = '' } of tests?.failing.slice(0, 20) ?? [])
    print(`    ${test}: ${message.split('\n', 1)[0] ?? ''}`);
  print(`workspace ${workspace.slice(0, 16)}`);
}

function mark(passing: boolean): string {
  return passing ? paint('green', '✓') : paint('red', '✗');
}
