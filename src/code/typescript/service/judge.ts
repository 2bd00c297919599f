// Whether a changed file is as good as it was: it parses, no new errors, no comment lost, exports unchanged.
import type ts from 'typescript';
import type { TypeScript } from '../../javascript/load-typescript.js';
import type { Refusal } from '../../refactoring.js';
import { refuse } from '../extract/refusal.js';
import { listComments } from './comments.js';
import { isComplexityDirective } from './complexity-directive.js';
import { listExports } from './exported.js';
import { subtract } from './multiset.js';
import { listNameProblems } from './name-problems.js';
import { withTexts } from './open-file.js';
import type { FileOpener, OpenFile } from './open-file.js';
import type { ProjectFiles } from './project-files.js';

/** What is compared of a file before and after. */
export interface Portrait {
  readonly syntax: readonly string[];
  readonly problems: readonly string[];
  /** For each syntax error and problem the line of source it stands in. */
  readonly lines: readonly string[];
  readonly comments: readonly string[];
  readonly exports: readonly string[];
}

export interface NewError {
  readonly message: string;
  /** The line of source it stands in. */
  readonly source: string;
}

export interface Judge {
  judge(absolute: string, before: string, after: string): Refusal | undefined;
  /** Several files at once, by absolute path; names of exports may change. */
  judgeAll(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): Refusal | undefined;
  /** For each file, in the order of `after`. */
  listNewErrors(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): NewError[][];
  /** Whether this text was looked at since the last `forget`. */
  hasSeen(absolute: string, text: string): boolean;
  forget(): void;
}

export function createJudge(compiler: TypeScript, files: ProjectFiles, opener: FileOpener): Judge {
  const kept = new Map<string, Portrait>();
  const draw = (absolute: string, text: string): Portrait => {
    const key = keyOf(absolute, text);
    const portrait = kept.get(key) ?? drawPortrait(compiler, opener.open(absolute, text));
    kept.set(key, portrait);
    const [oldest] = kept.keys();
    if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
    return portrait;
  };
  /** Every file sees the new texts of the others. */
  const drawAll = (texts: ReadonlyMap<string, string>): Portrait[] => {
    const portraits = withTexts(files, texts, () => {
      opener.forget();
      return [...texts].map(([path, text]) => drawPortrait(compiler, opener.open(path, text)));
    });
    opener.forget();
    return portraits;
  };
  return {
    judge: (absolute, before, after) => compare(draw(absolute, before), draw(absolute, after)),
    judgeAll: (before, after) => {
      const old = drawAll(before);
      return drawAll(after)
        .map((each, index) => compareFiles(old[index] ?? each, each))
        .find((problem) => problem !== undefined);
    },
    listNewErrors: (before, after) => {
      const [only, ...others] = after;
      // One file alone was mostly drawn already, when its change was made.
      if (only && others.length === 0)
        return [newErrors(draw(only[0], before.get(only[0]) ?? ''), draw(...only))];
      const old = drawAll(before);
      return drawAll(after).map((each, index) => newErrors(old[index] ?? BLANK, each));
    },
    hasSeen: (absolute, text) => kept.has(keyOf(absolute, text)),
    forget: () => kept.clear(),
  };
}

function keyOf(absolute: string, text: string): string {
  return `${absolute}\n${text}`;
}

function newErrors(before: Portrait, after: Portrait): NewError[] {
  const messages = [...after.syntax, ...after.problems];
  const added = subtract(messages, [...before.syntax, ...before.problems]);
  return added.map((message) => ({ message, source: after.lines[messages.lastIndexOf(message)] ?? '' }));
}

function readLineAt(file: ts.SourceFile, position: number): string {
  const { line } = file.getLineAndCharacterOfPosition(position);
  const [start, next] = [file.getLineStarts()[line] ?? 0, file.getLineStarts()[line + 1] ?? file.end];
  return file.text.slice(start, next).trim();
}

const MAX_KEPT = 50;
const BLANK: Portrait = { syntax: [], problems: [], lines: [], comments: [], exports: [] };

function drawPortrait(compiler: TypeScript, opened: OpenFile | undefined): Portrait {
  if (opened === undefined) return BLANK;
  const { file, program, plain } = opened;
  const toText = ({ messageText }: ts.Diagnostic): string =>
    // Which similar name the compiler suggests depends on the place.
    compiler.flattenDiagnosticMessageText(messageText, ' ').replace(/ Did you mean .*/, '');
  const toLine = ({ start = 0 }: ts.Diagnostic): string => readLineAt(file, start);
  const broken = program.getSyntacticDiagnostics(file);
  const syntax = broken.map(toText);
  if (syntax.length > 0) return { ...BLANK, syntax, lines: broken.map(toLine) };
  const wrong = plain ? [] : program.getSemanticDiagnostics(file);
  return {
    syntax,
    problems: plain ? listNameProblems(compiler, file) : wrong.map(toText),
    lines: wrong.map(toLine),
    comments: listComments(compiler, file),
    exports: listExports(compiler, file, plain ? undefined : opened.checker),
  };
}

function compare(before: Portrait, after: Portrait): Refusal | undefined {
  const refusal = compareFiles(before, after);
  if (refusal !== undefined) return refusal;
  const exports = [...subtract(before.exports, after.exports), ...subtract(after.exports, before.exports)];
  if (exports[0] === undefined) return undefined;
  return refuse('exports_changed', `The exports would change: ${exports[0]}`);
}

function compareFiles(before: Portrait, after: Portrait): Refusal | undefined {
  if (before.syntax[0] !== undefined)
    return refuse('does_not_parse', `The file does not parse: ${before.syntax[0]}`);
  const [syntax] = after.syntax;
  if (syntax !== undefined) return refuse('does_not_parse', `The changed file would not parse: ${syntax}`);
  const [problem] = subtract(after.problems, before.problems);
  if (problem !== undefined)
    return refuse('types_worse', `The changed file would have a new error: ${problem}`);
  const lost = subtract(before.comments, after.comments);
  const comment = lost.find((each) => !isComplexityDirective(each));
  if (comment !== undefined) return refuse('comment_lost', `A comment would be lost: ${comment}`);
  return undefined;
}
