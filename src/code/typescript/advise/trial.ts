// A text of the file that some steps would lead to, measured.
import type { FunctionMeasure } from '../../../schema/index.js';
import { parseSource } from '../../javascript/load-typescript.js';
import type { Refactoring, RefactorOutcome, Refusal } from '../../refactoring.js';
import { applyChanges } from '../extract/moved-text.js';
import { measureSource } from '../measure/measure-file.js';
import { completeRefactoring } from './candidate.js';
import type { Candidate } from './candidate.js';
import type { AdviseContext } from './context.js';
import { priceParameters, priceTies } from './price.js';
import type { ProposedName } from './propose-names.js';

export interface Created extends FunctionMeasure {
  /** A condition that got a name; it may be small. */
  readonly isCondition: boolean;
}

export interface Step {
  readonly refactoring: Refactoring;
  readonly why: string;
}

export interface State {
  readonly text: string;
  readonly target: FunctionMeasure;
  readonly created: readonly Created[];
  readonly steps: readonly Step[];
  readonly cost: number;
  /** Undefined for the file as it is now. */
  readonly previous: State | undefined;
}

export interface Subject {
  readonly context: AdviseContext;
  readonly path: string;
  /** The function that is to improve. */
  readonly function: string;
}

export function createRoot({ context, path, function: name }: Subject, text: string): State | undefined {
  const target = measureAll(context, path, text).find((measure) => measure.name === name);
  if (target === undefined) return undefined;
  return { text, target, created: [], steps: [], cost: 0, previous: undefined };
}

interface Attempt {
  readonly candidate: Candidate;
  readonly place: string;
  readonly named: ProposedName;
  readonly isLastResort: boolean;
}

/** Takes one more step without validating it. */
export function takeStep(
  subject: Subject,
  state: State,
  { candidate, place, named, isLastResort }: Attempt,
): State | Refusal {
  const { name } = named;
  const refactoring = completeRefactoring(candidate, { path: subject.path, function: place }, name);
  const drafted = subject.context.draft(state.text, refactoring);
  if (!drafted.ok) return drafted;
  const text = applyChanges(state.text, drafted.changes);
  const conditions = candidate.kind === 'condition' ? drafted.created : [];
  return (
    measureState(subject, text, {
      previous: state,
      created: drafted.created,
      conditions,
      step: { refactoring, why: explain(candidate, name, drafted.summary) },
      cost: candidate.cost + named.cost + priceTies(drafted.ties, candidate, isLastResort),
      parameters: candidate.parameters,
    }) ?? { ok: false, reason: 'not_found', message: 'The function has another name afterwards.' }
  );
}

/** The same state with the text that validation gave, or why the last step is refused. */
export function validateLast(subject: Subject, state: State): State | Refusal {
  const last = state.steps.at(-1);
  if (state.previous === undefined || last === undefined) return state;
  const outcome: RefactorOutcome = subject.context.refactor(state.previous.text, last.refactoring);
  if (!outcome.ok) return outcome;
  if (outcome.files.length === 1 && outcome.files[0]?.text === state.text) return state;
  return { ok: false, reason: 'unsupported', message: 'The change reaches beyond the function.' };
}

interface Growth {
  readonly previous: State;
  readonly created: readonly string[];
  readonly conditions: readonly string[];
  readonly step: Step;
  readonly cost: number;
  /** Estimated. */
  readonly parameters: number;
}

function measureState(
  { context, path, function: name }: Subject,
  text: string,
  { previous, created, conditions, step, cost, parameters }: Growth,
): State | undefined {
  const measures = measureAll(context, path, text);
  const target = measures.find((measure) => measure.name === name);
  if (target === undefined) return undefined;
  const known = previous.created.flatMap((old) => {
    const now = measures.find((measure) => measure.name === old.name);
    return now === undefined ? [] : [{ ...now, isCondition: old.isCondition }];
  });
  if (known.length < previous.created.length) return undefined;
  const fresh = created.flatMap((label) => {
    const now = findCreated(measures, label, previous);
    return now === undefined ? [] : [{ ...now, isCondition: conditions.includes(label) }];
  });
  return {
    text,
    target,
    created: [...known, ...fresh],
    steps: [...previous.steps, step],
    cost: previous.cost + cost + correctPrice(fresh[0], parameters),
    previous,
  };
}

/** The estimate of parameters does not see everything. */
function correctPrice(created: FunctionMeasure | undefined, estimated: number): number {
  return created === undefined ? 0 : priceParameters(created.parameters) - priceParameters(estimated);
}

/** New functions may stand inside others, and then their name has a prefix. */
function findCreated(
  measures: readonly FunctionMeasure[],
  label: string,
  previous: State,
): FunctionMeasure | undefined {
  const old = new Set(previous.created.map(({ name }) => name));
  return (
    measures.find(({ name }) => name === label) ??
    measures.find(({ name }) => name.endsWith(`.${label}`) && !old.has(name))
  );
}

function measureAll({ ts }: AdviseContext, path: string, text: string): readonly FunctionMeasure[] {
  return measureSource(ts, parseSource(ts, path, text, true)).functions;
}

function explain({ kind, tally }: Candidate, name: string, summary: string): string {
  if (kind === 'simplify') return summary;
  if (kind === 'condition') return `gives a condition of ${tally.decisions + 1} operands the name ${name}`;
  if (tally.decisions === 0) return `moves a part without decisions into ${name}`;
  const decisions = tally.decisions === 1 ? '1 decision' : `${tally.decisions} decisions`;
  return `moves ${decisions} into ${name}`;
}
