// The new function as text.
import type { FileStyle } from './style.js';

export interface NewFunction {
  readonly style: FileStyle;
  readonly indent: string;
  /** `async function name` or `private name`. */
  readonly head: string;
  readonly typeParameters: string;
  readonly parameters: readonly string[];
  readonly returns: string;
  /** Lines of the body, with their indentation. */
  readonly body: readonly string[];
}

export function renderFunction(input: NewFunction): string {
  const { style, indent, head, typeParameters, parameters, returns, body } = input;
  const opening = `${indent}${head}${typeParameters}(${parameters.join(', ')})${returns} {`;
  return [opening, ...body, `${indent}}`].join(style.newline);
}
