// A file with a given text, parsed, and its types at hand if somebody asks for them.
import type ts from 'typescript';
import { parseSource } from '../../javascript/load-typescript.js';
import type { TypeScript } from '../../javascript/load-typescript.js';
import { noteFormat } from '../extract/project-format.js';
import { listFunctions } from '../measure/list-functions.js';
import type { TransformInput } from '../transform-input.js';
import type { CompilerConfig } from './compiler-config.js';
import type { LanguageProjects } from './language-projects.js';
import type { ProjectFiles } from './project-files.js';
import { readFormat } from './read-format.js';

export interface OpenFile {
  readonly file: ts.SourceFile;
  readonly program: ts.Program;
  /** Made when it is first asked for, which may take a while. */
  readonly checker: ts.TypeChecker;
  /** Types are not checked. */
  readonly plain: boolean;
  find(functionName: string): TransformInput | undefined;
}

export interface FileOpener {
  /** Undefined when the compiler does not take the file for a script. */
  open(absolute: string, text: string): OpenFile | undefined;
  forget(): void;
}

// Texts are kept for a while: a search asks for the same one again and again. What is known about types takes much room.
const MAX_TYPED = 4;
const MAX_PLAIN = 24;

export function createFileOpener(
  compiler: TypeScript,
  files: ProjectFiles,
  projects: LanguageProjects,
): FileOpener {
  const kept = new Map<string, OpenFile>();
  return {
    open: (absolute, text) => {
      const key = `${absolute}\n${text}`;
      const opened = kept.get(key) ?? openText(compiler, files, projects, absolute, text);
      if (opened === undefined) return undefined;
      kept.delete(key);
      kept.set(key, opened);
      const [oldest] = kept.keys();
      if (kept.size > (opened.plain ? MAX_PLAIN : MAX_TYPED) && oldest !== undefined) kept.delete(oldest);
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
  const config = projects.find(absolute);
  const program = config.plain
    ? createPlainProgram(compiler, config, absolute, text)
    : withTexts(files, [[absolute, text]], () => projects.open(absolute).service.getProgram());
  const file = program?.getSourceFile(absolute);
  if (program === undefined || file === undefined) return undefined;
  noteFormat(
    file,
    readFormat((path) => files.read(path), files.root, absolute),
  );
  let functions: ReadonlyMap<string, TransformInput> | undefined;
  const opened: OpenFile = {
    file,
    program,
    get checker() {
      return program.getTypeChecker();
    },
    plain: config.plain,
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

/** A file that stands alone needs no service: nothing else is read. */
function createPlainProgram(
  compiler: TypeScript,
  { options }: CompilerConfig,
  absolute: string,
  text: string,
): ts.Program {
  const file = parseSource(compiler, absolute, text, true);
  return compiler.createProgram({
    rootNames: [absolute],
    options,
    host: {
      getSourceFile: (name) => (name === absolute ? file : undefined),
      getDefaultLibFileName: () => '',
      getCurrentDirectory: () => '/',
      getCanonicalFileName: (name) => name,
      useCaseSensitiveFileNames: () => true,
      getNewLine: () => '\n',
      fileExists: (name) => name === absolute,
      readFile: () => undefined,
      writeFile: () => undefined,
    },
  });
}

function toInput(compiler: TypeScript, opened: OpenFile, target: TransformInput['target']): TransformInput {
  return {
    ts: compiler,
    file: opened.file,
    get checker() {
      return opened.checker;
    },
    checked: !opened.plain,
    target,
  };
}

/** Lets files have other texts while something is asked of the compiler. */
export function withTexts<T>(
  files: ProjectFiles,
  texts: Iterable<readonly [string, string]>,
  ask: () => T,
): T {
  const last = [...texts].map(([absolute, text]) => [absolute, files.overlay(absolute, text)] as const);
  try {
    return ask();
  } finally {
    for (const [absolute, text] of last) files.overlay(absolute, text);
  }
}
