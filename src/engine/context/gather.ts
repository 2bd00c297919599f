// Looks up what a step's context is made of: windows from disk, loaded texts, what is allowed and what is not.
import { describeAvailability, type Availability } from './availability.js';
import { present } from '../../platform/index.js';
import { numberLines, splitLines } from '../actions/index.js';
import type { CurrentAdvice } from '../advice.js';
import { unmetDemands } from '../demands.js';
import { isSamePath } from '../facts/index.js';
import type { TaskSession } from '../session.js';
import type { MemoryItem } from '../../schema/index.js';
import { renderRecipes } from './recipes.js';
import { Brief, type ContextInputs, type WindowInput } from './inputs.js';

export async function gatherInputs(
  session: TaskSession,
  advice: CurrentAdvice | undefined,
): Promise<ContextInputs> {
  const { state, spec, type, runtime, redactor } = session;
  const windows: WindowInput[] = [];
  const items = state.memory.filter((one) => !isShownWhole(one, state.memory));
  // What expires comes last, so that its going changes nothing before it.
  for (const item of [...items.filter(staysOpen), ...items.filter((one) => !staysOpen(one))])
    windows.push(await renderItem(session, item));
  const rejection = state.open?.rejection;
  return {
    ...(await readBrief(session)),
    fence: state.nonce,
    windows,
    recipes: advice ? renderRecipes(advice, state.nonce).map((line) => redactor.redact(line)) : [],
    phasePrompt: runtime.types.prompt(type.name, state.phase.name),
    ...recommendRecipe(describeAvailability(session), advice),
    demands: unmetDemands(type, { state, spec }),
    ...(rejection === undefined ? {} : { rejection }),
  };
}

function staysOpen({ until }: MemoryItem): boolean {
  return until === undefined;
}

/** The whole file is in view for a while, so that windows on it would only repeat it. */
function isShownWhole(item: MemoryItem, memory: readonly MemoryItem[]): boolean {
  return memory.some(
    (other) => other !== item && item.path !== undefined && other.key === `full_file:${item.path}`,
  );
}

/** A recipe that is still open says best what to do next. */
function recommendRecipe(availability: Availability, advice: CurrentAdvice | undefined): Availability {
  const next = advice?.recipes.find(({ undone }) => !undone)?.steps[0]?.action;
  const isOpen = next !== undefined && availability.allowed.includes(next);
  return isOpen && availability.recommended !== 'complete'
    ? { ...availability, recommended: next }
    : availability;
}

async function readBrief(session: TaskSession): Promise<Brief> {
  const { state, task, runtime } = session;
  const blob = await runtime.store.getBlob(task, state.brief ?? '');
  return Brief.parse(JSON.parse(Buffer.from(blob).toString('utf8')));
}

async function renderItem(session: TaskSession, item: MemoryItem): Promise<WindowInput> {
  const { key, title, pinned, step } = item;
  const isStored = item.path === undefined;
  const text = isStored ? await readStored(session, item) : readWindow(session, item, item.path ?? '');
  const shown = dropMiddle(text, session.type.ceiling * 6);
  const focus = isStored || shown.omitted !== undefined ? undefined : findFocus(session, item);
  // A window is current; what was loaded is as old as it is.
  return { key, title, pinned, ...shown, ...present({ focus, from: isStored ? step : undefined }) };
}

/** Where the first error in these lines is, counted from the first of them. */
function findFocus(
  { state }: TaskSession,
  { path = '', start = 1, end = Infinity }: MemoryItem,
): number | undefined {
  const found = state.facts.find(
    ({ category, data: { file, line = 0 } }) =>
      category === 'error' && file !== undefined && isSamePath(path, file) && line >= start && line <= end,
  );
  return found?.data.line === undefined ? undefined : found.data.line - start;
}

async function readStored({ runtime, task }: TaskSession, { blob }: MemoryItem): Promise<string> {
  return blob === undefined ? '' : Buffer.from(await runtime.store.getBlob(task, blob)).toString('utf8');
}

function readWindow({ runtime, redactor }: TaskSession, item: MemoryItem, path: string): string {
  const file = runtime.workspace.read(path);
  if (!file.ok) return `(${file.message})`;
  const { lines } = splitLines(redactor.redact(file.text, path));
  if (lines.length === 0) return '(empty file)';
  const start = Math.min(item.start ?? 1, lines.length);
  return numberLines(lines, start, Math.min(item.end ?? lines.length, lines.length));
}

/** Far more than a context can show is not even recorded: cut to size before counting tokens. */
function dropMiddle(text: string, maxChars: number): { text: string; omitted?: number } {
  if (text.length <= maxChars) return { text };
  const head = cutAtLine(text.slice(0, Math.floor((maxChars * 2) / 3)), 'end');
  const tail = cutAtLine(text.slice(text.length - Math.floor(maxChars / 3)), 'start');
  const omitted = text.slice(head.length, text.length - tail.length).split('\n').length - 1;
  return { text: `${head}\n${tail}`, omitted: Math.max(1, omitted) };
}

function cutAtLine(text: string, side: 'start' | 'end'): string {
  const at = side === 'end' ? text.lastIndexOf('\n') : text.indexOf('\n');
  if (at === -1) return text;
  return side === 'end' ? text.slice(0, at) : text.slice(at + 1);
}
