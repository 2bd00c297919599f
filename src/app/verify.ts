// `verify`: runs the configured checks and tests and stores the verdict for the workspace as it is.
import {
  createCommandCheck,
  nameMeasurement,
  runTests,
  type RunCommand,
  type TestRun,
} from '../check/index.js';
import { createProjectRedactor, saveTestRun, type ProjectRedactor, type Runtime } from '../engine/index.js';
import { present } from '../platform/index.js';
import {
  AgentForgeError,
  type CheckVerdict,
  type TestsSpec,
  type TestVerdict,
  type Verification,
} from '../schema/index.js';

export interface VerifyResult {
  readonly passing: boolean;
  readonly workspace: string;
  readonly checks: readonly CheckVerdict[];
  readonly tests?: TestVerdict;
}

export interface VerifyOptions {
  readonly checks: boolean;
  readonly tests: boolean;
  /** Ends the command that is running. */
  readonly signal?: AbortSignal;
}

export async function verifyProject(runtime: Runtime, options: VerifyOptions): Promise<VerifyResult> {
  const { workspace, evidence, clock } = runtime;
  const { specs, testSpec } = chooseSpecs(runtime, options);
  const redactor = createProjectRedactor(runtime, { known: [], key: runtime.ids.hex(32) });
  const run = createRun(runtime, (text) => redactor.redact(text), options.signal);
  const checks: CheckVerdict[] = [];
  for (const spec of specs)
    checks.push((await createCommandCheck(spec).measure({ run, root: workspace.root })).verdict);
  const tests = testSpec ? (await measureTests(runtime, testSpec, { run, redactor })).verdict : undefined;
  const hash = await workspace.hash([]);
  const passing = checks.every((check) => check.passing) && tests?.passing !== false;
  const verification: Verification = redactor.clean({
    workspace: hash,
    reached: tests ? 'full' : 'checks',
    failedAt: null,
    syntax: [],
    checks,
    ...(tests ? { tests } : {}),
    complete: passing,
  });
  evidence.save(
    {
      workspace: hash,
      measured: nameMeasurement({ checks: specs, tests: testSpec }),
      at: new Date(clock.now()).toISOString(),
      verification,
    },
    { durable: true },
  );
  return { passing, workspace: hash, checks: verification.checks, ...present({ tests: verification.tests }) };
}

function chooseSpecs(
  { config }: Runtime,
  options: VerifyOptions,
): { specs: Runtime['config']['checks']; testSpec: TestsSpec | undefined } {
  const specs = options.checks ? config.checks : [];
  const testSpec = options.tests ? config.tests : undefined;
  if (specs.length > 0 || testSpec) return { specs, testSpec };
  throw new AgentForgeError(
    'bad_config',
    'There is nothing to verify: add `checks` or `tests` to .agentforge/config.yaml (`agentforge init` writes one).',
  );
}

/** A whole run is also what tasks may begin with. */
export async function measureTests(
  runtime: Runtime,
  spec: TestsSpec,
  { run, redactor }: { readonly run: RunCommand; readonly redactor: ProjectRedactor },
): Promise<TestRun> {
  const { workspace } = runtime;
  const testRun = await runTests(spec, { run, root: workspace.root, redactor });
  saveTestRun(runtime, spec, await workspace.hash([]), redactor.clean(testRun));
  return testRun;
}

/** Outside a task there is no journal; the control files are watched all the same. */
export function createRun(
  { workspace }: Runtime,
  redact: (text: string) => string,
  signal: AbortSignal | undefined,
): RunCommand {
  return async (command) => {
    const outcome = await workspace.run(command, {
      onStarted: async () => undefined,
      ...present({ signal }),
    });
    if (outcome.controlChanges.length > 0) {
      throw new AgentForgeError(
        'control_file',
        `${command.argv[0]} changed control files: ${outcome.controlChanges.slice(0, 5).join(', ')}.`,
      );
    }
    if (signal?.aborted)
      throw new AgentForgeError('interrupted', `Interrupted while ${command.name} was running.`);
    return { ...outcome, output: redact(outcome.output) };
  };
}
