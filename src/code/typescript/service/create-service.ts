// Keeps the compiler and what it knows about a project at hand, and answers requests for refactorings.
import { loadTypeScript } from '../../javascript/load-typescript.js';
import type { TypeScript } from '../../javascript/load-typescript.js';
import type {
  CodeService,
  CodeServiceOptions,
  FileError,
  FileText,
  RefactorOutcome,
  Refactoring,
  Revision,
  Transformed,
} from '../../refactoring.js';
import { advise } from '../advise/advise.js';
import type { AdviseContext } from '../advise/context.js';
import { applyChanges } from '../extract/moved-text.js';
import { refuse } from '../extract/refusal.js';
import { draftChange } from './draft.js';
import type { LocalRefactoring } from './draft.js';
import { createJudge } from './judge.js';
import type { Judge } from './judge.js';
import { createLanguageProjects } from './language-projects.js';
import type { LanguageProjects } from './language-projects.js';
import { createFileOpener } from './open-file.js';
import type { FileOpener } from './open-file.js';
import { withTexts } from './open-file.js';
import { createProjectFiles } from './project-files.js';
import type { ProjectFiles } from './project-files.js';
import { renameSymbol } from './rename.js';
import type { Rename } from './rename.js';

interface Workshop {
  readonly compiler: TypeScript;
  readonly files: ProjectFiles;
  readonly projects: LanguageProjects;
  readonly opener: FileOpener;
  readonly judge: Judge;
}

/** Texts that take the place of what is on disk, by path. */
type Overlay = ReadonlyMap<string, string>;

export async function createTypeScriptService(options: CodeServiceOptions): Promise<CodeService> {
  const compiler = await loadTypeScript();
  const files = createProjectFiles(compiler, options);
  const projects = createLanguageProjects(compiler, files);
  const opener = createFileOpener(compiler, files, projects);
  const judge = createJudge(compiler, files, opener);
  const workshop: Workshop = { compiler, files, projects, opener, judge };
  const refresh: CodeService['refresh'] = (paths) => {
    files.forget(paths);
    opener.forget();
    judge.forget();
    projects.forget();
  };
  return {
    refresh,
    refactor: (refactoring) => refactorOne(workshop, refactoring, new Map()),
    refactorAll: (refactorings) => refactorAll(workshop, refactorings),
    advise: (request) => advise(createAdviseContext(workshop), request),
    findNewErrors: (revisions) => {
      // A change that was made here was looked at when it was made.
      if (!revisions.every((revision) => wasJudged(workshop, revision))) refresh();
      return findNewErrors(workshop, revisions);
    },
  };
}

function createAdviseContext(workshop: Workshop): AdviseContext {
  const { compiler, files, opener } = workshop;
  return {
    ts: compiler,
    read: (path) => files.read(files.toAbsolute(path)),
    open: (path, text, name) => opener.open(files.toAbsolute(path), text)?.find(name),
    draft: (text, refactoring) => draftIn(workshop, text, refactoring),
    refactor: (text, refactoring) => refactorOne(workshop, refactoring, new Map([[refactoring.path, text]])),
  };
}

function draftIn({ files, opener }: Workshop, text: string, refactoring: Refactoring): Transformed {
  if (refactoring.action === 'rename_symbol')
    return refuse('unsupported', 'A rename is not a change of one file.');
  return draftLocal(opener, files.toAbsolute(refactoring.path), text, refactoring);
}

function draftLocal(
  opener: FileOpener,
  absolute: string,
  text: string,
  refactoring: LocalRefactoring,
): Transformed {
  const input = opener.open(absolute, text)?.find(refactoring.function);
  if (input === undefined) {
    return refuse('not_found', `There is no function ${refactoring.function} in ${refactoring.path}.`);
  }
  return draftChange(input, refactoring);
}

function refactorOne(workshop: Workshop, refactoring: Refactoring, overlay: Overlay): RefactorOutcome {
  const { files, opener, judge } = workshop;
  if (refactoring.action === 'rename_symbol') return renameIn(workshop, refactoring, overlay);
  const absolute = files.toAbsolute(refactoring.path);
  const before = overlay.get(refactoring.path) ?? files.read(absolute);
  if (before === undefined) return refuse('not_found', `There is no file ${refactoring.path}.`);
  const drafted = draftLocal(opener, absolute, before, refactoring);
  if (!drafted.ok) return drafted;
  const after = applyChanges(before, drafted.changes);
  const refusal = judge.judge(absolute, before, after);
  if (refusal !== undefined) return refusal;
  const { created, summary } = drafted;
  return { ok: true, files: [{ path: refactoring.path, text: after }], created, summary };
}

/** All files have the texts of the overlay while the name is looked for. */
function renameIn(workshop: Workshop, rename: Rename, overlay: Overlay): RefactorOutcome {
  const { files, judge } = workshop;
  const texts = [...overlay].map(([path, text]): [string, string] => [files.toAbsolute(path), text]);
  const outcome = withTexts(files, texts, () => renameSymbol(workshop, rename));
  if (!outcome.ok) return outcome;
  const before = new Map(texts);
  for (const { path } of outcome.files) {
    const absolute = files.toAbsolute(path);
    if (!before.has(absolute)) before.set(absolute, files.read(absolute) ?? '');
  }
  const after = new Map([
    ...before,
    ...outcome.files.map(({ path, text }): [string, string] => [files.toAbsolute(path), text]),
  ]);
  return judge.judgeAll(before, after) ?? outcome;
}

function refactorAll(workshop: Workshop, refactorings: readonly Refactoring[]): RefactorOutcome {
  const overlay = new Map<string, string>();
  const created: string[] = [];
  const summaries: string[] = [];
  for (const refactoring of refactorings) {
    const outcome = refactorOne(workshop, refactoring, overlay);
    if (!outcome.ok) return outcome;
    for (const { path, text } of outcome.files) overlay.set(path, text);
    created.push(...outcome.created);
    summaries.push(outcome.summary);
  }
  const files = [...overlay].map(([path, text]): FileText => ({ path, text }));
  return { ok: true, files, created, summary: summaries.join('; ') };
}

function wasJudged({ files, judge }: Workshop, { path, before, after }: Revision): boolean {
  return [before, after].every((text) => judge.hasSeen(files.toAbsolute(path), text));
}

function findNewErrors({ files, judge }: Workshop, revisions: readonly Revision[]): FileError[] {
  const toTexts = (side: 'before' | 'after'): Map<string, string> =>
    new Map(revisions.map((revision) => [files.toAbsolute(revision.path), revision[side]]));
  const errors = judge.listNewErrors(toTexts('before'), toTexts('after'));
  return revisions.flatMap(({ path }, index) => (errors[index] ?? []).map((error) => ({ path, ...error })));
}
