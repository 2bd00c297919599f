// A local variable, and the places that mention it.
import type ts from 'typescript';

export type VariableKind = 'parameter' | 'var' | 'let' | 'const' | 'function' | 'class' | 'catch' | 'other';

export interface Variable {
  readonly name: string;
  readonly kind: VariableKind;
  /** The node whose scope holds it: a function, block, loop, catch clause … */
  readonly scope: ts.Node;
  readonly declarations: ts.Identifier[];
  /** In the order of the text; declarations are among them. */
  readonly references: Reference[];
}

export interface Reference {
  readonly node: ts.Identifier;
  readonly variable: Variable;
  readonly reads: boolean;
  readonly writes: boolean;
}
