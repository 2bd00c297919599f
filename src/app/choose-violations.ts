// Which violations a fix is about: named ones, all, or the worst that can be fixed.
import { setImmediate } from 'node:timers/promises';
import { sortViolations, judgeStatus, loadExemptions, type ChecksOutcome } from '../check/index.js';
import type { Runtime } from '../engine/index.js';
import { present } from '../platform/index.js';
import { AgentForgeError, type Advice, type Violation, type ViolationInput } from '../schema/index.js';
import { loadDefinitions } from './conformance.js';
import { inspectWorkspace } from './inspect.js';
import { createRun } from './verify.js';

export interface ChoiceRequest {
  readonly project: string;
  /** Ids of violations, all open ones, or as many of the worst as can be fixed. */
  readonly what: { readonly ids: readonly string[] } | 'all' | { readonly top: number };
  readonly relaxed?: boolean;
  readonly harness?: { readonly trusted?: boolean };
  readonly today: string;
  readonly tell?: (what: string) => void;
  readonly signal?: AbortSignal;
}

export interface Choice {
  readonly chosen: readonly Violation[];
  /** The next worst, not looked at yet, to take the place of those that turn out not to be fixed. */
  readonly spares: readonly Violation[];
  /** Worse ones that were passed over, and why; a function once. */
  readonly skipped: readonly { readonly violation: Violation; readonly reason: string }[];
  readonly advice: ReadonlyMap<string, Advice>;
}

export async function listOpen(
  request: ChoiceRequest,
  runtime: Runtime,
): Promise<{
  readonly open: Violation[];
  /** Exempt ones too. */
  readonly found: readonly Violation[];
  readonly failedToRun: ChecksOutcome['failedToRun'];
}> {
  const { project, today, signal } = request;
  const definitions = loadDefinitions(project);
  const outcome: ChecksOutcome = await inspectWorkspace(runtime, definitions, {
    ...present({ signal }),
    trusted: request.harness?.trusted ?? false,
    run: createRun(runtime, (text) => text, signal),
  });
  const { violations } = judgeStatus({
    outcome,
    exemptions: loadExemptions(project),
    today,
    known: definitions.map(({ id }) => id),
  });
  return {
    open: sortViolations(violations.filter(({ status }) => status === 'open')),
    found: outcome.violations,
    failedToRun: outcome.failedToRun,
  };
}

const NO_ADVICE: Omit<Choice, 'chosen'> = { spares: [], skipped: [], advice: new Map() };
/** How many are looked at for every one that is wanted. */
const PATIENCE = 10;

export async function choose(
  request: ChoiceRequest,
  runtime: Runtime,
  open: readonly Violation[],
): Promise<Choice> {
  const { what } = request;
  // What only informs is fixed when somebody names it.
  if (what === 'all') return { ...NO_ADVICE, chosen: open.filter(({ severity }) => severity !== 'info') };
  if ('ids' in what) return { ...NO_ADVICE, chosen: [...new Set(what.ids)].map((id) => findById(open, id)) };
  return chooseTop(request, runtime, open, what.top);
}

/** The worst ones that have a recipe; those that have none are passed over, and it is said why. */
async function chooseTop(
  request: ChoiceRequest,
  runtime: Runtime,
  open: readonly Violation[],
  top: number,
): Promise<Choice> {
  const { tell = () => undefined, signal = new AbortController().signal } = request;
  const chosen: Violation[] = [];
  const skipped: Choice['skipped'][number][] = [];
  const advice = new Map<string, Advice>();
  const tellOnce = createTeller(tell);
  const candidates = open.slice(0, top * PATIENCE);
  for (let violation = candidates.shift(); violation; violation = candidates.shift()) {
    // Looking takes seconds without a pause: here Ctrl-C is heard.
    await setImmediate();
    if (signal.aborted) break;
    // One function counts once, whatever is wrong with it.
    if (isAmong(chosen, violation)) continue;
    tellOnce(`looking for a way to fix ${describePlace(violation)} …`);
    const found = await seekAdvice(runtime, violation, { ...request, signal });
    advice.set(violation.id, found);
    if (found.recipes.length > 0) chosen.push(violation);
    else skipped.push(toSkipped(violation, found));
    if (chosen.length === top) break;
  }
  const others = keepNewPlaces(
    chosen,
    skipped.map(({ violation }) => violation),
  );
  return {
    chosen,
    spares: keepNewPlaces(chosen, candidates),
    skipped: skipped.filter(({ violation }) => others.includes(violation)),
    advice,
  };
}

function describePlace({ symbol, path, line }: Violation): string {
  const place = line === undefined ? path : `${path}:${line}`;
  return symbol === undefined ? place : `${symbol} (${place})`;
}

/** Several checks may complain about one function. */
function createTeller(tell: (what: string) => void): (what: string) => void {
  const said = new Set<string>();
  return (what) => {
    if (!said.has(what)) tell(what);
    said.add(what);
  };
}

/** One for each function, and none for those that are known. */
function keepNewPlaces(known: readonly Violation[], violations: readonly Violation[]): Violation[] {
  const kept: Violation[] = [];
  for (const violation of violations) if (!isAmong([...known, ...kept], violation)) kept.push(violation);
  return kept;
}

function isAmong(places: readonly Violation[], violation: Violation): boolean {
  return places.some((place) => isSamePlace(place, violation));
}

function toSkipped(violation: Violation, { none = 'there is no recipe' }: Advice): Choice['skipped'][number] {
  return { violation, reason: none };
}

function isSamePlace(one: Violation, other: Violation): boolean {
  return one.symbol !== undefined && one.symbol === other.symbol && one.path === other.path;
}

async function seekAdvice(
  runtime: Runtime,
  violation: Violation,
  { relaxed = false, harness, signal }: ChoiceRequest & { readonly signal: AbortSignal },
): Promise<Advice> {
  const run = harness?.trusted ? createRun(runtime, (text) => text, signal) : undefined;
  const advice = await runtime.conformance?.advise(toInput(violation, []), { relaxed, signal, run });
  return advice ?? { recipes: [] };
}

export function findById(open: readonly Violation[], id: string): Violation {
  const found = open.find((violation) => violation.id === id);
  if (found) return found;
  throw new AgentForgeError(
    'not_found',
    `There is no open violation ${id} in the files that would be fixed; \`agentforge check\` lists them.`,
  );
}

export function toInput(violation: Violation, known: readonly string[]): ViolationInput {
  const { id, check, severity, path, line, message, hint, test, symbol, rule, value, limit } = violation;
  return {
    ...{ id, check, severity, path, message },
    ...present({ line, hint, test, symbol, rule, value, limit }),
    known: known.slice(0, MAX_KNOWN),
  };
}

const MAX_KNOWN = 500;
