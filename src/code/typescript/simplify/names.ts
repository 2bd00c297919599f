// Names for tables and handlers, made of the words that are already there.
import type ts from 'typescript';
import { chooseFreeName } from '../extract/file-names.js';
import type { FunctionNode } from '../transform-input.js';
import { WHOLE_WORDS } from '../naming/lexicon.js';
import { isVerb, joinCamel, splitWords, toPlural } from '../naming/words.js';
import { findTopStatement, readLocals } from './locals.js';
import type { Source } from './source.js';

const VERBS =
  /^(?:get|to|find|compute|calculate|calc|resolve|map|build|make|create|determine|lookup|parse|read|choose|pick|select|describe|format|infer|detect|is|has)(?=[A-Z]|$)/;
const PREPOSITION = /(?:Of|For|From|By|In|With|To)(?:[A-Z].*)?$/;

/** `LABEL_BY_KIND`, or `LABELS` where what is compared has no telling name; with a number behind it when that is taken. */
export function nameTable(source: Source, what: string, subject: ts.Expression): string {
  const { ts: compiler } = source;
  const last = compiler.isTypeOfExpression(subject) ? 'type' : readLastName(source, subject);
  const by = WHOLE_WORDS.get(last) ?? last;
  const [head, tail] = [toConstantCase(what), toConstantCase(by)];
  if (tail !== '' && tail.length < 2) return findFree(source, toPlural(head.toLowerCase()).toUpperCase());
  return findFree(source, head === tail || tail === '' ? `${head}_TABLE` : `${head}_BY_${tail}`);
}

/** The thing a function gives: `label` for `getLabel` and for `labelOf`. */
export function nameResult(source: Source): string {
  const name = readFunctionName(source, source.target).replace(VERBS, '').replace(PREPOSITION, '');
  const [verb = '', ...noun] = splitWords(name);
  if (isVerb(verb) && noun.length > 1) return joinCamel(noun);
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
  ['=', 'Equal'],
  ['==', 'Equal'],
  ['===', 'Identical'],
  ['!=', 'NotEqual'],
  ['!==', 'NotIdentical'],
  ['<', 'Less'],
  ['<=', 'LessOrEqual'],
  ['>', 'Greater'],
  ['>=', 'GreaterOrEqual'],
]);

/** `renderCircle` for what `render` does with `'circle'`; undefined for `'c'`, unless a comment has words for it. */
export function nameHandler(
  source: Source,
  keys: readonly string[],
  { comment, taken }: { readonly comment: string | undefined; readonly taken: readonly string[] },
): string | undefined {
  const label = keys.find((each) => !/^[a-z]$/i.test(each)) ?? comment;
  if (label === undefined) return undefined;
  const key = label;
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

/** Whether a name that every program knows means something else in this file. */
export function isShadowed(source: Source, name: 'Boolean' | 'Map' | 'Object'): boolean {
  const { ts: compiler, file, target } = source;
  if (readLocals(source).resolve(name, target.body ?? target) !== undefined) return true;
  const top = findTopStatement(source).parent;
  const lists = [file.statements, compiler.isModuleBlock(top) ? top.statements : []];
  return lists.flat().some((statement) => listDeclared(source, statement).includes(name));
}

/** The names that a statement gives to the file, as far as they are written plainly. */
function listDeclared({ ts: compiler, file }: Source, statement: ts.Statement): string[] {
  if (compiler.isImportDeclaration(statement)) {
    return statement.importClause?.getText(file).match(/[\w$]+/g) ?? [];
  }
  if (compiler.isVariableStatement(statement)) {
    return statement.declarationList.declarations.flatMap(
      ({ name }) => name.getText(file).match(/[\w$]+/g) ?? [],
    );
  }
  const isNamed =
    compiler.isFunctionDeclaration(statement) ||
    compiler.isClassDeclaration(statement) ||
    compiler.isEnumDeclaration(statement) ||
    compiler.isImportEqualsDeclaration(statement);
  return isNamed && statement.name !== undefined ? [statement.name.text] : [];
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
