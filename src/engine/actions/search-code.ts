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
