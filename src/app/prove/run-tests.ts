// Commands and tests outside of a task: there is no journal; the control files are watched all the same.
import { runTests, type RunCommand, type TestRun } from '../../check/index.js';
import { saveTestRun, type ProjectRedactor, type Runtime } from '../../engine/index.js';
import { present } from '../../platform/index.js';
import { AgentForgeError, type TestsSpec } from '../../schema/index.js';

export interface TestTools {
  readonly run: RunCommand;
  readonly redactor: ProjectRedactor;
}

/** A whole run is also what tasks may begin with. */
export async function measureTests(
  runtime: Runtime,
  spec: TestsSpec,
  { run, redactor }: TestTools,
  files?: readonly string[],
): Promise<TestRun> {
  const { workspace } = runtime;
  const testRun = await runTests(spec, { run, root: workspace.root, redactor, files });
  saveTestRun(runtime, spec, await workspace.hash([]), redactor.clean(testRun));
  return testRun;
}

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
