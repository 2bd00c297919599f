// Numbers about functions, classes and files that must not exceed a limit.
import { isGenerated, measureFile, type FileMeasure } from '../../../code/index.js';
import type { FunctionMeasure, MetricName } from '../../../schema/index.js';
import type { DefinitionOf, FileOutcome, Finding, InspectFile } from '../finding.js';
import type { SourceText } from '../source-text.js';

type MetricDefinition = DefinitionOf<'metric'>;

/** Measured once for all limits. Files in languages that are not measured have lines, and nothing else. */
export const inspectMetrics: InspectFile<'metric'> = async (source, definitions) => {
  const isScript = SCRIPT.test(source.path);
  const generated = isScript ? isGenerated(source.path, source.text) : undefined;
  if (generated !== undefined) return definitions.map(() => ({ skipped: `is ${generated}` }));
  const isMeasured = isScript && definitions.some(({ config }) => config.metric !== 'file_lines');
  const measure = isMeasured ? await measureFile(source.path, source.text) : NOTHING;
  return definitions.map((definition): FileOutcome => {
    if (definition.config.metric === 'file_lines') return { findings: limitLines(source, definition) };
    if ('problem' in measure) return { skipped: measure.problem };
    return { findings: limitMeasures(source, measure, definition) };
  });
};

const SCRIPT = /\.(?:[cm]?[jt]s|[jt]sx)$/i;
const NOTHING: FileMeasure = { lines: 0, functions: [], classes: [] };

function limitLines(source: SourceText, { config }: MetricDefinition): Finding[] {
  const value = source.lineCount();
  if (value <= config.max) return [];
  const message = `the file has ${value} lines, the limit is ${config.max}`;
  return [{ path: source.path, line: 1, message, value, limit: config.max, anchor: '' }];
}

/** What one function or class measures; undefined when there is none of that name. */
export function measureOf(measure: FileMeasure, metric: MetricName, symbol: string): number | undefined {
  return listMeasured(measure, metric).find(({ name }) => name === symbol)?.value;
}

interface Measured {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly value: number;
}

function limitMeasures(source: SourceText, measure: FileMeasure, { config }: MetricDefinition): Finding[] {
  return listMeasured(measure, config.metric)
    .filter(({ value }) => value > config.max)
    .map(({ name, start, end, value }) => ({
      path: source.path,
      line: start,
      endLine: end,
      symbol: name,
      message: `${name} ${describe(config.metric, value)}, the limit is ${config.max}`,
      value,
      limit: config.max,
      anchor: name,
    }));
}

function listMeasured({ functions, classes }: FileMeasure, metric: MetricName): Measured[] {
  const ofFunctions = OF_FUNCTION[metric];
  if (ofFunctions !== undefined)
    return functions.map((one) => ({
      name: one.name,
      start: one.start,
      end: one.end,
      value: ofFunctions(one),
    }));
  return classes.map((one) => ({
    name: one.name,
    start: one.start,
    end: one.end,
    value: metric === 'class_members' ? one.members : one.lines,
  }));
}

const OF_FUNCTION: Readonly<Partial<Record<MetricName, (measure: FunctionMeasure) => number>>> = {
  cyclomatic: ({ cyclomatic }) => cyclomatic,
  cognitive: ({ cognitive }) => cognitive,
  function_lines: ({ lines }) => lines,
  nesting: ({ nesting }) => nesting,
  parameters: ({ parameters }) => parameters,
};

const WORDS: Readonly<Record<MetricName, string>> = {
  cyclomatic: 'has a cyclomatic complexity of {}',
  cognitive: 'has a cognitive complexity of {}',
  function_lines: 'has {} lines',
  nesting: 'nests {} levels deep',
  parameters: 'has {} parameters',
  class_members: 'has {} members',
  class_lines: 'has {} lines',
  file_lines: 'has {} lines',
};

function describe(metric: MetricName, value: number): string {
  return WORDS[metric].replace('{}', String(value));
}
