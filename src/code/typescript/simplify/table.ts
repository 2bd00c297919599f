// A table from constants to values at module level: a `Map`, or a plain object in old JavaScript.
import type ts from 'typescript';
import type { Span } from './lexis.js';
import { codeOf, commentsIn, endOfOperand, textOf } from './source.js';
import type { Source } from './source.js';
import { isShadowed } from './names.js';
import type { Arm, Selection } from './selection.js';

/** What every branch does with its value: returns it, or assigns it to the same thing. */
export interface Result {
  readonly target: ts.Expression | undefined;
}

export interface Entry {
  readonly arm: Arm;
  readonly expression: ts.Expression;
  /** The same as text. */
  readonly value: string;
}

export interface Table {
  readonly name: string;
  /** Its declaration. */
  readonly code: string;
  /** Whether the table has the subject, as text. */
  readonly has: string;
  /** What it has for the subject; undefined for anything else, if `isTotal`. */
  readonly get: string;
  readonly isTotal: boolean;
}

/** What a table is about and called; `type` is what TypeScript could not find out by itself. */
export interface TableDraft {
  readonly selection: Selection;
  readonly entries: readonly Omit<Entry, 'expression'>[];
  readonly name: string;
  readonly type: string;
}

/** Undefined where `Map` is another class than usual. */
export function writeMap(source: Source, { selection, entries, name, type }: TableDraft): Table | undefined {
  if (isShadowed(source, 'Map')) return undefined;
  const { newline, semicolon, indent } = source.style;
  const lines = entries.flatMap(({ arm, value }) => [
    ...readComments(source, arm),
    ...arm.keys.map((key) => `[${codeOf(source, key)}, ${value}],`),
  ]);
  const body = lines.map((line) => indent + line + newline).join('');
  const subject = textOf(source, selection.subject);
  return {
    name,
    code: `const ${name} = new Map${type}([${newline}${body}])${semicolon}`,
    has: `${name}.has(${subject})`,
    get: `${name}.get(${subject})`,
    isTotal: true,
  };
}

/** Undefined when the keys are not all strings or all numbers: an object turns every key into a string. */
export function writeObject(source: Source, draft: TableDraft): Table | undefined {
  const { selection, entries, name } = draft;
  const { newline, semicolon, indent, es5 } = source.style;
  const type = findKeyType(source, selection);
  if (type === undefined || isShadowed(source, 'Object')) return undefined;
  const lines = entries.flatMap(({ arm, value }) => [
    ...readComments(source, arm).map((comment) => comment + newline),
    ...arm.keys.map((key) => `${writeKey(source, key)}: ${value},${newline}`),
  ]);
  const last = lines.pop()?.replace(/,(\s*)$/, es5 ? '$1' : ',$1');
  const body = [...lines, last ?? ''].map((line) => indent + line).join('');
  const subject = textOf(source, selection.subject);
  return {
    name,
    code: `${es5 ? 'var' : 'const'} ${name} = {${newline}${body}}${draft.type}${semicolon}`,
    has: writeHas(source, selection, name, type),
    get: `${name}[${subject}]`,
    isTotal: false,
  };
}

/** Any other value than one of the keys must not be found, not even one that reads the same as a string. */
function writeHas(source: Source, { subject }: Selection, name: string, type: 'string' | 'number'): string {
  const text = textOf(source, subject);
  const own = `Object.prototype.hasOwnProperty.call(${name}, ${text})`;
  if (source.ts.isTypeOfExpression(subject)) return own;
  if (type === 'string') return `Object.keys(${name}).indexOf(${text}) !== -1`;
  const { quote } = source.style;
  return `typeof ${text} === ${quote}number${quote} && ${own}`;
}

export function findKeyType({ ts: compiler }: Source, { arms }: Selection): 'string' | 'number' | undefined {
  const keys = arms.flatMap((arm) => arm.keys);
  // As a property, `__proto__` is not a key like others.
  if (keys.every((key) => compiler.isStringLiteralLike(key) && key.text !== '__proto__')) return 'string';
  const isNumber = (key: ts.Expression): boolean =>
    compiler.isNumericLiteral(key) || compiler.isPrefixUnaryExpression(key);
  return keys.every(isNumber) ? 'number' : undefined;
}

function writeKey(source: Source, key: ts.Expression): string {
  return writePropertyName(source, key) + source.text.slice(key.end, endOfOperand(source, key));
}

function writePropertyName(source: Source, key: ts.Expression): string {
  const { ts: compiler } = source;
  if (compiler.isStringLiteralLike(key) && /^[A-Za-z_$][\w$]*$/.test(key.text)) return key.text;
  if (compiler.isNoSubstitutionTemplateLiteral(key)) return JSON.stringify(key.text);
  if (compiler.isPrefixUnaryExpression(key)) {
    const { quote } = source.style;
    return quote + String(Number(textOf(source, key))) + quote;
  }
  return textOf(source, key);
}

/** Those that do not stand right behind a key. */
function readComments(source: Source, { span, keys }: Arm): string[] {
  const isAttached = (comment: Span): boolean =>
    keys.some((key) => key.end <= comment.start && comment.end <= endOfOperand(source, key));
  const comments = commentsIn(source, span.start, span.end).filter((comment) => !isAttached(comment));
  return comments.map((comment) => source.text.slice(comment.start, comment.end));
}
