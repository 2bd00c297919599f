// A check that is a command: its exit code, or a number in its output.
import { parseReports, type CompiledRule } from '../report/index.js';
import type { CheckSpec, CheckVerdict, Expectation } from '../schema/index.js';
import type { Check, CommandOutcome } from './contract.js';

/** `rules` are the project's own, for output that only its tools print. */
export function createCommandCheck(spec: CheckSpec, rules: readonly CompiledRule[] = []): Check {
  return {
    id: spec.id,
    definition: spec.definition ?? `${describeExpectation(spec.expect)}: ${spec.command.join(' ')}`,
    async measure({ run }) {
      const outcome = await run({ name: `check:${spec.id}`, argv: spec.command, timeoutMs: spec.timeoutMs });
      const reports = parseReports(outcome.output, {
        rules,
        argv: spec.command,
        ...(outcome.exitCode === null ? {} : { exitCode: outcome.exitCode }),
      });
      return { verdict: { id: spec.id, ...judge(spec, outcome) }, output: outcome.output, reports };
    },
  };
}

/** Why there is no result to speak of, when there is none. */
export function describeFailureToRun(outcome: CommandOutcome): string | undefined {
  if (outcome.spawnError !== undefined) return `could not start: ${outcome.spawnError}`;
  if (outcome.timedOut) return `did not finish within ${Math.round(outcome.durationMs / 1000)} s`;
  if (outcome.exitCode === null) return 'was ended by a signal';
  if (outcome.exitCode === 127 || outcome.exitCode === 126)
    return 'the command was not found or is not executable';
  return undefined;
}

function describeExpectation(expect: Expectation): string {
  return expect === 'exit0'
    ? 'passes when this command exits with 0'
    : `passes when the number found by /${expect.regex}/ is ${expect.compare} ${expect.value} in`;
}

function judge(spec: CheckSpec, outcome: CommandOutcome): Omit<CheckVerdict, 'id'> {
  const error = describeFailureToRun(outcome);
  if (error !== undefined) return couldNotRun(spec.id, error);
  if (spec.expect === 'exit0') {
    const passing = outcome.exitCode === 0;
    return {
      passing,
      summary: passing ? `${spec.id} passed` : `${spec.id} failed (exit ${outcome.exitCode})`,
    };
  }
  return judgeNumber(spec.id, spec.expect, outcome.output);
}

function judgeNumber(
  id: string,
  expect: Exclude<Expectation, 'exit0'>,
  output: string,
): Omit<CheckVerdict, 'id'> {
  const expression = toExpression(expect.regex);
  if (!expression) return couldNotRun(id, `has no usable regular expression: /${expect.regex}/`);
  const value = findNumber(expression, output.slice(-MAX_SEARCHED_CHARS));
  if (value === undefined) return couldNotRun(id, `printed no number matching /${expect.regex}/`);
  const passing = COMPARE[expect.compare](value, expect.value);
  const summary = `${id} is ${value}, must be ${expect.compare} ${expect.value}`;
  return { passing, value, higherIsBetter: expect.compare.startsWith('g'), summary };
}

const MAX_SEARCHED_CHARS = 200_000;

function couldNotRun(id: string, error: string): Omit<CheckVerdict, 'id'> {
  return { passing: false, error, summary: `${id} ${error}` };
}

/** The first group, or all of the match; an empty match is no number. */
function findNumber(expression: RegExp, output: string): number | undefined {
  const found = expression.exec(output);
  const text = (found?.[1] ?? found?.[0] ?? '').trim();
  return text === '' || Number.isNaN(Number(text)) ? undefined : Number(text);
}

function toExpression(regex: string): RegExp | undefined {
  try {
    return new RegExp(regex, 'm');
  } catch {
    return undefined;
  }
}

const COMPARE: Record<Exclude<Expectation, 'exit0'>['compare'], (a: number, b: number) => boolean> = {
  eq: (a, b) => a === b,
  lt: (a, b) => a < b,
  lte: (a, b) => a <= b,
  gt: (a, b) => a > b,
  gte: (a, b) => a >= b,
};
