// Names for tables and handlers, made of the words that are already there.
import type ts from 'typescript';
import { chooseFreeName } from '../extract/file-names.js';
import type { FunctionNode } from '../transform-input.js';
import type { Source } from './source.js';

const VERBS =
  /^(?:get|to|find|compute|calculate|calc|resolve|map|build|make|create|determine|lookup|parse|read|choose|pick|select|describe|format|infer|detect|is|has)(?=[A-Z]|$)/;
const PREPOSITION = /(?:Of|For|From|By|In|With|To)(?:[A-Z].*)?$/;

/** `LABEL_BY_KIND`, or with a number behind it when that is taken. */
export function nameTable(source: Source, what: string, subject: ts.Expression): string {
  const { ts: compiler } = source;
  const by = compiler.isTypeOfExpression(subject) ? 'type' : readLastName(source, subject);
  const [head, tail] = [toConstantCase(what), toConstantCase(by)];
  return findFree(source, head === tail || tail === '' ? `${head}_TABLE` : `${head}_BY_${tail}`);
}

/** The thing a function gives: `label` for `getLabel` and for `labelOf`. */
export function nameResult(source: Source): string {
  const name = readFunctionName(source, source.target).replace(VERBS, '').replace(PREPOSITION, '');
  return name === '' ? 'value' : name;
}

const SYMBOLS: ReadonlyMap<string, string> = new Map([
  ['+', 'Plus'],
  ['-', 'Minus'],
  ['*', 'Times'],
  ['/', 'Divide'],
  ['%', 'Modulo'],
  ['^', 'Power'],
  ['!', 'Not'],
  ['&&', 'And'],
  ['||', 'Or'],
]);

/** `renderCircle` for what `render` does with `'circle'`. */
export function nameHandler(source: Source, keys: readonly string[], taken: readonly string[]): string {
  const [key = ''] = keys;
  const verb = readFunctionName(source, source.target);
  const words = key.replace(/[^\p{L}\p{N}]+(.)?/gu, (_, next: string | undefined) =>
    (next ?? '').toUpperCase(),
  );
  const suffix =
    SYMBOLS.get(key) ?? (words === '' ? 'Case' : words.slice(0, 1).toUpperCase() + words.slice(1));
  const isPlain = /^[A-Za-z_$][\w$]{0,19}$/.test(verb);
  return chooseFreeName(source.ts, source.file, [(isPlain ? verb : 'handle') + suffix], taken);
}

export function readFunctionName({ ts: compiler, file }: Source, node: FunctionNode): string {
  if (node.name !== undefined) return compiler.isIdentifier(node.name) ? node.name.text : '';
  const { parent } = node;
  const isNamed =
    compiler.isVariableDeclaration(parent) ||
    compiler.isPropertyAssignment(parent) ||
    compiler.isPropertyDeclaration(parent);
  return isNamed && compiler.isIdentifier(parent.name) ? parent.name.getText(file) : '';
}

/** The last identifier of a path or call: `kind` for `node.kind`, `type` for `getType(node)`. */
export function readLastName({ ts: compiler }: Source, expression: ts.Expression): string {
  let node = expression;
  while (
    compiler.isCallExpression(node) ||
    compiler.isNonNullExpression(node) ||
    compiler.isParenthesizedExpression(node)
  ) {
    node = node.expression;
  }
  const name = compiler.isPropertyAccessExpression(node)
    ? node.name.text
    : compiler.isIdentifier(node)
      ? node.text
      : '';
  return lowerFirst(name.replace(VERBS, '') || name);
}

/** The name itself, or the first one with a number that the file does not use. */
export function findFree({ ts: compiler, file }: Source, name: string): string {
  return chooseFreeName(compiler, file, [name], []);
}

function lowerFirst(name: string): string {
  return name.slice(0, 1).toLowerCase() + name.slice(1);
}

function toConstantCase(name: string): string {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '')
    .toUpperCase();
}
