// What walking a tree needs besides the tree: the reader, the source, the parser and the functions defined so far.
import type { ParsedScript, SyntaxNode } from 'unbash';
import type { Reader } from './call.js';
import type { Outcome, ShellState } from './state.js';
import type { Expander } from './words.js';

export interface Walker {
  readonly reader: Reader;
  readonly source: string;
  readonly withSource: (source: string) => Walker;
  readonly expander: Expander;
  readonly defineFunction: (name: string, state: ShellState, run: (state: ShellState) => Outcome) => void;
}

/** The parser, which is loaded only when it is needed. */
export interface Parser {
  readonly parse: (source: string) => ParsedScript;
  readonly forEachChild: (node: SyntaxNode, visit: (child: SyntaxNode) => void) => void;
}
