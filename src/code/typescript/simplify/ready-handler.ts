// A branch that only hands variables on to a function of the module: that function can stand in a table itself.
import type ts from 'typescript';
import type { Handler } from './handler.js';
import { readLocals } from './locals.js';
import { findPlaceBefore } from './place.js';
import type { Arm } from './selection.js';
import { textOf } from './source.js';
import type { Source } from './source.js';

export function findReadyHandler(source: Source, arm: Arm): Handler | undefined {
  const [only, second] = arm.statements;
  const call = only === undefined || second !== undefined ? undefined : readCall(source, only);
  if (only === undefined || call === undefined || !isThere(source, call.expression)) return undefined;
  const names = call.arguments.filter((each) => isVariable(source, each)).map((each) => textOf(source, each));
  if (names.length < call.arguments.length || new Set(names).size < names.length) return undefined;
  return {
    arm,
    name: call.expression.text,
    code: undefined,
    returns: source.ts.isReturnStatement(only),
    parameters: new Map(names.map((name) => [name, name])),
  };
}

type NamedCall = ts.CallExpression & { readonly expression: ts.Identifier };

/** `f(a);` or `return f(a);` */
function readCall({ ts: compiler }: Source, node: ts.Statement): NamedCall | undefined {
  const isPlain = compiler.isReturnStatement(node) || compiler.isExpressionStatement(node);
  const call = isPlain ? node.expression : undefined;
  const isNamed = (each: ts.CallExpression): each is NamedCall => compiler.isIdentifier(each.expression);
  if (call === undefined || !compiler.isCallExpression(call) || !isNamed(call)) return undefined;
  return call.questionDotToken === undefined && call.typeArguments === undefined ? call : undefined;
}

function isVariable(source: Source, node: ts.Expression): boolean {
  return source.ts.isIdentifier(node) && readLocals(source).find(node) !== undefined;
}

/** Declared by the module for good, and before the table is made. */
function isThere(source: Source, name: ts.Identifier): boolean {
  const { ts: compiler, file, text } = source;
  if (readLocals(source).find(name) !== undefined) return false;
  const { offset } = findPlaceBefore(source);
  return file.statements.some((statement) => {
    if (compiler.isFunctionDeclaration(statement))
      return statement.name?.text === name.text && !new RegExp(`\\b${name.text}\\s*=[^=>]`).test(text);
    if (!compiler.isVariableStatement(statement) || statement.end > offset) return false;
    const isConst = (statement.declarationList.flags & compiler.NodeFlags.Const) !== 0;
    return (
      isConst && statement.declarationList.declarations.some((each) => declares(source, each, name.text))
    );
  });
}

function declares({ ts: compiler }: Source, { name }: ts.VariableDeclaration, wanted: string): boolean {
  if (compiler.isIdentifier(name)) return name.text === wanted;
  return (
    compiler.isObjectBindingPattern(name) &&
    name.elements.some((each) => compiler.isIdentifier(each.name) && each.name.text === wanted)
  );
}
