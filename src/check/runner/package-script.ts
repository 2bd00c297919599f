// Finds the test runner of a package: in its test script, else in what it depends on.
import { parseJson } from '../../platform/index.js';
import { TestsSpec } from '../../schema/index.js';
import type { DetectedRunner, RunnerQuestion } from './detected-runner.js';
import type { Invocation, ScriptRunner } from './invocation.js';
import { readManifest, type PackageManifest } from './manifest.js';
import { prepareCommand } from './prepared-command.js';
import { toSpec } from './runner-spec.js';
import { listSteps, type ScriptStep } from './script-steps.js';
import { MANNERS, type ReportDemand } from './script-runners.js';
import { findTestSteps, type TestSteps } from './test-steps.js';

/** Undefined when there is no package. */
export function detectScript(question: RunnerQuestion): DetectedRunner | undefined {
  const manifest = readManifest(parseJson(question.read('package.json')));
  if (!manifest) return undefined;
  const script = manifest.scripts['test'];
  if (script === undefined || /no test specified/.test(script)) return detectDependency(question, manifest);
  const found = listSteps(manifest.scripts, 'test');
  if (!found.ok) return runScript(question, `the test script is run as a whole because ${found.reason}`);
  const tests = findTestSteps(question, found.steps);
  if (!tests || 'several' in tests)
    return runScript(
      question,
      tests
        ? 'the test script is run as a whole because it runs several test commands'
        : 'the test script is run as a whole because no test runner was recognised in it',
    );
  return tests.before.length === 0
    ? runInvocation(question, tests.invocation)
    : runWithSteps(question, tests);
}

function runInvocation(question: RunnerQuestion, invocation: Invocation): DetectedRunner {
  const built = toSpec(question, invocation);
  if ('none' in built) return built;
  if ('unclear' in built)
    return runScript(question, `the test script is run as a whole because ${built.unclear}`);
  const why = `The test script of package.json runs ${built.runner}; it is started directly${describeReport(built.spec)}.`;
  return { spec: built.spec, runner: built.runner, why };
}

/** Through npm where its report can be asked for at the end and nothing is in vain, else the steps one by one. */
function runWithSteps(
  question: RunnerQuestion,
  { invocation, step, before, hasIdle }: Exclude<TestSteps, undefined | { several: true }>,
): DetectedRunner {
  const built = toSpec(question, invocation);
  if ('none' in built) return built;
  const reason = 'the test script does more than run tests, so it is run as a whole';
  if ('unclear' in built) return runScript(question, reason);
  const { runner, demand } = built;
  const tail = hasIdle ? undefined : appendDemand(invocation, step, demand);
  if (tail) {
    const command = [...scriptCommand(question), ...tail];
    const spec = TestsSpec.parse({ command, report: demand.report, affected: false });
    return { spec, runner, why: `${capitalise(reason)}${describeReport(spec)}.` };
  }
  const spec = prepareCommand(question, built.spec, before);
  if (!spec) return runScript(question, reason);
  const why = `The test script of package.json runs ${runner}; it is started directly, after what the script does before${describeReport(spec)}.`;
  return { spec, runner, why };
}

/** The words after `npm test` that reach the runner; undefined when none can. */
function appendDemand({ runner }: Invocation, step: ScriptStep, demand: ReportDemand): string[] | undefined {
  if (step.pipedInto !== undefined) return undefined;
  if (demand.words.length === 0) return [];
  if (!step.passOn || !MANNERS[runner].demandsMayFollow) return undefined;
  return ['--', ...step.passOn, ...(runner === 'vitest' ? ['--run'] : []), ...demand.words];
}

function runScript(question: RunnerQuestion, reason: string): DetectedRunner {
  const spec = TestsSpec.parse({ command: scriptCommand(question), affected: false });
  return { spec, runner: 'npm', why: `${capitalise(reason)}; its results are read from what it prints.` };
}

/** Without node_modules only yarn itself knows where the packages are. */
function scriptCommand({ files }: RunnerQuestion): string[] {
  return files.includes('.pnp.cjs') ? ['yarn', 'test'] : ['npm', 'test', '--silent'];
}

const BY_DEPENDENCY: readonly ScriptRunner[] = ['vitest', 'jest', 'mocha', 'ava', 'tap'];

/** A package without a test script may still have a runner, or tests that node runs by itself. */
function detectDependency(question: RunnerQuestion, manifest: PackageManifest): DetectedRunner {
  const runner = BY_DEPENDENCY.find((name) => manifest.dependencies.has(name));
  const invocation = { nodeOptions: [], environment: [], arguments: [] };
  if (runner) {
    const built = toSpec(question, { ...invocation, runner });
    const why = `package.json has no test script, but ${runner} is among its dependencies.`;
    if (!('unclear' in built)) return 'none' in built ? built : { spec: built.spec, runner, why };
  }
  const usesNode = question.files.some(
    (file) =>
      /\.test\.[cm]?js$/.test(file) && /['"]node:test['"]/.test(question.read(file)?.slice(0, 5_000) ?? ''),
  );
  const built = usesNode
    ? toSpec(question, { ...invocation, runner: 'node:test', nodeOptions: ['--test'] })
    : undefined;
  if (built && 'spec' in built)
    return {
      spec: built.spec,
      runner: 'node:test',
      why: 'package.json has no test script, but there are tests for node:test.',
    };
  return { none: 'package.json has no test script, and no test runner is among its dependencies.' };
}

function describeReport({ report }: TestsSpec): string {
  return report ? `, with a ${report.format === 'tap' ? 'TAP' : report.format} report` : '';
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
