// Resident language services, one per compiler configuration, that share what they have parsed.
import { posix } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type ts from 'typescript';
import type { TypeScript } from '../../javascript/load-typescript.js';
import { findConfig, findWholeConfig } from './compiler-config.js';
import type { CompilerConfig } from './compiler-config.js';
import type { ProjectFiles } from './project-files.js';

export interface LanguageProject {
  readonly config: CompilerConfig;
  readonly service: ts.LanguageService;
  /** Makes sure that the program holds these files. */
  include(paths: readonly string[]): void;
}

export interface LanguageProjects {
  /** How a file is checked. */
  find(absolute: string): CompilerConfig;
  /** The project that a file is checked with; the file is part of its program. */
  open(absolute: string): LanguageProject;
  /** The project with all of its files, and those of the same kind that it does not list. */
  openAll(absolute: string): LanguageProject;
  /** Configurations are read again; a project goes on as long as its own stays the same. */
  forget(): void;
}

export function createLanguageProjects(compiler: TypeScript, files: ProjectFiles): LanguageProjects {
  const registry = compiler.createDocumentRegistry(true);
  const projects = new Map<string, LanguageProject>();
  const configs = new Map<string, CompilerConfig>();
  const get = (config: CompilerConfig): LanguageProject => {
    const known = projects.get(config.key);
    if (known !== undefined && isDeepStrictEqual(known.config, config)) return known;
    const project = createProject(compiler, files, registry, config);
    projects.set(config.key, project);
    known?.service.dispose();
    return project;
  };
  const find = (absolute: string): CompilerConfig => {
    const config = configs.get(absolute) ?? findConfig(compiler, files, absolute);
    configs.set(absolute, config);
    return config;
  };
  return {
    find,
    open: (absolute) => {
      const project = get(find(absolute));
      project.include([absolute]);
      return project;
    },
    openAll: (absolute) => {
      const project = get(findWholeConfig(compiler, files, absolute));
      const folder = posix.dirname(project.config.key);
      const plain = files.list().filter((path) => /\.[cm]?jsx?$/.test(path));
      const beside = plain
        .map((path) => files.toAbsolute(path))
        .filter((path) => path.startsWith(`${folder}/`));
      project.include([absolute, ...project.config.files, ...(project.config.key === '' ? [] : beside)]);
      return project;
    },
    forget: () => configs.clear(),
  };
}

function createProject(
  compiler: TypeScript,
  files: ProjectFiles,
  registry: ts.DocumentRegistry,
  config: CompilerConfig,
): LanguageProject {
  let roots = new Set<string>(config.ambient);
  let rootVersion = 0;
  const host: ts.LanguageServiceHost = {
    getCompilationSettings: () => config.options,
    getScriptFileNames: () => [...roots],
    getScriptVersion: (name) => files.version(name),
    getScriptSnapshot: (name) => {
      const text = files.read(name);
      return text === undefined ? undefined : compiler.ScriptSnapshot.fromString(text);
    },
    getProjectVersion: () => `${rootVersion}:${files.generation()}`,
    getCurrentDirectory: () => files.root,
    getDefaultLibFileName: (options) => compiler.getDefaultLibFilePath(options),
    useCaseSensitiveFileNames: () => true,
    fileExists: (name) => files.exists(name),
    readFile: (name) => files.read(name),
    directoryExists: (name) => files.hasFolder(name),
    getDirectories: (name) => compiler.sys.getDirectories(name),
    realpath: (name) => compiler.sys.realpath?.(name) ?? name,
  };
  const service = compiler.createLanguageService(host, registry);
  const setRoots = (next: Set<string>): void => {
    roots = next;
    rootVersion += 1;
  };
  return {
    config,
    service,
    include: (paths) => {
      const missing = paths.some((path) => !roots.has(path));
      if (missing) setRoots(new Set([...roots, ...paths]));
    },
  };
}
