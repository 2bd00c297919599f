// `verify`: runs the configured checks and tests and stores the verdict for the workspace as it is.
import { createCommandCheck, nameMeasurement, type RunCommand, type TestRun } from '../check/index.js';
import { createProjectRedactor, type ProjectRedactor, type Runtime } from '../engine/index.js';
import { present } from '../platform/index.js';
import {
  AgentForgeError,
  type CheckVerdict,
  type TestsSpec,
  type TestVerdict,
  type Verification,
} from '../schema/index.js';
import { recordCoverage, type Recording } from './prove/coverage/plan-coverage.js';
import { proveChange, type Findings } from './prove/prove-change.js';
import { createRun, measureTests } from './prove/run-tests.js';
import { createProof, storeProof, type Proof } from './prove/store-proof.js';

export { createRun, measureTests } from './prove/run-tests.js';

export interface VerifyResult {
  /** What was asked holds. */
  readonly passing: boolean;
  readonly workspace: string;
  readonly checks: readonly CheckVerdict[];
  readonly tests?: TestVerdict;
  /** Where it was asked whether the change is tested. */
  readonly proof?: Proof;
}

export interface VerifyOptions {
  readonly checks: boolean;
  readonly tests: boolean;
  /** Also whether the change against the base is tested; checks and tests are run whole then. */
  readonly tested?: { readonly base?: string | undefined } | undefined;
  /** Says what takes long. */
  readonly tell?: (what: string) => void;
  /** Ends the command that is running. */
  readonly signal?: AbortSignal;
}

export async function verifyProject(runtime: Runtime, options: VerifyOptions): Promise<VerifyResult> {
  const asked = options.tested ? { ...options, checks: true, tests: true } : options;
  const { specs, testSpec } = chooseSpecs(runtime, asked);
  const redactor = createProjectRedactor(runtime, { known: [], key: runtime.ids.hex(32) });
  const run = createRun(runtime, (text) => redactor.redact(text), options.signal);
  const recording =
    options.tested && testSpec && recordCoverage(run, testSpec.command, runtime.workspace.root);
  try {
    const measured = await measure(runtime, { ...asked, specs, testSpec, run, recording, redactor });
    const proof = await prove(runtime, { ...asked, ...measured, testSpec, recording });
    storeWhereWhole(runtime, asked, { ...measured, proof: redactor.clean(proof) });
    return toResult(measured, options.tested ? redactor.clean(proof) : undefined);
  } finally {
    recording?.dispose();
  }
}

function chooseSpecs(
  { config }: Runtime,
  options: VerifyOptions,
): { specs: Runtime['config']['checks']; testSpec: TestsSpec | undefined } {
  const specs = options.checks ? config.checks : [];
  const testSpec = options.tests ? config.tests : undefined;
  if (options.tested && !testSpec)
    throw new AgentForgeError(
      'bad_config',
      'Without tests nothing can be shown to be tested: add `tests` to .agentforge/config.yaml (`agentforge init` writes one).',
    );
  if (specs.length > 0 || testSpec) return { specs, testSpec };
  throw new AgentForgeError(
    'bad_config',
    'There is nothing to verify: add `checks` or `tests` to .agentforge/config.yaml (`agentforge init` writes one).',
  );
}

interface Measuring extends VerifyOptions {
  readonly specs: Runtime['config']['checks'];
  readonly testSpec: TestsSpec | undefined;
  readonly run: RunCommand;
  readonly recording: Recording | undefined;
  readonly redactor: ProjectRedactor;
}

interface Measured {
  readonly verification: Verification;
  readonly testRun: TestRun | undefined;
  /** The workspace was the same before and after. */
  readonly isSteady: boolean;
}

async function measure(runtime: Runtime, options: Measuring): Promise<Measured> {
  const { workspace } = runtime;
  const { specs, testSpec, run, recording, redactor } = options;
  const before = await workspace.hash([]);
  const checks: CheckVerdict[] = [];
  for (const spec of specs)
    checks.push((await createCommandCheck(spec).measure({ run, root: workspace.root })).verdict);
  if (recording) options.tell?.('running the tests as they are now');
  const tools = { run: recording?.run ?? run, redactor };
  const testRun = testSpec && (await measureTests(runtime, testSpec, tools));
  const hash = await workspace.hash([]);
  const verification = redactor.clean(toVerification(hash, checks, testRun?.verdict));
  saveEvidence(runtime, verification, { checks: specs, tests: testSpec });
  return { verification, testRun, isSteady: before === hash };
}

function toVerification(
  workspace: string,
  checks: CheckVerdict[],
  tests: TestVerdict | undefined,
): Verification {
  return {
    ...{ workspace, failedAt: null, syntax: [], checks },
    reached: tests ? 'full' : 'checks',
    ...present({ tests }),
    complete: checks.every((check) => check.passing) && tests?.passing !== false,
  };
}

function saveEvidence({ evidence, clock }: Runtime, verification: Verification, measured: object): void {
  evidence.save(
    {
      workspace: verification.workspace,
      measured: nameMeasurement(measured),
      at: new Date(clock.now()).toISOString(),
      verification,
    },
    { durable: true },
  );
}

type Proving = VerifyOptions & Measured & Pick<Measuring, 'testSpec' | 'recording'>;

async function prove(runtime: Runtime, options: Proving): Promise<Proof> {
  const { verification, testRun, testSpec, recording, tested, isSteady } = options;
  const { workspace, tests } = verification;
  const unverified = listUnverified(verification, isSteady);
  const isWorthIt = unverified.length === 0 && tested && testRun && testSpec && recording;
  const findings: Findings | undefined = isWorthIt
    ? await proveChange(runtime, {
        ...{ base: tested.base, tell: options.tell, signal: options.signal, spec: testSpec, now: testRun },
        coverage: (wanted) => recording.read(runtime.workspace.root, wanted),
      })
    : undefined;
  const isStill = (await runtime.workspace.hash([])) === workspace;
  const moved = isStill ? [] : ['The files changed while the tests ran; run it again when they are at rest.'];
  return createProof(runtime, { workspace, unverified: [...unverified, ...moved], tests, findings });
}

function listUnverified({ checks, tests }: Verification, isSteady: boolean): string[] {
  const red = checks.filter(({ passing }) => !passing).map(({ summary }) => `A check fails: ${summary}.`);
  const moving = 'The checks or tests change files of the project, so what they say holds for none.';
  return [...red, ...describeTests(tests), ...(isSteady ? [] : [moving])];
}

function describeTests(tests: TestVerdict | undefined): string[] {
  if (!tests) return ['The whole suite was not run.'];
  return tests.passing ? [] : [tests.error ?? `${tests.failed} of ${tests.total} tests fail.`];
}

/** Part of the measurements can show that something is wrong, but not that all is well. */
function storeWhereWhole(
  runtime: Runtime,
  { checks, tests }: VerifyOptions,
  { verification, proof }: { readonly verification: Verification; readonly proof: Proof },
): void {
  if ((checks && tests) || !verification.complete) storeProof(runtime, proof);
}

function toResult({ verification }: Measured, proof: Proof | undefined): VerifyResult {
  const { workspace, checks, tests, complete } = verification;
  return {
    passing: complete && proof?.tested !== false,
    ...{ workspace, checks },
    ...present({ tests, proof }),
  };
}
