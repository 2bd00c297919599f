// How control leaves a run of statements other than at its end.
import type ts from 'typescript';
import type { TypeScript } from '../../javascript/load-typescript.js';

export interface Exits {
  readonly returns: boolean;
  /** Returns a value somewhere. */
  readonly returnsValue: boolean;
  /** Breaks or continues something around the run. */
  readonly jumps: boolean;
}

interface Place {
  readonly node: ts.Node;
  /** A `break` or `continue` here stays inside the run. */
  readonly catchesBreak: boolean;
  readonly catchesContinue: boolean;
}

export function findExits(compiler: TypeScript, root: ts.Node): Exits {
  const exits = { returns: false, returnsValue: false, jumps: false };
  const pending: Place[] = [{ node: root, catchesBreak: false, catchesContinue: false }];
  for (let place = pending.pop(); place !== undefined; place = pending.pop()) {
    const { node } = place;
    if (compiler.isFunctionLike(node) || compiler.isClassLike(node)) continue;
    if (compiler.isReturnStatement(node)) {
      exits.returns = true;
      exits.returnsValue ||= node.expression !== undefined;
    }
    if (compiler.isBreakOrContinueStatement(node) && leaves(compiler, node, place)) exits.jumps = true;
    const inner = enter(compiler, place);
    compiler.forEachChild(node, (child) => void pending.push({ ...inner, node: child }));
  }
  return exits;
}

/** Nothing after these statements runs. */
export function alwaysExits(compiler: TypeScript, statement: ts.Statement | undefined): boolean {
  if (statement === undefined) return false;
  if (compiler.isReturnStatement(statement) || compiler.isThrowStatement(statement)) return true;
  if (compiler.isBlock(statement)) return alwaysExits(compiler, statement.statements.at(-1));
  if (compiler.isIfStatement(statement)) {
    return alwaysExits(compiler, statement.thenStatement) && alwaysExits(compiler, statement.elseStatement);
  }
  if (compiler.isTryStatement(statement)) return alwaysExitsTry(compiler, statement);
  return compiler.isSwitchStatement(statement) && alwaysExitsSwitch(compiler, statement);
}

function alwaysExitsTry(
  compiler: TypeScript,
  { tryBlock, catchClause, finallyBlock }: ts.TryStatement,
): boolean {
  if (alwaysExits(compiler, finallyBlock)) return true;
  return (
    alwaysExits(compiler, tryBlock) && (catchClause === undefined || alwaysExits(compiler, catchClause.block))
  );
}

function alwaysExitsSwitch(compiler: TypeScript, { caseBlock }: ts.SwitchStatement): boolean {
  const { clauses } = caseBlock;
  return (
    clauses.some((clause) => compiler.isDefaultClause(clause)) &&
    clauses.every(
      ({ statements }, index) =>
        (statements.length === 0 && index < clauses.length - 1) || alwaysExits(compiler, statements.at(-1)),
    )
  );
}

/** A label is taken to be outside: rare, and rarely worth moving. */
function leaves(compiler: TypeScript, node: ts.BreakOrContinueStatement, place: Place): boolean {
  if (node.label !== undefined) return true;
  return compiler.isBreakStatement(node) ? !place.catchesBreak : !place.catchesContinue;
}

function enter(compiler: TypeScript, place: Place): Place {
  if (compiler.isIterationStatement(place.node, false))
    return { ...place, catchesBreak: true, catchesContinue: true };
  if (compiler.isSwitchStatement(place.node)) return { ...place, catchesBreak: true };
  return place;
}
