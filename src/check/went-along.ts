// What else was wrong with a function and is not any more: one change often satisfies several checks.
import { measureFile } from '../code/index.js';
import type { CheckDefinition, ViolationInput } from '../schema/index.js';
import { measureOf } from './conformance/kinds/metric.js';
import { nameViolations } from './conformance/violation-id.js';

export interface WentAlong {
  readonly id: string;
  readonly check: string;
}

/** Of the limits that the function exceeded when `violation` was found, those it keeps now. */
export async function findWentAlong(
  definitions: readonly CheckDefinition[],
  { check, path, symbol, known = [] }: ViolationInput,
  read: (path: string) => string | undefined,
): Promise<WentAlong[]> {
  const text = read(path);
  if (symbol === undefined || text === undefined) return [];
  const measure = await measureFile(path, text);
  if ('problem' in measure) return [];
  return definitions.flatMap((definition) => {
    if (definition.kind !== 'metric' || definition.id === check) return [];
    const [id = ''] = nameViolations(definition.id, [{ path, anchor: symbol }]);
    const value = measureOf(measure, definition.config.metric, symbol);
    const isGone = known.includes(id) && value !== undefined && value <= definition.config.max;
    return isGone ? [{ id, check: definition.id }] : [];
  });
}
