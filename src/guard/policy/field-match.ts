// Field transitions: a value in a JSON or YAML file that becomes another.
import type { GuardedFile } from '../contract.js';
import type { CompiledField, FieldScalar } from './compiled.js';
import { hasMatch } from './line-matches.js';
import { readPlainYaml, type Tree } from './plain-yaml.js';

export interface FieldHit {
  readonly path: string;
  readonly field: string;
  readonly value: string;
}

/** The first value that changes as described. A text that is not understood could be one. */
export function findFieldHit(file: GuardedFile, wanted: CompiledField): FieldHit | undefined {
  const unclear = wanted.unclear === 'pass' ? undefined : describeUnclear(file.path, wanted);
  if (file.unknown === true) return unclear;
  if (file.after === file.before) return undefined;
  const after = readTree(file.after, file.path);
  if (after === undefined) return mentions(file.after ?? '', wanted) ? unclear : undefined;
  const before = readTree(file.before, file.path) ?? null;
  for (const keys of wanted.paths) {
    const hit = findTransition(listValues(before, keys), listValues(after, keys), wanted);
    if (hit) return { path: file.path, ...hit };
  }
  return undefined;
}

function describeUnclear(path: string, { paths }: CompiledField): FieldHit {
  const field = paths.map((keys) => keys.join('.')).join(' or ');
  return { path, field, value: 'what cannot be read beforehand' };
}

/** A text that nobody understands cannot set a field whose name does not stand in it; an escape may hide a name. */
function mentions(text: string, { paths }: CompiledField): boolean {
  const lower = text.toLowerCase();
  return text.includes('\\') || paths.some((keys) => lower.includes(longestWord(keys.at(-1) ?? '')));
}

function longestWord(key: string): string {
  const words = key.toLowerCase().split(/[*[\]]+/);
  return words.reduce((longest, word) => (word.length > longest.length ? word : longest), '');
}

function readTree(text: string | null, path: string): Tree | undefined {
  if (text === null || text.trim() === '') return null;
  if (/\.ya?ml$/i.test(path)) return readPlainYaml(text);
  try {
    return JSON.parse(text.replace(/^\uFEFF/, '')) as Tree;
  } catch {
    return undefined;
  }
}

function findTransition(
  before: ReadonlyMap<string, Tree>,
  after: ReadonlyMap<string, Tree>,
  wanted: CompiledField,
): Omit<FieldHit, 'path'> | undefined {
  const names = new Set([...after.keys(), ...before.keys()]);
  for (const field of names) {
    const [old, now] = [before.get(field), after.get(field)];
    if (isTransition(old, now, wanted)) return { field, value: show(now) };
  }
  return undefined;
}

function isTransition(old: Tree | undefined, now: Tree | undefined, wanted: CompiledField): boolean {
  return (
    show(old) !== show(now) &&
    isFrom(old, wanted) &&
    becomes(old, now, wanted) &&
    comesToMatch(old, now, wanted)
  );
}

/** What was not there counts; for `false`, so does everything that does not say yes. */
function isFrom(old: Tree | undefined, { from }: CompiledField): boolean {
  if (from === undefined || old === undefined) return true;
  return from === false ? !isTruthy(old) : isLike(old, from);
}

/** Not when it said so before, in another spelling. */
function becomes(old: Tree | undefined, now: Tree | undefined, { to }: CompiledField): boolean {
  if (to === undefined) return true;
  return now !== undefined && isLike(now, to) && !(old !== undefined && isLike(old, to));
}

function comesToMatch(old: Tree | undefined, now: Tree | undefined, { toMatches }: CompiledField): boolean {
  if (toMatches === undefined) return true;
  const [before, after] = [old, now].map(
    (value) => value !== undefined && hasMatch(showPlain(value), toMatches),
  );
  return after === true && before === false;
}

const MAX_VALUES = 20_000;

/** Every value at these keys, under a name that stays the same when the entries of a list change places. */
function listValues(tree: Tree, keys: readonly string[]): Map<string, Tree> {
  const found = new Map<string, Tree>();
  walk(tree, keys, '', found);
  return found;
}

function walk(tree: Tree, keys: readonly string[], at: string, found: Map<string, Tree>): void {
  const [key, ...rest] = keys;
  if (found.size > MAX_VALUES) throw new Error('there are too many values to compare');
  if (key === undefined) {
    found.set(uniqueName(found, at), tree);
    return;
  }
  if (key === '**') walk(tree, rest, at, found);
  if (tree === null || typeof tree !== 'object') return;
  for (const [name, inner] of listChildren(tree)) {
    if (key === '**') walk(inner, keys, join(at, name), found);
    else if (isNamed(name, key)) walk(inner, rest, join(at, name), found);
  }
}

/** Two entries with one id are told apart, so that none hides behind the other. */
function uniqueName(found: ReadonlyMap<string, Tree>, at: string): string {
  if (!found.has(at)) return at;
  let copy = 2;
  while (found.has(`${at}#${copy}`)) copy += 1;
  return `${at}#${copy}`;
}

function listChildren(tree: Exclude<Tree, FieldScalar>): (readonly [string, Tree])[] {
  if (!isList(tree)) return Object.entries(tree);
  return tree.map((item, index) => [`[${nameItem(item) ?? index}]`, item] as const);
}

function isList(tree: Tree): tree is readonly Tree[] {
  return Array.isArray(tree);
}

function nameItem(item: Tree): string | undefined {
  if (item === null || typeof item !== 'object' || isList(item)) return undefined;
  const id = item['id'] ?? item['name'] ?? item['title'];
  return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined;
}

function isNamed(name: string, key: string): boolean {
  if (key === '[*]') return name.startsWith('[');
  if (!key.includes('*')) return name.toLowerCase() === key.toLowerCase();
  const [start = '', ...parts] = key.split('*').map((part) => part.toLowerCase());
  const end = parts.pop() ?? '';
  const low = name.toLowerCase();
  return low.length >= start.length + end.length && low.startsWith(start) && low.endsWith(end);
}

function join(at: string, name: string): string {
  return at === '' || name.startsWith('[') ? at + name : `${at}.${name}`;
}

const YES = /^(?:true|yes|on|y|1|done|pass|passed|passes|passing)$/i;

/** `"true"`, `yes` and 1 are true to some reader. */
function isTruthy(value: Tree): boolean {
  return (
    value === true ||
    ((typeof value === 'string' || typeof value === 'number') && YES.test(String(value).trim()))
  );
}

function isLike(value: Tree, wanted: FieldScalar): boolean {
  if (wanted === true) return isTruthy(value);
  if (wanted === false)
    return value === false || value === null || /^(?:false|no|off|n|0)$/i.test(showPlain(value));
  return value === wanted || (value !== null && showPlain(value) === String(wanted));
}

function show(value: Tree | undefined): string {
  return value === undefined ? 'nothing' : JSON.stringify(value);
}

function showPlain(value: Tree): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
