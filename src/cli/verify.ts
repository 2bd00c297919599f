// `verify`: the verdict on the workspace as it is, stored as evidence; with `--tested`, whether the change is tested.
import { verifyProject, type VerifyResult } from '../app/index.js';
import { AgentForgeError } from '../schema/index.js';
import { ensureTrust, openHarness, type Globals } from './globals.js';
import { untilInterrupted } from './interrupt.js';
import { note, outputWidth, paint, print, printJson, wrap } from './output.js';
import { describeSkipped } from './test-counts.js';

export interface VerifyArguments {
  readonly checks?: boolean;
  readonly tests?: boolean;
  readonly tested?: boolean;
  readonly base?: string;
  readonly trustProject?: boolean;
}

export async function verify(globals: Globals, options: VerifyArguments): Promise<void> {
  if (options.base !== undefined && !options.tested)
    throw new AgentForgeError('bad_usage', '--base says what a change is measured against; add --tested.');
  await ensureTrust(globals, options);
  const all = !options.checks && !options.tests;
  const { runtime } = openHarness(globals);
  const result = await untilInterrupted('stopping', (signal) =>
    verifyProject(runtime, {
      checks: all || options.checks === true,
      tests: all || options.tests === true,
      ...(options.tested ? { tested: { base: options.base } } : {}),
      tell: (what) => note(paint('dim', `${what} …`, process.stderr)),
      signal,
    }),
  );
  process.exitCode = result.passing ? 0 : 1;
  if (globals.json) return printJson(result);
  printVerdict(result);
}

function printVerdict({ checks, tests, workspace, proof }: VerifyResult): void {
  for (const check of checks) print(`${mark(check.passing)} ${check.summary}`);
  if (tests)
    print(
      `${mark(tests.passing)} ${tests.error ?? `${tests.passed} of ${tests.total} tests pass${describeSkipped(tests)}`}`,
    );
  for (const { test, message = '' } of tests?.failing.slice(0, 20) ?? [])
    print(`    ${test}: ${message.split('\n', 1)[0] ?? ''}`);
  if (proof) printProof(proof);
  print(`workspace ${workspace.slice(0, 16)}`);
}

const MAX_LISTED = 20;

/** Each reason names its tests or lines, so that nothing is said twice. */
function printProof({ failToPass, tested, base, why = [] }: NonNullable<VerifyResult['proof']>): void {
  if (failToPass.length > 0) print('Without the change these fail, with it they pass:');
  printList(failToPass.map((name) => `    ${name}`));
  if (tested)
    return print(`${mark(true)} tested: the change since ${base?.slice(0, 12) ?? ''} is proven by its tests`);
  print(`${mark(false)} not tested; mend this and run it again:`);
  printList(why.map((reason) => wrap(`- ${reason}`, outputWidth(), '    ')));
}

function printList(lines: readonly string[]): void {
  for (const line of lines.slice(0, MAX_LISTED)) print(line);
  if (lines.length > MAX_LISTED) print(`    and ${lines.length - MAX_LISTED} more`);
}

function mark(passing: boolean): string {
  return passing ? paint('green', '✓') : paint('red', '✗');
}
