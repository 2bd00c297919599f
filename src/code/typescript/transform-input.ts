// What every transformation of TypeScript or JavaScript source is given.
import type ts from 'typescript';

export type FunctionNode =
  | ts.FunctionDeclaration
  | ts.FunctionExpression
  | ts.ArrowFunction
  | ts.MethodDeclaration
  | ts.ConstructorDeclaration
  | ts.GetAccessorDeclaration
  | ts.SetAccessorDeclaration;

export interface TransformInput {
  /** Loaded lazily by whoever calls. */
  readonly ts: typeof ts;
  /** Parsed with parent pointers and part of the program `checker` belongs to. */
  readonly file: ts.SourceFile;
  readonly checker: ts.TypeChecker;
  /** Types are checked, also if this is JavaScript: then they stand in comments. */
  readonly checked?: boolean;
  /** The function the transformation is about. */
  readonly target: FunctionNode;
}
