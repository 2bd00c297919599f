// The one number of a function that a request is about.
import type { FunctionMeasure, MetricName } from '../../../schema/index.js';

export type FunctionMetric = Exclude<MetricName, 'class_members' | 'class_lines' | 'file_lines'>;

export function isFunctionMetric(metric: MetricName): metric is FunctionMetric {
  return metric !== 'class_members' && metric !== 'class_lines' && metric !== 'file_lines';
}

export function readMetric(measure: FunctionMeasure, metric: FunctionMetric): number {
  return metric === 'function_lines' ? measure.lines : measure[metric];
}

/** For sentences. */
export const METRIC_WORDS: Readonly<Record<FunctionMetric, string>> = {
  cyclomatic: 'cyclomatic complexity',
  cognitive: 'cognitive complexity',
  function_lines: 'length in lines',
  nesting: 'nesting',
  parameters: 'number of parameters',
};

/** For sentences that say what something has: `a cyclomatic complexity of 12`, `72 lines`. */
export function describeMeasure(metric: FunctionMetric, value: number): string {
  const unit = UNITS[metric];
  if (unit === undefined) return `a ${METRIC_WORDS[metric]} of ${value}`;
  return `${value} ${value === 1 ? unit.one : unit.many}`;
}

const UNITS: Partial<Record<FunctionMetric, { readonly one: string; readonly many: string }>> = {
  function_lines: { one: 'line', many: 'lines' },
  nesting: { one: 'level of nesting', many: 'levels of nesting' },
  parameters: { one: 'parameter', many: 'parameters' },
};

export const METRIC_NAMES: readonly FunctionMetric[] = [
  'cyclomatic',
  'cognitive',
  'function_lines',
  'nesting',
  'parameters',
];
