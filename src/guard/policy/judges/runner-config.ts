// How tests are found and what coverage is asked for: lists of what is left out that grow, places to look that change, limits that fall.
import type { GuardedFile } from '../../contract.js';
import type { Case, Hit } from './judge.js';

export function judgeRunnerConfig({ files }: Case): Hit | undefined {
  for (const file of files) {
    if (file.unknown === true || file.before === null || file.before === file.after) continue;
    const what = findNarrowing(file);
    if (what !== undefined) return { path: file.path, what };
  }
  return undefined;
}

function findNarrowing({ before, after }: GuardedFile): string | undefined {
  if (before === null) return undefined;
  if (after === null) return 'is deleted';
  const [old, now] = [readSettings(before), readSettings(after)];
  return findLeftOut(old, now) ?? findChanged(old, now);
}

type Settings = ReadonlyMap<string, string>;

function findLeftOut(old: Settings, now: Settings): string | undefined {
  for (const [key, value] of now) {
    const hasMore = value !== old.get(key) && countItems(value) >= countItems(old.get(key));
    if (LEAVES_OUT.has(key) && hasMore) return `leaves out more: ${key}`;
  }
  return undefined;
}

function findChanged(old: Settings, now: Settings): string | undefined {
  for (const [key, value] of old) {
    if (LOOKS_IN.has(key) && now.get(key) !== value) return `looks for tests elsewhere: ${key}`;
    if (LIMITS.has(key) && isLower(value, now.get(key))) return `asks for less coverage: ${key}`;
  }
  return undefined;
}

const LEAVES_OUT = new Set([
  'exclude',
  'testpathignorepatterns',
  'testignore',
  'modulepathignorepatterns',
  'coveragepathignorepatterns',
  'watchpathignorepatterns',
  'collect_ignore',
  'collect_ignore_glob',
  'norecursedirs',
  'ignore',
  'omit',
  'excludes',
  'exclude_pattern',
  'testnamepattern',
  'grepinvert',
  'excludetags',
  'excludegroups',
]);
const LOOKS_IN = new Set([
  'include',
  'testmatch',
  'testregex',
  'testpaths',
  'testdir',
  'roots',
  'spec',
  'specpattern',
  'python_files',
  'python_functions',
  'python_classes',
  'pattern',
  'testfiles',
]);
const LIMITS = new Set([
  'lines',
  'branches',
  'functions',
  'statements',
  'fail_under',
  'fail-under',
  'cov-fail-under',
  'check-coverage',
  'minimum_coverage',
  'minimum',
]);

const SETTING = /(?:^|[\s{,"'(])(--)?([A-Za-z_][\w-]{2,40})["']?[ \t]{0,20}[:=][ \t]{0,20}/g;
const MAX_VALUE_CHARS = 5_000;

/** Keys in lower case with the text of their values; one that is there several times has all of them. */
function readSettings(text: string): Map<string, string> {
  const settings = new Map<string, string>();
  for (const match of text.matchAll(SETTING)) {
    const key = (match[2] ?? '').toLowerCase();
    if (!LEAVES_OUT.has(key) && !LOOKS_IN.has(key) && !LIMITS.has(key)) continue;
    const value = readValue(text, match.index + match[0].length);
    settings.set(key, [settings.get(key), value].filter((one) => one !== undefined).join(' ; '));
  }
  return settings;
}

/** A list to its bracket, an indented block as ini files have it, or the rest of the line. */
function readValue(text: string, start: number): string {
  const rest = text.slice(start, start + MAX_VALUE_CHARS);
  const taken =
    /^\[[^\]]*\]/.exec(rest)?.[0] ??
    /^\r?\n(?:[ \t]+\S.*\r?\n?)+/.exec(rest)?.[0] ??
    /^[^\n,}]*/.exec(rest)?.[0] ??
    '';
  return taken.replace(/\s+/g, ' ').replace(/, ?\]/, ']').trim();
}

function countItems(value: string | undefined): number {
  return value === undefined ? 0 : value.split(/[\s,;]+/).filter((item) => /\w|\*/.test(item)).length;
}

function isLower(old: string, now: string | undefined): boolean {
  const before = (old.match(/\d+(?:\.\d+)?/g) ?? []).map(Number);
  if (before.length === 0) return old === 'true' && now !== 'true';
  const after = (now?.match(/\d+(?:\.\d+)?/g) ?? []).map(Number);
  return before.some((limit, index) => (after[index] ?? 0) < limit);
}
