// The compiler options a file is to be checked with.
import { posix } from 'node:path';
import type ts from 'typescript';
import type { TypeScript } from '../../javascript/load-typescript.js';
import type { ProjectFiles } from './project-files.js';

export interface CompilerConfig {
  /** Tells configurations apart; the path of the file it comes from, if any. */
  readonly key: string;
  readonly options: ts.CompilerOptions;
  /** Declarations that every file sees, absolute. */
  readonly ambient: readonly string[];
  /** Every file that belongs to it, absolute. */
  readonly files: readonly string[];
  /** Types are not checked, only syntax and names: the file is looked at alone. */
  readonly plain: boolean;
}

const SCRIPT = /\.[cm]?[jt]sx?$/;
const PLAIN_SCRIPT = /\.[cm]?jsx?$/;

/** The nearest tsconfig.json or jsconfig.json decides, whether it checks plain JavaScript or not. */
export function findWholeConfig(compiler: TypeScript, files: ProjectFiles, absolute: string): CompilerConfig {
  const path = findConfigPath(files, absolute);
  return path === undefined ? createDefaults(compiler, files) : readConfig(compiler, files, path);
}

/** The same, but plain JavaScript that nobody checks is looked at file by file. */
export function findConfig(compiler: TypeScript, files: ProjectFiles, absolute: string): CompilerConfig {
  const config = findWholeConfig(compiler, files, absolute);
  if (!PLAIN_SCRIPT.test(absolute)) return config;
  const text = files.read(absolute) ?? '';
  const checked =
    config.options.checkJs === true
      ? !/^\s*\/\/\s*@ts-nocheck\b/m.test(text)
      : /^\s*\/\/\s*@ts-check\b/m.test(text);
  return checked ? config : createPlain(compiler);
}

function findConfigPath(files: ProjectFiles, absolute: string): string | undefined {
  for (let folder = posix.dirname(absolute); ; folder = posix.dirname(folder)) {
    for (const name of ['tsconfig.json', 'jsconfig.json']) {
      const path = posix.join(folder, name);
      if (files.exists(path)) return path;
    }
    if (folder === files.root || folder === posix.dirname(folder)) return undefined;
  }
}

function readConfig(compiler: TypeScript, files: ProjectFiles, path: string): CompilerConfig {
  const { config } = compiler.readConfigFile(path, (name) => files.read(name)) as { config?: unknown };
  const host: ts.ParseConfigHost = {
    useCaseSensitiveFileNames: true,
    fileExists: (name) => files.exists(name),
    readFile: (name) => files.read(name),
    readDirectory: (folder, extensions, excludes, includes) =>
      matchFiles(files, { folder, extensions, excludes, includes }),
  };
  const parsed = compiler.parseJsonConfigFileContent(
    config ?? {},
    host,
    posix.dirname(path),
    undefined,
    path,
  );
  const names = parsed.fileNames.filter((name) => SCRIPT.test(name));
  return {
    key: path,
    options: { ...findDefaults(files), ...parsed.options, ...FORCED },
    ambient: names.filter((name) => /\.d\.[cm]?ts$/.test(name)),
    files: names,
    plain: false,
  };
}

/** Before its sixth version the compiler was not strict unless it was told to be. */
function findDefaults(files: ProjectFiles): ts.CompilerOptions {
  const own = files.read(files.toAbsolute('node_modules/typescript/package.json'));
  const wanted = files.read(files.toAbsolute('package.json'));
  const [, major] =
    /"version": *"(\d+)/.exec(own ?? '') ?? /"typescript": *"[~^>=v ]*(\d+)/.exec(wanted ?? '') ?? [];
  return major !== undefined && Number(major) < 6 ? { strict: false } : {};
}

const FORCED: ts.CompilerOptions = {
  noEmit: true,
  allowJs: true,
  composite: false,
  incremental: false,
  declaration: false,
  declarationMap: false,
  emitDeclarationOnly: false,
  isolatedDeclarations: false,
  noUnusedLocals: false,
};

interface Match {
  readonly folder: string;
  readonly extensions: readonly string[];
  readonly excludes: readonly string[] | undefined;
  readonly includes: readonly string[];
}

/** Only files of the project take part; the patterns are those of the configuration. */
function matchFiles(files: ProjectFiles, match: Match): string[] {
  const toPattern = (glob: string): RegExp => globToPattern(posix.join(match.folder, glob));
  const includes = match.includes.map(toPattern);
  const excludes = (match.excludes ?? []).map(toPattern);
  return files
    .list()
    .map((path) => files.toAbsolute(path))
    .filter((path) => match.extensions.some((extension) => path.endsWith(extension)))
    .filter((path) => includes.some((pattern) => pattern.test(path)))
    .filter((path) => !excludes.some((pattern) => pattern.test(path)));
}

/** `*`, `?` and `**` as in tsconfig files; a folder stands for all that is in it. */
function globToPattern(glob: string): RegExp {
  const parts = glob.split('/').map((part) => {
    if (part === '**') return '(?:[^/]+/)*';
    const text = part
      .replace(/[.+^${}()|[\]\\]/g, '\\$&')
      .replaceAll('*', '[^/]*')
      .replaceAll('?', '[^/]');
    return `${text}/`;
  });
  const body = parts.join('').replace(/\/$/, '');
  return new RegExp(`^${body}(?:/.*)?$`);
}

function createDefaults(compiler: TypeScript, files: ProjectFiles): CompilerConfig {
  const { ModuleKind, ModuleResolutionKind, ScriptTarget, JsxEmit } = compiler;
  const options: ts.CompilerOptions = {
    ...FORCED,
    target: ScriptTarget.ESNext,
    module: ModuleKind.ESNext,
    moduleResolution: ModuleResolutionKind.Bundler,
    jsx: JsxEmit.Preserve,
    esModuleInterop: true,
    skipLibCheck: true,
    strict: false,
    allowImportingTsExtensions: true,
  };
  const all = files.list().map((path) => files.toAbsolute(path));
  const scripts = all.filter((path) => SCRIPT.test(path));
  return {
    key: '',
    options,
    ambient: scripts.filter((path) => path.endsWith('.d.ts')),
    files: scripts,
    plain: false,
  };
}

/** One file, no libraries, no imports: enough to find names that nobody declares. */
function createPlain(compiler: TypeScript): CompilerConfig {
  const { ModuleKind, ScriptTarget, JsxEmit } = compiler;
  const options: ts.CompilerOptions = {
    ...FORCED,
    checkJs: true,
    target: ScriptTarget.ESNext,
    module: ModuleKind.ESNext,
    jsx: JsxEmit.Preserve,
    noLib: true,
    noResolve: true,
    types: [],
    strict: false,
  };
  return { key: 'plain', options, ambient: [], files: [], plain: true };
}
