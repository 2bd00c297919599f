// Sorts the arguments of a test runner: options that stay, options that go, and the test files it is told to run.
import picomatch from 'picomatch';
import type { ScriptWord } from './script-words.js';

export interface OptionRules {
  /** Options whose value is the next word. */
  readonly withValue: ReadonlySet<string>;
  /** Options that would get in the way: other reporters, watching, stopping early, changing snapshots. */
  readonly dropped: ReadonlySet<string>;
}

export interface SortedArguments {
  readonly options: readonly string[];
  readonly files: readonly ScriptWord[];
}

export function sortArguments(words: readonly ScriptWord[], rules: OptionRules): SortedArguments {
  const options: string[] = [];
  const files: ScriptWord[] = [];
  const left = words.filter(({ text }) => text !== '--');
  for (let word = left.shift(); word; word = left.shift()) {
    if (!word.text.startsWith('-')) {
      files.push(word);
      continue;
    }
    const [name = '', value] = word.text.split('=', 2);
    const next = value === undefined && rules.withValue.has(name) ? left.splice(0, 1) : [];
    if (!rules.dropped.has(name)) options.push(word.text, ...next.map(({ text }) => text));
  }
  return { options, files };
}

/** For a runner that expands patterns itself: where a shell would have come first, two stars go no deeper than one. */
export function keepPatterns(files: readonly ScriptWord[], known: readonly string[]): string[] {
  return files.map(({ text, isPattern }) => {
    const shallow = text.replaceAll('**', '*');
    return isPattern && findMatching(shallow, known).length > 0 ? shallow : text;
  });
}

/** For a runner that takes names only. A pattern without a match stays, as in a shell. */
export function expandPatterns(files: readonly ScriptWord[], known: readonly string[]): string[] {
  return files.flatMap(({ text, isPattern }) => {
    if (!/[*?[{]/.test(text)) return [text];
    const pattern = isPattern ? text.replaceAll('**', '*') : text;
    const found = findMatching(pattern, known).sort();
    return found.length > 0 ? found : [text];
  });
}

function findMatching(pattern: string, known: readonly string[]): string[] {
  const matches = picomatch(pattern.replace(/^\.\//, ''));
  return known.filter((file) => matches(file));
}
