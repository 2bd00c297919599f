// The contract every supported language fulfils, and the plain data that crosses it.
import type { Diagnostic } from '../schema/index.js';

/** One import as the source states it, not yet resolved to a file. */
export interface ImportRef {
  /** The module as written: `./parse.js`, `react`, `pkg.module`, `..sibling`. */
  readonly specifier: string;
  /** Python's `from specifier import name`: the name may be a module of its own. */
  readonly name?: string;
  readonly line: number;
}

export type SymbolKind =
  'function' | 'method' | 'class' | 'const' | 'interface' | 'type' | 'enum' | 'namespace';

/** A declaration with its 1-based, inclusive lines; members are named `Class.method`. */
export interface OutlineEntry {
  readonly name: string;
  readonly kind: SymbolKind;
  readonly start: number;
  readonly end: number;
}

/** Where a bare module name may lead, as one tsconfig.json says it. */
export interface PathAliases {
  /** Folder that unprefixed names are looked up in, relative to the root. */
  readonly baseUrl?: string;
  /** Patterns with at most one `*`, longest literal prefix first; targets are relative to the root. */
  readonly patterns: readonly { readonly pattern: string; readonly targets: readonly string[] }[];
}

/** The files imports may resolve to, with what their configuration says about module names. */
export interface FileSet {
  readonly paths: ReadonlySet<string>;
  /** Folder of the configuration file → its aliases; the nearest folder above a file counts. */
  readonly aliases: ReadonlyMap<string, PathAliases>;
}

/** All paths are relative to the project root, with `/`. Nothing here executes project code. */
export interface LanguageProvider {
  /** Undefined when the text cannot be judged: no interpreter, or a dialect that is not this language. */
  checkSyntax(path: string, text: string): Promise<Diagnostic[] | undefined>;
  readonly imports?: {
    list(path: string, text: string): Promise<ImportRef[]>;
    resolve(ref: ImportRef, fromPath: string, files: FileSet): string | undefined;
    /** Files the language's tools load for this one although no import says so. */
    implied?(path: string, files: FileSet): string[];
  };
  outline?(path: string, text: string): Promise<OutlineEntry[]>;
}
