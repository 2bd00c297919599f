// What still stands between a task and its completion, in words; shown in every context so that none of it is forgotten.
import type { TaskType } from '../schema/index.js';
import type { ConditionView } from './conditions.js';
import { judgeRed } from './red.js';

export function unmetDemands(type: TaskType, { state, spec }: ConditionView): string[] {
  const demands: string[] = [];
  const { verification } = state;
  if (!verification) return ['nothing has been measured yet'];
  for (const error of verification.syntax.slice(0, 3)) demands.push(`does not parse: ${error}`);
  for (const check of verification.checks) if (!check.passing) demands.push(check.summary);
  const red = type.phases[state.phase.name]?.red === true;
  if (red) demands.push(...judgeRed(state, spec).unmet);
  else if (spec.tests) demands.push(...testDemands(verification.tests));
  if (state.changeSet)
    demands.push(`open change set since step ${state.changeSet.openedAt}: must end no worse than it began`);
  if (demands.length === 0 && verification.workspace !== state.workspace)
    demands.push('the workspace changed since it was measured');
  if (demands.length === 0 && !verification.complete)
    demands.push('the full suite has not run on this workspace');
  return demands;
}

function testDemands(
  tests: { passing: boolean; error?: string | undefined; failed: number; total: number } | undefined,
): string[] {
  if (!tests) return ['tests have not run'];
  if (tests.error !== undefined) return [tests.error];
  return tests.passing ? [] : [`${tests.failed} of ${tests.total} tests fail`];
}
