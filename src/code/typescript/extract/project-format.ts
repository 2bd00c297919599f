// What a project says about how its files are formatted, kept beside each parsed file.
import type ts from 'typescript';

export interface ProjectFormat {
  /** Columns a line may have, and those a tab counts for. */
  readonly width: number;
  readonly tabWidth: number;
  /** Undefined where nothing is said, and the file itself has to tell. */
  readonly bracketSpacing?: boolean;
  readonly trailingComma?: 'none' | 'es5' | 'all';
  /** A formatter puts conditions of several lines into parentheses. */
  readonly isPrettier: boolean;
}

const formats = new WeakMap<ts.SourceFile, ProjectFormat>();

export function noteFormat(file: ts.SourceFile, format: ProjectFormat | undefined): void {
  if (format !== undefined) formats.set(file, format);
}

export function getFormat(file: ts.SourceFile): ProjectFormat | undefined {
  return formats.get(file);
}
