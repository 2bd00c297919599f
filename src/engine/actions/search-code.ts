// Searching the project's text with a pattern that comes from a model.
import vm from 'node:vm';
import picomatch from 'picomatch';
import type { ActionView, Intent } from './contract.js';

const MAX_HITS = 60;
const MAX_SEARCH_BYTES = 1_000_000;
const SEARCH_TIMEOUT_MS = 5_000;

export function planSearch(
  query: { pattern: string; glob?: string | undefined; regex?: boolean | undefined },
  view: ActionView,
): Intent {
  const files = chooseFiles(view.listFiles(), query.glob);
  if (!files) return { kind: 'fail', message: `The glob ${JSON.stringify(query.glob)} is too complicated.` };
  // Searched as shown: a hit must not tell whether a secret holds the pattern.
  const texts = files.flatMap((file) => {
    const read = view.readFile(file);
    return read.ok && read.text.length <= MAX_SEARCH_BYTES
      ? [{ path: file, text: view.redact(read.text, read.path) }]
      : [];
  });
  const found = searchTexts(texts, query.pattern, query.regex ?? false);
  if (!found.ok)
    return { kind: 'fail', message: found.message, hint: 'Use a simpler pattern, or plain text.' };
  const text = found.hits.length === 0 ? `no match in ${texts.length} files` : found.hits.join('\n');
  const title = `search ${JSON.stringify(query.pattern)}${query.glob === undefined ? '' : ` in ${query.glob}`}`;
  const count = found.more ? `more than ${MAX_HITS}` : String(found.hits.length);
  return {
    kind: 'look',
    // That there is nothing is said in a line; it needs no window.
    loads: found.hits.length === 0 ? [] : [{ key: title, title, text, passing: true }],
    seen: [text],
    target: query.pattern,
    summary: `${count} matches for ${JSON.stringify(query.pattern)} (${texts.length} files searched)`,
  };
}

/** Undefined when the glob cannot be used. */
function chooseFiles(files: readonly string[], glob: string | undefined): readonly string[] | undefined {
  if (glob === undefined) return files;
  try {
    return runBounded('files.filter((file) => glob.test(file))', {
      files,
      glob: picomatch.makeRe(glob, { dot: true }),
    }) as string[];
  } catch {
    return undefined;
  }
}

type Found = { ok: true; hits: string[]; more: boolean } | { ok: false; message: string };

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
  try {
    runBounded(SEARCH, { texts, source, hits, max: MAX_HITS + 1 });
  } catch {
    return { ok: false, message: `The search for ${JSON.stringify(pattern)} took too long.` };
  }
  return { ok: true, hits: hits.slice(0, MAX_HITS), more: hits.length > MAX_HITS };
}

/** Patterns come from a model, so they run where a runaway expression can be stopped. */
function runBounded(script: string, values: Readonly<Record<string, unknown>>): unknown {
  return vm.runInContext(script, vm.createContext({ ...values }), { timeout: SEARCH_TIMEOUT_MS });
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
