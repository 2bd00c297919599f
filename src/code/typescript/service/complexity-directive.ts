// A comment that excuses a function for being complex is taken away once the function is not any more.
import type ts from 'typescript';
import type { TextChange } from '../../../schema/index.js';
import { parseSource } from '../../javascript/load-typescript.js';
import type { TypeScript } from '../../javascript/load-typescript.js';
import { applyChanges } from '../extract/moved-text.js';
import { measureSource } from '../measure/measure-file.js';
import type { TransformInput } from '../transform-input.js';

/** What hardly any project finds too complex. */
const SIMPLE = 10;
const DIRECTIVE =
  /(?:\/\/|\/\*)[^\S\n]*eslint-disable-(?:next-)?line[^\S\n]+([\w@/, -]*?)(?:[^\S\n]+--[^\n]*?)?[^\S\n]*(?:\*\/|(?=\r?\n|$))/g;

/** Whether a comment is gone for that reason. */
export function isComplexityDirective(comment: string): boolean {
  return /^\/[/*]\s*eslint-disable-(?:next-)?line\b.*\bcomplexity\b/.test(comment);
}

/** The change that takes it away, if the function is simple after the given ones. */
export function dropDirective(
  { ts: compiler, file, target }: TransformInput,
  name: string,
  changes: readonly TextChange[],
): TextChange[] {
  const drop = findDirective(file, target);
  if (drop === undefined || changes.some(({ start, end }) => start < drop.end && end > drop.start)) return [];
  const text = applyChanges(file.text, changes);
  return isSimple(compiler, file.fileName, text, name) ? [drop] : [];
}

function isSimple(compiler: TypeScript, path: string, text: string, name: string): boolean {
  const { functions } = measureSource(compiler, parseSource(compiler, path, text, true));
  const measure = functions.find((each) => each.name === name);
  return measure !== undefined && measure.cyclomatic <= SIMPLE;
}

/** In the line above the function, or behind the one it begins on. */
function findDirective(file: ts.SourceFile, target: ts.Node): TextChange | undefined {
  const { text } = file;
  const begin = text.lastIndexOf('\n', target.getStart(file) - 1) + 1;
  const above = text.lastIndexOf('\n', begin - 2) + 1;
  const end = text.indexOf('\n', begin);
  const lines = [
    { from: above, to: begin, word: 'next-line' },
    { from: begin, to: end < 0 ? text.length : end, word: 'disable-line' },
  ];
  for (const { from, to, word } of lines) {
    for (const match of text.slice(from, to).matchAll(DIRECTIVE)) {
      const change = match[0].includes(word) ? shorten(text, from + match.index, match) : undefined;
      if (change !== undefined) return change;
    }
  }
  return undefined;
}

/** Other rules that it names stay. */
function shorten(text: string, start: number, [comment, list = '']: RegExpExecArray): TextChange | undefined {
  const rules = list.split(',').map((rule) => rule.trim());
  if (!rules.includes('complexity')) return undefined;
  const others = rules.filter((rule) => rule !== 'complexity' && rule !== '');
  const end = start + comment.length;
  if (others.length > 0) return { start, end, text: comment.replace(list, others.join(', ')) };
  const line = text.lastIndexOf('\n', start - 1) + 1;
  const isAlone = text.slice(line, start).trim() === '' && /^[^\S\n]*\r?\n/.test(text.slice(end));
  if (isAlone) return { start: line, end: text.indexOf('\n', end) + 1, text: '' };
  return { start: start - (/[^\S\n]*$/.exec(text.slice(line, start))?.[0].length ?? 0), end, text: '' };
}
