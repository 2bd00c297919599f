// The new function as text.
import type { FunctionHabit } from './function-habit.js';
import { countColumns } from './layout-habit.js';
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
  const { style, indent, comment, form, returns, body } = input;
  const end = form === 'declaration' ? '}' : `}${style.semicolon}`;
  const opening = `${renderHead(input)}(`;
  const closing = `)${returns}${form === 'arrow' ? ' =>' : ''} {`;
  const list = { opening, items: input.parameters, closing };
  const head = (isBare(input) ? [renderBare(input)] : renderList(list, style, indent)).map(
    (line) => indent + line,
  );
  const above = comment.map((line) => (line === '' ? line : indent + line));
  return [...above, ...head, ...body, indent + end].join(style.newline);
}

/** `x => {` where the file writes such functions like that. */
function isBare({ style, form, parameters, typeParameters, returns }: NewFunction): boolean {
  const [only = '', second] = parameters;
  const isPlain = second === undefined && /^[\w$]+$/.test(only) && typeParameters === '' && returns === '';
  return form === 'arrow' && style.bareArrows && isPlain;
}

function renderBare(input: NewFunction): string {
  return `${renderHead(input)}${input.parameters.join('')} => {`;
}

function renderHead({ style, name, form, head, typeParameters }: NewFunction): string {
  const space = style.spacedParameters ? ' ' : '';
  if (form === 'declaration') return `${head}${typeParameters}${space}`;
  const wait = head.startsWith('async ') ? 'async ' : '';
  const begin = `${style.es5 ? 'var' : 'const'} ${name} = ${wait}`;
  if (form === 'arrow') return begin + typeParameters;
  return `${begin}function ${form === 'named expression' ? name + typeParameters + space : typeParameters}`;
}

interface List {
  readonly opening: string;
  readonly items: readonly string[];
  readonly closing: string;
}

/** On one line, or each item on its own where that would be too long. */
export function renderList({ opening, items, closing }: List, style: FileStyle, indent: string): string[] {
  const line = opening + items.join(', ') + closing;
  if (items.length === 0 || countColumns(indent + line, style) <= style.width) return [line];
  const last = style.trailingComma ? ',' : '';
  const lines = items.map((item, index) => style.indent + item + (index < items.length - 1 ? ',' : last));
  return [opening, ...lines, closing];
}
