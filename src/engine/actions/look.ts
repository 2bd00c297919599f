// The actions that bring something into view: read, search_code, load_context, pin, clear.
import vm from 'node:vm';
import picomatch from 'picomatch';
import { z } from 'zod';
import { buildImportGraph, findSymbol, relatedFiles } from '../../code/index.js';
import { defineAction, type Action, type ActionView, type Intent, type Load } from './contract.js';
import { splitLines } from './text-lines.js';

const MAX_HITS = 60;
const MAX_SEARCH_BYTES = 1_000_000;
const SEARCH_TIMEOUT_MS = 5_000;

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
      glob: z.string().max(200).optional(),
      regex: z.boolean().optional(),
    }),
    mutates: false,
    repeatable: false,
    plan: planSearch,
  }),
  defineAction({
    name: 'load_context',
    description:
      'Load more for the next steps: full_file:PATH, related_files, test_output, spec_section:ID, error_details.',
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

async function planRead({ items }: { items: z.infer<typeof ReadItem>[] }, view: ActionView): Promise<Intent> {
  const loads: Load[] = [];
  const seen: string[] = [];
  for (const item of items) {
    const file = view.readFile(item.path);
    if (!file.ok) return { kind: 'fail', message: file.message, hint: suggestPath(item.path, view) };
    const { lines } = splitLines(file.text);
    const range =
      item.symbol === undefined
        ? { start: item.start ?? 1, end: item.end ?? lines.length }
        : await findSymbol(file.path, file.text, item.symbol);
    if (!range)
      return {
        kind: 'fail',
        message: `${file.path} has no function or class named ${item.symbol}.`,
        hint: 'Use search_code to find it.',
      };
    if (range.start > Math.max(1, lines.length) || range.end < range.start) {
      return {
        kind: 'fail',
        message: `${file.path} has ${lines.length} lines, so there is no range ${range.start}-${range.end}.`,
        hint: 'Leave start and end out to read from the top.',
      };
    }
    const end = Math.min(range.end, Math.max(1, lines.length));
    const whole = range.start === 1 && end >= lines.length;
    const key = whole ? file.path : `${file.path}#${range.start}-${end}`;
    loads.push({
      key,
      title: key,
      path: file.path,
      passing: false,
      ...(whole ? {} : { start: range.start, end }),
    });
    seen.push(lines.slice(range.start - 1, end).join('\n'));
  }
  return {
    kind: 'look',
    loads,
    seen,
    target: loads.map(({ key }) => key).join(', '),
    summary: `opened ${loads.map(({ key }) => key).join(', ')}`,
  };
}

function planSearch(
  query: { pattern: string; glob?: string | undefined; regex?: boolean | undefined },
  view: ActionView,
): Intent {
  const matches = query.glob === undefined ? () => true : picomatch(query.glob, { dot: true });
  const files = view.listFiles().filter((file) => matches(file));
  const texts = files.flatMap((file) => {
    const read = view.readFile(file);
    return read.ok && read.text.length <= MAX_SEARCH_BYTES ? [{ path: file, text: read.text }] : [];
  });
  const found = searchTexts(texts, query.pattern, query.regex ?? false);
  if (!found.ok)
    return { kind: 'fail', message: found.message, hint: 'Use a simpler pattern, or plain text.' };
  const text = found.hits.length === 0 ? `no match in ${texts.length} files` : found.hits.join('\n');
  const title = `search ${JSON.stringify(query.pattern)}${query.glob === undefined ? '' : ` in ${query.glob}`}`;
  const count = found.more ? `more than ${MAX_HITS}` : String(found.hits.length);
  return {
    kind: 'look',
    loads: [{ key: title, title, text, passing: true }],
    seen: [text],
    target: query.pattern,
    summary: `${count} matches for ${JSON.stringify(query.pattern)} in ${texts.length} files`,
  };
}

type Found = { ok: true; hits: string[]; more: boolean } | { ok: false; message: string };

/** The pattern comes from a model, so it runs where a runaway expression can be stopped. */
function searchTexts(
  texts: readonly { path: string; text: string }[],
  pattern: string,
  regex: boolean,
): Found {
  let source: RegExp;
  try {
    source = new RegExp(regex ? pattern : pattern.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'u');
  } catch {
    return { ok: false, message: `${JSON.stringify(pattern)} is not a valid regular expression.` };
  }
  const hits: string[] = [];
  const sandbox = vm.createContext({ texts, source, hits, max: MAX_HITS + 1 });
  try {
    vm.runInContext(SEARCH, sandbox, { timeout: SEARCH_TIMEOUT_MS });
  } catch {
    return { ok: false, message: `The search for ${JSON.stringify(pattern)} took too long.` };
  }
  return { ok: true, hits: hits.slice(0, MAX_HITS), more: hits.length > MAX_HITS };
}

const SEARCH = `
  outer: for (const { path, text } of texts) {
    const lines = text.split('\\n');
    for (let i = 0; i < lines.length; i++) {
      const line = lines[i].slice(0, 2000);
      if (!source.test(line)) continue;
      hits.push(path + ':' + (i + 1) + ': ' + line.trim().slice(0, 200));
      if (hits.length >= max) break outer;
    }
  }`;

async function planLoad(item: string, view: ActionView): Promise<Intent> {
  const [kind = '', ...rest] = item.split(':');
  const argument = rest.join(':');
  const loader = LOADERS[kind];
  if (!loader)
    return {
      kind: 'fail',
      message: `${JSON.stringify(item)} cannot be loaded.`,
      hint: 'Use full_file:PATH, related_files, test_output, spec_section:ID or error_details.',
    };
  return loader(argument, view);
}

const LOADERS: Record<string, (argument: string, view: ActionView) => Intent | Promise<Intent>> = {
  full_file: (path, view) => {
    const file = view.readFile(path);
    if (!file.ok) return { kind: 'fail', message: file.message, hint: suggestPath(path, view) };
    const key = `full_file:${file.path}`;
    return {
      kind: 'look',
      loads: [{ key, title: key, path: file.path, passing: true }],
      seen: [file.text],
      target: file.path,
      summary: `loaded ${file.path}`,
    };
  },
  related_files: loadRelated,
  test_output: (_, view) =>
    loadBlob('test_output', view.state.lastOutput.tests, 'no tests have run yet', view),
  error_details: (_, view) =>
    loadBlob('error_details', view.state.lastOutput.error, 'no error has been recorded yet', view),
  spec_section: (id, view) => {
    const requirement = view.spec.inputs.spec?.requirements.find((one) => one.id === id);
    if (!requirement) {
      const ids = view.spec.inputs.spec?.requirements.map((one) => one.id).join(', ');
      return {
        kind: 'fail',
        message: `The spec has no section ${JSON.stringify(id)}.`,
        hint: ids ? `It has ${ids}.` : 'This task has no spec.',
      };
    }
    const text = [
      `${requirement.id}: ${requirement.description}`,
      ...requirement.acceptance_criteria.map((one) => `- ${one}`),
    ].join('\n');
    const key = `spec_section:${id}`;
    return {
      kind: 'look',
      loads: [{ key, title: key, text, passing: true }],
      seen: [text],
      target: id,
      summary: `loaded ${key}`,
    };
  },
};

async function loadRelated(_: string, view: ActionView): Promise<Intent> {
  const subject = currentFile(view);
  if (subject === undefined)
    return {
      kind: 'fail',
      message: 'There is no current file to find relatives of.',
      hint: 'Read a file first.',
    };
  const graph = await buildImportGraph({
    files: view.listFiles(),
    read: (path) => {
      const file = view.readFile(path);
      return file.ok ? file.text : undefined;
    },
  });
  const { imports, importedBy, tests } = relatedFiles(graph, subject);
  const related = [...new Set([...imports, ...importedBy, ...tests])].slice(0, 4);
  const list = (name: string, files: readonly string[]): string =>
    `${name}: ${files.length === 0 ? 'none' : files.slice(0, 20).join(', ')}`;
  const text = [
    `${subject}`,
    list('imports', imports),
    list('imported by', importedBy),
    list('tests', tests),
  ].join('\n');
  const loads: Load[] = [
    { key: 'related_files', title: `related files of ${subject}`, text, passing: true },
    ...related.map((path) => ({
      key: `related:${path}`,
      title: `${path} (related)`,
      path,
      start: 1,
      end: 40,
      passing: true,
    })),
  ];
  return {
    kind: 'look',
    loads,
    seen: [text],
    target: subject,
    summary: `${related.length} related files of ${subject}`,
  };
}

/** The file this is all about: the last one changed, else the first target, else the last window. */
function currentFile(view: ActionView): string | undefined {
  const changed = Object.keys(view.state.files).at(-1);
  const violation = view.spec.inputs.violation;
  const named = typeof violation === 'object' ? violation.path : view.spec.inputs.target_files[0]?.path;
  return changed ?? named ?? view.state.memory.findLast(({ path }) => path !== undefined)?.path;
}

async function loadBlob(
  key: string,
  hash: string | undefined,
  missing: string,
  view: ActionView,
): Promise<Intent> {
  if (hash === undefined)
    return { kind: 'fail', message: `Nothing to load: ${missing}.`, hint: 'Run the tests or a check first.' };
  const text = await view.readBlob(hash);
  return {
    kind: 'look',
    loads: [{ key, title: key, text, passing: true }],
    seen: [text],
    target: key,
    summary: `loaded ${key}`,
  };
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

function suggestPath(path: string, view: ActionView): string {
  const name = path.split('/').at(-1)?.toLowerCase() ?? '';
  const close = view
    .listFiles()
    .filter((file) => file.toLowerCase().endsWith(`/${name}`) || file.toLowerCase() === name);
  return close.length > 0
    ? `Did you mean ${close.slice(0, 3).join(', ')}?`
    : 'Use search_code to find the file.';
}
