// The five kinds of `load_context`: full_file:PATH, related_files[:PATH], test_output, spec_section:ID, error_details.
import { buildImportGraph, relatedFiles } from '../../code/index.js';
import type { ActionView, Intent, Load } from './contract.js';
import { suggestPath } from './suggest-path.js';
import { splitLines } from './text-lines.js';

export async function planLoad(item: string, view: ActionView): Promise<Intent> {
  const [kind = '', ...rest] = item.split(':');
  const argument = rest.join(':');
  const loader = Object.hasOwn(LOADERS, kind) ? LOADERS[kind] : undefined;
  if (!loader)
    return {
      kind: 'fail',
      message: `${JSON.stringify(item)} cannot be loaded.`,
      hint: 'Use full_file:PATH, related_files:PATH, test_output, spec_section:ID or error_details.',
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
    loadBlob(
      'test_output',
      view.state.lastOutput.tests,
      'no output of a test run is kept; error_details has what the last failing one printed',
      view,
    ),
  error_details: (_, view) => {
    const { tests, error } = view.state.lastOutput;
    const isShown =
      error !== undefined && error === tests && view.state.memory.some(({ key }) => key === 'test_output');
    return isShown
      ? { kind: 'fail', message: 'The last error is the output of the tests, which is shown as test_output.' }
      : loadBlob('error_details', error, 'no error has been recorded yet', view);
  },
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

const RELATED_SHOWN = 4;
const RELATED_LINES = 40;

/** The relatives of the file that is named, or else of the one this is all about. */
async function loadRelated(path: string, view: ActionView): Promise<Intent> {
  const named = path === '' ? undefined : view.readFile(path);
  if (named?.ok === false) return { kind: 'fail', message: named.message, hint: suggestPath(path, view) };
  const subject = named?.path ?? currentFile(view);
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
  // What is in view already is listed, not shown again.
  const open = new Set(view.state.memory.map((item) => item.path));
  const all = [...new Set([...imports, ...importedBy, ...tests])];
  const opened = all.filter((one) => !open.has(one)).slice(0, RELATED_SHOWN);
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
    ...opened.map((one) => showBeginning(one, view)),
  ];
  return {
    kind: 'look',
    loads,
    seen: [text],
    target: subject,
    summary: `${subject} has ${all.length} related files, ${opened.length} of them opened here`,
  };
}

function showBeginning(path: string, view: ActionView): Load {
  const file = view.readFile(path);
  const count = file.ok ? splitLines(file.text).lines.length : 0;
  const part = count > RELATED_LINES ? `, lines 1-${RELATED_LINES} of ${count}` : '';
  return {
    key: `related:${path}`,
    title: `${path} (related${part})`,
    path,
    start: 1,
    end: RELATED_LINES,
    passing: true,
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
    // Printed before, but only now in view.
    seen: [`${key}\n${text}`],
    printed: true,
    target: key,
    summary: `loaded ${key}`,
  };
}
