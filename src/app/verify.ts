// `verify`: runs the configured checks and tests and stores the verdict for the workspace as it is.
import { createCommandCheck, nameMeasurement, runTests, type RunCommand } from '../check/index.js';
import type { Runtime } from '../engine/index.js';
import { AgentForgeError, type CheckVerdict, type TestVerdict, type Verification } from '../schema/index.js';

export interface VerifyResult {
  readonly passing: boolean;
  readonly workspace: string;
  readonly checks: readonly CheckVerdict[];
  readonly tests?: TestVerdict;
}

export async function verifyProject(
  runtime: Runtime,
  want: { checks: boolean; tests: boolean },
): Promise<VerifyResult> {
  const { config, workspace, evidence, clock } = runtime;
  const specs = want.checks ? config.checks : [];
  const testSpec = want.tests ? config.tests : undefined;
  if (specs.length === 0 && !testSpec) {
    throw new AgentForgeError(
      'bad_config',
      'There is nothing to verify: add `checks` or `tests` to .agentforge/config.yaml (`agentforge init` writes one).',
    );
  }
  const run: RunCommand = async (command) => {
    const outcome = await workspace.run(command, { onStarted: async () => undefined });
    if (outcome.controlChanges.length > 0) {
      throw new AgentForgeError(
        'control_file',
        `${command.argv[0]} changed control files: ${outcome.controlChanges.slice(0, 5).join(', ')}.`,
      );
    }
    return outcome;
  };
  const checks: CheckVerdict[] = [];
  for (const spec of specs)
    checks.push((await createCommandCheck(spec).measure({ run, root: workspace.root })).verdict);
  const tests = testSpec ? (await runTests(testSpec, { run, root: workspace.root })).verdict : undefined;
  const hash = await workspace.hash([]);
  const passing = checks.every((check) => check.passing) && tests?.passing !== false;
  const verification: Verification = {
    workspace: hash,
    reached: tests ? 'full' : 'checks',
    failedAt: null,
    syntax: [],
    checks,
    ...(tests ? { tests } : {}),
    complete: passing,
  };
  evidence.save({
    workspace: hash,
    measured: nameMeasurement({ checks: specs, tests: testSpec }),
    at: new Date(clock.now()).toISOString(),
    verification,
  });
  return { passing, workspace: hash, checks, ...(tests ? { tests } : {}) };
}
