// Reads the YAML that state files are written in: nested `key: value` and lists. What it does not understand it says.
import type { FieldScalar } from './compiled.js';

export type Tree = FieldScalar | readonly Tree[] | { readonly [key: string]: Tree };

/** Undefined for anything beyond block mappings, block lists, plain and quoted scalars, and text blocks. */
export function readPlainYaml(text: string): Tree | undefined {
  try {
    const lines = listLines(text);
    const cursor = { lines, at: 0 };
    const first = lines[0];
    if (first === undefined) return null;
    const tree = readBlock(cursor, first.indent, 0);
    return cursor.at === lines.length ? tree : undefined;
  } catch (error) {
    if (error instanceof NotPlain) return undefined;
    throw error;
  }
}

class NotPlain extends Error {}

const MAX_DEPTH = 50;
const MAX_LINES = 20_000;

interface Line {
  readonly indent: number;
  readonly text: string;
}

interface Cursor {
  readonly lines: Line[];
  at: number;
}

function listLines(text: string): Line[] {
  const raw = text.replace(/^\uFEFF(?:---\s*\n)?|^---\s*\n/, '').split(/\r?\n/);
  if (raw.length > MAX_LINES) throw new NotPlain();
  return raw.filter((line) => !/^\s*(?:#|$)/.test(line)).map(readLine);
}

/** No tabs before it, no second document, no directive, no key that is marked as one. */
function readLine(line: string): Line {
  if (/^ *(?:[^\S ]|---|\.\.\.|%|\? )/.test(line)) throw new NotPlain();
  const text = line.replace(/^ +/, '');
  return { indent: line.length - text.length, text: text.trimEnd() };
}

function readBlock(cursor: Cursor, indent: number, depth: number): Tree {
  if (depth > MAX_DEPTH) throw new NotPlain();
  const line = cursor.lines[cursor.at];
  if (line?.indent !== indent) throw new NotPlain();
  if (isItem(line.text)) return readList(cursor, indent, depth);
  return readMapping(cursor, indent, depth);
}

function isItem(text: string): boolean {
  return text === '-' || text.startsWith('- ');
}

function readList(cursor: Cursor, indent: number, depth: number): Tree {
  const items: Tree[] = [];
  for (let line = cursor.lines[cursor.at]; line; line = cursor.lines[cursor.at]) {
    if (line.indent !== indent || !isItem(line.text)) break;
    const rest = line.text.slice(1).trimStart();
    if (rest === '' || rest.startsWith('#')) {
      cursor.at += 1;
      items.push(readNested(cursor, indent, depth));
    } else if (splitKey(rest) === undefined && !isItem(rest)) {
      cursor.at += 1;
      items.push(readValue(cursor, rest, indent));
    } else {
      // `- key: value` begins a mapping that is indented by what stands before the key.
      const inner = indent + line.text.length - rest.length;
      cursor.lines[cursor.at] = { indent: inner, text: rest };
      items.push(readBlock(cursor, inner, depth + 1));
    }
  }
  return items;
}

function readMapping(cursor: Cursor, indent: number, depth: number): Tree {
  const entries = new Map<string, Tree>();
  for (let line = cursor.lines[cursor.at]; line; line = cursor.lines[cursor.at]) {
    if (line.indent !== indent || isItem(line.text)) break;
    const pair = splitKey(line.text);
    // A key that is there twice means one thing to one reader and another to the next.
    if (!pair || entries.has(pair.key) || pair.key === '<<') throw new NotPlain();
    cursor.at += 1;
    const isNested = pair.value === '' || pair.value.startsWith('#');
    entries.set(
      pair.key,
      isNested ? readNested(cursor, indent, depth, true) : readValue(cursor, pair.value, indent),
    );
  }
  return Object.fromEntries(entries);
}

/** What stands below a key or a dash; a list may stand as far left as its key. */
function readNested(cursor: Cursor, indent: number, depth: number, isUnderKey = false): Tree {
  const next = cursor.lines[cursor.at];
  if (!next || next.indent < indent) return null;
  if (next.indent > indent) return readBlock(cursor, next.indent, depth + 1);
  return isUnderKey && isItem(next.text) ? readList(cursor, indent, depth + 1) : null;
}

const KEY = /^(?:"([^"\\]*)"|'([^']*)'|([^\s"'[\]{}&*!|>%@`#,?:-][^:#]*?|-[^\s:][^:#]*?))\s*:(?:\s+(.*))?$/s;

function splitKey(text: string): { key: string; value: string } | undefined {
  const match = KEY.exec(text);
  if (!match) return undefined;
  const [, double, single, plain, value] = match;
  return { key: double ?? single ?? plain ?? '', value: value ?? '' };
}

function readValue(cursor: Cursor, text: string, indent: number): Tree {
  if (/^[|>][+-]?\d?\s*(?:#.*)?$/.test(text)) return skipTextBlock(cursor, indent);
  const next = cursor.lines[cursor.at];
  // A plain value that goes on in the next line.
  if (next && next.indent > indent) throw new NotPlain();
  return readScalar(text);
}

function skipTextBlock(cursor: Cursor, indent: number): string {
  while ((cursor.lines[cursor.at]?.indent ?? -1) > indent) cursor.at += 1;
  return '';
}

function readScalar(text: string): Tree {
  const quoted = /^(?:"([^"\\]*)"|'((?:[^']|'')*)')\s*(?:\s#.*)?$/.exec(text);
  if (quoted) return quoted[1] ?? (quoted[2] ?? '').replaceAll("''", "'");
  const bare = text.replace(/\s+#.*$/, '');
  if (/^\[\s*\]$/.test(bare)) return [];
  if (/^\[[^[\]{}:&*!"'#?]*[^[\]{}:&*!"'#?,\s]\s*\]$/.test(bare))
    return bare
      .slice(1, -1)
      .split(',')
      .map((item) => readWord(item.trim()));
  if (bare === '{}') return {};
  return readWord(bare);
}

function readWord(word: string): FieldScalar {
  if (/^["'&*!|>%@`[\]{},:?#]|^-(?:\s|$)|:(?:\s|$)/.test(word)) throw new NotPlain();
  if (/^(?:true|True|TRUE)$/.test(word)) return true;
  if (/^(?:false|False|FALSE)$/.test(word)) return false;
  if (/^(?:null|Null|NULL|~|)$/.test(word)) return null;
  return /^[-+]?\d+(?:\.\d+)?$/.test(word) ? Number(word) : word;
}
