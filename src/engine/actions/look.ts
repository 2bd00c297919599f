// The actions that bring something into view: read, search_code, load_context, pin, clear.
import { z } from 'zod';
import { findSymbol } from '../../code/index.js';
import { defineAction, type Action, type ActionView, type Intent, type Load } from './contract.js';
import { planLoad } from './load-context.js';
import { planSearch } from './search-code.js';
import { suggestPath } from './suggest-path.js';
import { splitLines } from './text-lines.js';

const ReadItem = z.strictObject({
  path: z.string().min(1),
  start: z.number().int().positive().optional(),
  end: z.number().int().positive().optional(),
  symbol: z.string().min(1).optional(),
});

export const lookActions: readonly Action[] = [
  defineAction({
    name: 'read',
    description: 'Open windows on files; they stay in view, always current, until displaced or cleared.',
    when: 'you need to see code that is not in a window; ask for several at once',
    priority: 5,
    hints: { items: 'a list of {path, start?, end?, symbol?}' },
    parameters: z.strictObject({ items: z.array(ReadItem).min(1).max(8) }),
    mutates: false,
    repeatable: false,
    plan: planRead,
  }),
  defineAction({
    name: 'search_code',
    description: 'Find text in the project; plain text unless `regex`.',
    when: 'you know a name but not the file',
    priority: 4,
    hints: { glob: 'src/**/*.ts' },
    parameters: z.strictObject({
      pattern: z.string().min(1).max(300),
      glob: z.string().min(1).max(200).optional(),
      regex: z.boolean().optional(),
    }),
    mutates: false,
    repeatable: false,
    plan: planSearch,
  }),
  defineAction({
    name: 'load_context',
    description:
      'Load more for the next steps: full_file:PATH, related_files:PATH, test_output, spec_section:ID, error_details.',
    when: 'what you see is cut or not enough; it expires after a few steps',
    priority: 3,
    parameters: z.strictObject({ item: z.string().min(1).max(1_000) }),
    mutates: false,
    repeatable: false,
    plan: ({ item }, view) => planLoad(item, view),
  }),
  defineAction({
    name: 'pin',
    description: 'Keep a loaded item or window from expiring or being displaced.',
    when: 'you will need it until the end',
    priority: 1,
    hints: { item: 'its key as shown' },
    parameters: z.strictObject({ item: z.string().min(1) }),
    mutates: false,
    repeatable: false,
    plan: ({ item }, view) => planMemory('pinned', item, view),
  }),
  defineAction({
    name: 'clear',
    description: 'Remove a loaded item or window from view.',
    when: 'it takes room and is no longer needed',
    priority: 1,
    hints: { item: 'its key as shown' },
    parameters: z.strictObject({ item: z.string().min(1) }),
    mutates: false,
    repeatable: false,
    plan: ({ item }, view) => planMemory('context-cleared', item, view),
  }),
];

type ReadItem = z.infer<typeof ReadItem>;

/** What is there is opened; what is not is said. */
async function planRead({ items }: { items: ReadItem[] }, view: ActionView): Promise<Intent> {
  const loads: Load[] = [];
  const seen: string[] = [];
  const failed: Failure[] = [];
  for (const item of items) {
    const opened = await planWindow(item, view);
    if ('kind' in opened) failed.push(opened);
    else {
      loads.push(opened.load);
      seen.push(opened.text);
    }
  }
  const [first] = failed;
  if (first && loads.length === 0) return first;
  const keys = loads.map(({ key }) => key).join(', ');
  const missing = failed.map(({ message, hint }) => [message, hint].filter(Boolean).join(' ')).join(' ');
  return {
    kind: 'look',
    loads,
    seen,
    target: keys,
    summary: missing === '' ? `opened ${keys}` : `opened ${keys}. ${missing}`,
  };
}

type Failure = Extract<Intent, { kind: 'fail' }>;

async function planWindow(
  item: ReadItem,
  view: ActionView,
): Promise<{ readonly load: Load; readonly text: string } | Failure> {
  const file = view.readFile(item.path);
  if (!file.ok) return { kind: 'fail', message: file.message, hint: suggestPath(item.path, view) };
  const text = view.redact(file.text, file.path);
  const { lines } = splitLines(text);
  const range = await findRange(item, { path: file.path, text, lineCount: lines.length });
  if ('kind' in range) return range;
  return {
    load: openWindow(file.path, range, lines.length),
    text: lines.slice(range.start - 1, range.end).join('\n'),
  };
}

interface LineRange {
  readonly start: number;
  readonly end: number;
}

async function findRange(
  { symbol, start = 1, end }: ReadItem,
  { path, text, lineCount }: { readonly path: string; readonly text: string; readonly lineCount: number },
): Promise<LineRange | Failure> {
  const range =
    symbol === undefined ? { start, end: end ?? lineCount } : await findSymbol(path, text, symbol);
  if (!range)
    return {
      kind: 'fail',
      message: `${path} has no function or class named ${symbol}.`,
      hint: 'Use search_code to find it.',
    };
  // An empty file can be opened as well: at its first line.
  const last = Math.max(1, lineCount);
  if (range.start > last || range.end < range.start)
    return {
      kind: 'fail',
      message: `${path} has ${lineCount} lines, so there is no range ${range.start}-${range.end}.`,
      hint: 'Leave start and end out to read from the top.',
    };
  return { start: range.start, end: Math.min(range.end, last) };
}

/** A window on the whole file grows with it. */
function openWindow(path: string, { start, end }: LineRange, lineCount: number): Load {
  const isWhole = start === 1 && end >= lineCount;
  const key = isWhole ? path : `${path}#${start}-${end}`;
  return { key, title: key, path, passing: false, ...(isWhole ? {} : { start, end }) };
}

function planMemory(type: 'pinned' | 'context-cleared', item: string, view: ActionView): Intent {
  const found = view.state.memory.find(({ key }) => key === item);
  if (!found) {
    const keys = view.state.memory.map(({ key }) => key).join(', ');
    return {
      kind: 'fail',
      message: `Nothing in view has the key ${JSON.stringify(item)}.`,
      hint: keys ? `In view: ${keys}.` : 'Nothing is in view.',
    };
  }
  const verb = type === 'pinned' ? 'pinned' : 'cleared';
  return {
    kind: 'note',
    target: item,
    summary: `${verb} ${item}`,
    events: [{ type, step: view.state.step, key: item }],
  };
}
