// A file with a given text, parsed, and its types at hand if somebody asks for them.
import type ts from 'typescript';
import type { TypeScript } from '../../javascript/load-typescript.js';
import { listFunctions } from '../measure/list-functions.js';
import type { TransformInput } from '../transform-input.js';
import type { LanguageProjects } from './language-projects.js';
import type { ProjectFiles } from './project-files.js';

export interface OpenFile {
  readonly file: ts.SourceFile;
  /** Only valid until another text is opened. */
  readonly checker: ts.TypeChecker;
  find(functionName: string): TransformInput | undefined;
}

export interface FileOpener {
  /** Undefined when the compiler does not take the file for a script. */
  open(absolute: string, text: string): OpenFile | undefined;
  forget(): void;
}

const MAX_KEPT = 20;

/** Texts are kept for a while: a search asks for the same one again and again. */
export function createFileOpener(
  compiler: TypeScript,
  files: ProjectFiles,
  projects: LanguageProjects,
): FileOpener {
  const kept = new Map<string, OpenFile>();
  return {
    open: (absolute, text) => {
      const key = `${absolute}\n${text}`;
      const known = kept.get(key);
      if (known !== undefined) return known;
      const opened = openText(compiler, files, projects, absolute, text);
      if (opened === undefined) return undefined;
      kept.set(key, opened);
      const [oldest] = kept.keys();
      if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
      return opened;
    },
    forget: () => kept.clear(),
  };
}

function openText(
  compiler: TypeScript,
  files: ProjectFiles,
  projects: LanguageProjects,
  absolute: string,
  text: string,
): OpenFile | undefined {
  const project = projects.open(absolute);
  const program = withTexts(files, [[absolute, text]], () => project.service.getProgram());
  const file = program?.getSourceFile(absolute);
  if (program === undefined || file === undefined) return undefined;
  let functions: ReadonlyMap<string, TransformInput> | undefined;
  // A checker binds every file of the program, so it is made only when a transformation asks about types.
  let checker: ts.TypeChecker | undefined;
  const opened: OpenFile = {
    file,
    get checker() {
      return (checker ??= program.getTypeChecker());
    },
    find: (name) => {
      functions ??= new Map(
        listFunctions(compiler, file).map(({ name: each, node }): [string, TransformInput] => [
          each,
          toInput(compiler, opened, node),
        ]),
      );
      return functions.get(name);
    },
  };
  return opened;
}

function toInput(compiler: TypeScript, opened: OpenFile, target: TransformInput['target']): TransformInput {
  return {
    ts: compiler,
    file: opened.file,
    get checker() {
      return opened.checker;
    },
    target,
  };
}

/** Lets files have other texts while something is asked of the compiler. */
export function withTexts<T>(
  files: ProjectFiles,
  texts: Iterable<readonly [string, string]>,
  ask: () => T,
): T {
  const all = [...texts];
  for (const [absolute, text] of all) files.overlay(absolute, text);
  try {
    return ask();
  } finally {
    for (const [absolute] of all) files.overlay(absolute, undefined);
  }
}
