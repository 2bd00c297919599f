// Where something new goes at module level: beside the code that uses it, and early enough.
import type ts from 'typescript';
import { findModuleScope } from '../extract/module-scope.js';
import { isDirective } from '../extract/syntax.js';
import { findTopStatement } from './locals.js';
import { commentsIn, indentAt, startOf } from './source.js';
import type { Source } from './source.js';

export interface Place {
  readonly offset: number;
  readonly indent: string;
}

/** Comments that are about the file rather than about its first statement. */
const FILE_COMMENT = /licen[sc]e|copyright|eslint|jshint|@flow|@ts-|@jsx|@fileoverview|istanbul|global/i;

/** The statements of the module: those of the file, a namespace, or the function that wraps all of it. */
export function findModule(source: Source): readonly ts.Statement[] {
  const { ts: compiler, file, target } = source;
  const wrapper = findModuleScope(compiler, target);
  if (
    wrapper !== undefined &&
    'body' in wrapper &&
    wrapper.body !== undefined &&
    compiler.isBlock(wrapper.body)
  ) {
    return wrapper.body.statements;
  }
  const { parent } = findTopStatement(source);
  return compiler.isModuleBlock(parent) ? parent.statements : file.statements;
}

/** Before the statement the target is in; before everything that runs when it could be called earlier than that. */
export function findPlaceBefore(source: Source): Place {
  const statements = findModule(source);
  const index = statements.findIndex((statement) => isAround(statement, source.target));
  const prologue = statements.findIndex((statement) => !isPrologue(source, statement));
  const home = statements[index];
  const between = statements.slice(prologue, index);
  const isReached = home !== undefined && source.ts.isFunctionDeclaration(home);
  const anchor = isReached && between.some((statement) => !isInert(source, statement)) ? prologue : index;
  return describePlace(source, statements[anchor] ?? source.file);
}

/** Right before the statement the target is in: for functions, which exist from the start. */
export function findPlaceAbove(source: Source): Place {
  return describePlace(source, findHome(source));
}

function findHome(source: Source): ts.Node {
  return findModule(source).find((statement) => isAround(statement, source.target)) ?? source.file;
}

/** Behind the statement the target is in, as its own paragraph. */
export function findPlaceAfter(source: Source): Place {
  const home = findHome(source);
  const line = /^[^\r\n]*/.exec(source.text.slice(home.end))?.[0] ?? '';
  return { offset: home.end + line.length, indent: indentAt(source, startOf(source, home)) };
}

function isAround(statement: ts.Node, target: ts.Node): boolean {
  return statement.pos <= target.pos && target.end <= statement.end;
}

function describePlace(source: Source, anchor: ts.Node): Place {
  const start = startOf(source, anchor);
  const offset = commentsIn(source, anchor.pos, start).reduceRight((from, comment) => {
    const gap = source.text.slice(comment.end, from);
    const isAttached =
      /^[ \t]*(?:\r\n|\n|\r)?[ \t]*$/.test(gap) && !isAboutFile(source, comment.start, comment.end);
    return isAttached && comment.start >= anchor.pos ? comment.start : from;
  }, start);
  return { offset, indent: indentAt(source, offset) };
}

function isAboutFile(source: Source, start: number, end: number): boolean {
  return source.lexis.comments[0]?.start === start && FILE_COMMENT.test(source.text.slice(start, end));
}

/** Directives, imports and `const a = require('a')`. */
function isPrologue(source: Source, statement: ts.Statement): boolean {
  const { ts: compiler } = source;
  if (isDirective(compiler, statement) || compiler.isImportDeclaration(statement)) return true;
  if (!compiler.isVariableStatement(statement)) return compiler.isImportEqualsDeclaration(statement);
  return statement.declarationList.declarations.every(
    ({ initializer }) => initializer !== undefined && /^require\s*\(/.test(initializer.getText(source.file)),
  );
}

/** Whether executing it cannot call anything. */
function isInert(source: Source, statement: ts.Statement): boolean {
  const { ts: compiler } = source;
  if (compiler.isVariableStatement(statement)) {
    return statement.declarationList.declarations.every(
      ({ name, initializer }) =>
        compiler.isIdentifier(name) && (initializer === undefined || isStill(source, initializer)),
    );
  }
  return (
    isPrologue(source, statement) ||
    compiler.isFunctionDeclaration(statement) ||
    compiler.isInterfaceDeclaration(statement) ||
    compiler.isTypeAliasDeclaration(statement) ||
    compiler.isExportDeclaration(statement)
  );
}

/** A value that exists without anything being called. */
function isStill(source: Source, expression: ts.Expression): boolean {
  const { ts: compiler } = source;
  if (compiler.isArrayLiteralExpression(expression)) {
    return expression.elements.every((element) => isStill(source, element));
  }
  if (compiler.isObjectLiteralExpression(expression)) {
    return expression.properties.every((property) => isStillProperty(source, property));
  }
  return (
    compiler.isLiteralExpression(expression) ||
    compiler.isFunctionExpression(expression) ||
    compiler.isArrowFunction(expression) ||
    compiler.isIdentifier(expression) ||
    compiler.isTokenKind(expression.kind)
  );
}

function isStillProperty(source: Source, property: ts.ObjectLiteralElementLike): boolean {
  const { ts: compiler } = source;
  if (property.name !== undefined && compiler.isComputedPropertyName(property.name)) return false;
  return compiler.isPropertyAssignment(property)
    ? isStill(source, property.initializer)
    : compiler.isMethodDeclaration(property) || compiler.isShorthandPropertyAssignment(property);
}
