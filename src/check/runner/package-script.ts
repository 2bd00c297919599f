// Finds the test runner of a package: in its test script, else in what it depends on.
import { parseJson } from '../../platform/index.js';
import { TestsSpec } from '../../schema/index.js';
import type { DetectedRunner, RunnerQuestion } from './detected-runner.js';
import { classifyStep, type Invocation, type ScriptRunner } from './invocation.js';
import { readManifest, type PackageManifest } from './manifest.js';
import { toSpec } from './runner-spec.js';
import { listSteps, type ScriptStep } from './script-steps.js';
import { MANNERS, type ReportDemand } from './script-runners.js';

/** Undefined when there is no package. */
export function detectScript(question: RunnerQuestion): DetectedRunner | undefined {
  const manifest = readManifest(parseJson(question.read('package.json')));
  if (!manifest) return undefined;
  const script = manifest.scripts['test'];
  if (script === undefined || /no test specified/.test(script)) return detectDependency(question, manifest);
  const found = listSteps(manifest.scripts, 'test');
  if (!found.ok) return runScript(question, `the test script is run as a whole because ${found.reason}`);
  const purposes = found.steps.map(classifyStep);
  const tests = purposes.flatMap((purpose, index) =>
    typeof purpose === 'string' ? [] : [{ invocation: purpose.test, step: found.steps[index] }],
  );
  const [only, another] = tests;
  if (!only?.step || another)
    return runScript(
      question,
      another
        ? 'the test script is run as a whole because it runs several test commands'
        : 'the test script is run as a whole because no test runner was recognised in it',
    );
  if (!purposes.includes('other')) return runInvocation(question, only.invocation);
  return appendToScript(question, only.invocation, only.step);
}

function runInvocation(question: RunnerQuestion, invocation: Invocation): DetectedRunner {
  const built = toSpec(question, invocation);
  if ('none' in built) return built;
  if ('unclear' in built)
    return runScript(question, `the test script is run as a whole because ${built.unclear}`);
  const why = `The test script of package.json runs ${built.runner}; it is started directly${describeReport(built.spec)}.`;
  return { spec: built.spec, runner: built.runner, why };
}

/** Tests that need a build first run through npm; where the runner comes last, its report can still be asked for. */
function appendToScript(question: RunnerQuestion, invocation: Invocation, step: ScriptStep): DetectedRunner {
  const built = toSpec(question, invocation);
  if ('none' in built) return built;
  const reason = 'the test script does more than run tests, so it is run as a whole';
  const tail = 'unclear' in built ? undefined : appendDemand(invocation, step, built.demand);
  if ('unclear' in built || !tail) return runScript(question, reason);
  const command = [...scriptCommand(question), ...tail];
  const spec = TestsSpec.parse({ command, report: built.demand.report, affected: false });
  return { spec, runner: invocation.runner, why: `${capitalise(reason)}${describeReport(spec)}.` };
}

/** The words after `npm test` that reach the runner; undefined when none can. */
function appendDemand({ runner }: Invocation, step: ScriptStep, demand: ReportDemand): string[] | undefined {
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
