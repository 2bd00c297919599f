// What is needed to find a name, and what is found.
import type ts from 'typescript';
import type { TypeScript } from '../../javascript/load-typescript.js';
import type { FunctionNode } from '../transform-input.js';

export interface NamingInput {
  readonly ts: TypeScript;
  /** Parsed with parent pointers. */
  readonly file: ts.SourceFile;
  /** The function something is taken out of. */
  readonly target: FunctionNode;
  /** Statements in a row, or one expression. */
  readonly nodes: readonly ts.Node[];
  /** Names that must not be used again. */
  readonly taken: ReadonlySet<string>;
}

/** One name as lower-case words, verb first. */
export interface Proposal {
  readonly words: readonly string[];
  /** How well it describes the code, from 0 to 100. */
  readonly score: number;
}

export function propose(score: number, ...words: readonly (string | readonly string[])[]): Proposal {
  return { score, words: words.flat().filter((word) => word !== '') };
}
