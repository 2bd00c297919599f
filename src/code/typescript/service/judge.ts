// Whether a changed file is as good as it was: it parses, no new errors, no comment lost, exports unchanged.
import type ts from 'typescript';
import type { TypeScript } from '../../javascript/load-typescript.js';
import type { Refusal } from '../../refactoring.js';
import { refuse } from '../extract/refusal.js';
import { listComments } from './comments.js';
import { listExports } from './exported.js';
import type { LanguageProjects } from './language-projects.js';
import { subtract } from './multiset.js';
import { withTexts } from './open-file.js';
import type { ProjectFiles } from './project-files.js';

/** What is compared of a file before and after. */
export interface Portrait {
  readonly syntax: readonly string[];
  readonly problems: readonly string[];
  readonly comments: readonly string[];
  readonly exports: readonly string[];
}

export interface Judge {
  judge(absolute: string, before: string, after: string): Refusal | undefined;
  /** Several files at once, by absolute path; names of exports may change. */
  judgeAll(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): Refusal | undefined;
  forget(): void;
}

export function createJudge(compiler: TypeScript, files: ProjectFiles, projects: LanguageProjects): Judge {
  let kept: { absolute: string; text: string; portrait: Portrait } | undefined;
  const draw = (absolute: string, text: string): Portrait => {
    if (kept?.absolute === absolute && kept.text === text) return kept.portrait;
    return withTexts(files, [[absolute, text]], () => drawPortrait(compiler, projects, absolute));
  };
  return {
    judge: (absolute, before, after) => {
      const old = draw(absolute, before);
      kept = { absolute, text: before, portrait: old };
      return compare(old, draw(absolute, after));
    },
    judgeAll: (before, after) => {
      const drawAll = (texts: ReadonlyMap<string, string>): Portrait[] =>
        withTexts(files, texts, () =>
          [...texts.keys()].map((path) => drawPortrait(compiler, projects, path)),
        );
      const old = drawAll(before);
      const problems = drawAll(after).map((portrait, index) =>
        compareFiles(old[index] ?? portrait, portrait),
      );
      return problems.find((problem) => problem !== undefined);
    },
    forget: () => {
      kept = undefined;
    },
  };
}

function drawPortrait(compiler: TypeScript, projects: LanguageProjects, absolute: string): Portrait {
  const { service, config } = projects.open(absolute);
  const toText = ({ messageText }: ts.Diagnostic): string =>
    // Which similar name the compiler suggests depends on the place.
    compiler.flattenDiagnosticMessageText(messageText, ' ').replace(/ Did you mean .*/, '');
  const program = service.getProgram();
  const file = program?.getSourceFile(absolute);
  const syntax = service.getSyntacticDiagnostics(absolute).map(toText);
  if (program === undefined || file === undefined) return { syntax, problems: [], comments: [], exports: [] };
  const semantic = service
    .getSemanticDiagnostics(absolute)
    .filter(({ code }) => !config.plain || NAME_CODES.has(code));
  const checker = config.plain ? undefined : program.getTypeChecker();
  return {
    syntax,
    problems: semantic.map(toText),
    comments: listComments(compiler, file),
    exports: listExports(compiler, file, checker),
  };
}

/** Errors about names and declarations, which plain JavaScript has as well. */
const NAME_CODES = new Set([
  2300, 2304, 2393, 2448, 2449, 2451, 2454, 2474, 2503, 2528, 2552, 2588, 2657, 2663, 18004, 18016,
]);

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
  const [comment] = subtract(before.comments, after.comments);
  if (comment !== undefined) return refuse('comment_lost', `A comment would be lost: ${comment}`);
  return undefined;
}
