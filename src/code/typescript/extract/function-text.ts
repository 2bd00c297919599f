// The new function as text.
import type { FunctionHabit } from './function-habit.js';
import type { FileStyle } from './style.js';

export interface NewFunction {
  readonly style: FileStyle;
  readonly indent: string;
  readonly name: string;
  readonly form: FunctionHabit['form'];
  /** Lines that stand above it. */
  readonly comment: readonly string[];
  /** `async function name` or `private name`. */
  readonly head: string;
  readonly typeParameters: string;
  readonly parameters: readonly string[];
  readonly returns: string;
  /** Lines of the body, with their indentation. */
  readonly body: readonly string[];
}

export function renderFunction(input: NewFunction): string {
  const { style, indent, comment, form, body } = input;
  const end = form === 'declaration' ? '}' : `}${style.semicolon}`;
  const lines = [...comment.map((line) => indent + line), indent + renderOpening(input), ...body];
  return [...lines, indent + end].join(style.newline);
}

function renderOpening({
  style,
  name,
  form,
  head,
  typeParameters,
  parameters,
  returns,
}: NewFunction): string {
  const space = style.spacedParameters ? ' ' : '';
  const list = `${typeParameters}${space}(${parameters.join(', ')})${returns}`;
  if (form === 'declaration') return `${head}${list} {`;
  const wait = head.startsWith('async ') ? 'async ' : '';
  const keyword = style.es5 ? 'var' : 'const';
  if (form === 'arrow') return `${keyword} ${name} = ${wait}${list.trimStart()} => {`;
  return `${keyword} ${name} = ${wait}function${form === 'named expression' ? ` ${name}` : ' '}${list.trimStart()} {`;
}
