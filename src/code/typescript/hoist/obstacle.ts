// Reasons why a function must stay where it is.
import type ts from 'typescript';
import type { Refusal } from '../../refactoring.js';
import { checkName } from '../extract/file-names.js';
import { readUses } from '../extract/range-uses.js';
import { refuse } from '../extract/refusal.js';
import { contains, isStrict } from '../extract/syntax.js';
import { readVariables, walkNames } from '../extract/variables.js';
import { readLocals } from '../simplify/locals.js';
import { findModule } from '../simplify/place.js';
import { startOf } from '../simplify/source.js';
import type { Source } from '../simplify/source.js';
import { findCall } from './inner.js';
import type { Inner } from './inner.js';
import { runsAfter } from './timing.js';

export function findObstacle(source: Source, inner: Inner, name: string): Refusal | undefined {
  return (
    checkNewName(source, inner, name) ??
    checkUses(source, inner) ??
    checkMentions(source, inner) ??
    checkTypes(source, inner) ??
    checkMode(source, inner)
  );
}

/** Its own name may be kept when nothing else goes by it where it moves to. */
function checkNewName(source: Source, inner: Inner, name: string): Refusal | undefined {
  const { ts: compiler, file } = source;
  if (name !== inner.variable.name) return checkName(compiler, file, name);
  const locals = readLocals(source);
  let free = locals.resolve(name, inner.variable.scope.parent) === undefined;
  for (const statement of file.statements) {
    const variables = contains(statement, source.target) ? locals : readVariables(compiler, statement);
    walkNames(compiler, statement, (mention) => {
      free &&= mention.text !== name || variables.find(mention) !== undefined;
    });
  }
  return free
    ? undefined
    : refuse('name_taken', `The file already uses the name ${name}.`, 'Choose another name.');
}

function checkUses({ ts: compiler }: Source, { node, body }: Inner): Refusal | undefined {
  const uses = readUses(compiler, [...node.parameters, body]);
  if (uses.this.length > 0) return refuse('this_binding', 'The function uses `this`.');
  if (uses.arguments) return refuse('arguments_object', 'The function uses the arguments object.');
  if (uses.super || uses.newTarget) return refuse('super_call', 'The function uses super or new.target.');
  if (uses.privateName) return refuse('unsupported', 'The function uses private names of a class.');
  return uses.dynamic ? refuse('unsupported', 'The function uses eval or with.') : undefined;
}

function checkMentions(source: Source, inner: Inner): Refusal | undefined {
  const { variable, statement, mentions } = inner;
  if (variable.references.some(({ node, writes }) => writes && !variable.declarations.includes(node))) {
    return refuse('captured_variable', `${variable.name} is assigned another value.`);
  }
  const value = mentions.find((mention) => findCall(source, mention) === undefined);
  if (value !== undefined) {
    return refuse(
      'unsupported',
      `${variable.name} is used as a value, not only called.`,
      'Move a function that is only called.',
    );
  }
  const isEarly = mentions.some((mention) => !exists(source, statement, mention));
  return isEarly ? refuse('order_of_effects', `${variable.name} may be called before it exists.`) : undefined;
}

/** Whether the declaration has been executed when the mention is. */
function exists(source: Source, statement: ts.Statement, mention: ts.Node): boolean {
  const { ts: compiler } = source;
  if (compiler.isFunctionDeclaration(statement)) return contains(statement.parent, mention);
  return runsAfter(source, mention, startOf(source, statement), source.target);
}

/** Types that only exist inside the function around it. */
function checkTypes(source: Source, { node, statement }: Inner): Refusal | undefined {
  const { ts: compiler, style } = source;
  if (!style.typescript) return undefined;
  const local = findLocalType(source, node, node);
  if (local !== undefined)
    return refuse('type_not_nameable', `The type ${local} is not known outside the function.`);
  const [declaration] = compiler.isVariableStatement(statement) ? statement.declarationList.declarations : [];
  const isContextual = declaration?.type !== undefined;
  return isContextual
    ? refuse('type_not_nameable', 'The types of the parameters follow from the variable.')
    : undefined;
}

function findLocalType(source: Source, node: ts.Node, inner: ts.Node): string | undefined {
  const { ts: compiler, checker } = source;
  if (compiler.isTypeReferenceNode(node)) {
    const home = findModule(source).find((statement) => contains(statement, inner));
    const declarations = checker.getSymbolAtLocation(node.typeName)?.declarations ?? [];
    const isLocal = declarations.some(
      (each) => home !== undefined && isPart(home, each) && !contains(inner, each),
    );
    if (isLocal) return node.typeName.getText(source.file);
  }
  return compiler.forEachChild(node, (child) => findLocalType(source, child, inner));
}

function isPart(whole: ts.Node, part: ts.Node): boolean {
  return whole !== part && contains(whole, part);
}

/** Strict code that becomes sloppy needs a directive, which is not allowed beside parameters that are patterns. */
function checkMode(source: Source, { node }: Inner): Refusal | undefined {
  const isPlain = node.parameters.every(
    ({ name, initializer, dotDotDotToken }) =>
      source.ts.isIdentifier(name) && initializer === undefined && dotDotDotToken === undefined,
  );
  if (isPlain || !losesStrictMode(source, node)) return undefined;
  return refuse('unsupported', 'The function would no longer be in strict mode.');
}

export function losesStrictMode(source: Source, node: ts.Node): boolean {
  const [first] = findModule(source);
  return isStrict(source.ts, node) && !isStrict(source.ts, first?.parent ?? source.file);
}
