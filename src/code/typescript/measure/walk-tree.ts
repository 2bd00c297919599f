// One pass over a tree that counts everything there is to know about its functions and classes.
import type ts from 'typescript';
import type { TypeScript } from '../../javascript/load-typescript.js';
import { createScope, createTally, queue, queueChildren } from './tally.js';
import type { Tally, Visit, Walk } from './tally.js';
import { visitClass, visitField, visitFunction, visitStaticBlock } from './visit-functions.js';
import { visitBinary } from './visit-logic.js';
import * as structures from './visit-structures.js';

export interface Found extends Pick<Walk, 'functions' | 'classes'> {
  /** What stands in the root outside any function below it. */
  readonly own: Tally;
}

/** The functions and classes in and below `root`, in no particular order; nodes must know their parents. */
export function walkTree(compiler: TypeScript, root: ts.Node): Found {
  const own = createTally();
  const walk: Walk = { compiler, pending: [], scopes: [], functions: [], classes: [] };
  const visits = listVisits(compiler);
  // An explicit stack, because long chains of operators nest deeper than the call stack.
  queue(walk, root, createScope(own));
  for (let node = walk.pending.pop(); node !== undefined; node = walk.pending.pop()) {
    const scope = walk.scopes.pop();
    if (scope !== undefined) (visits[node.kind] ?? queueChildren)(walk, node, scope);
  }
  return { own, functions: walk.functions, classes: walk.classes };
}

let known: { readonly compiler: TypeScript; readonly visits: readonly (Visit | undefined)[] } | undefined;

/** By syntax kind; made once for each compiler. */
function listVisits(compiler: TypeScript): readonly (Visit | undefined)[] {
  if (known?.compiler === compiler) return known.visits;
  const visits: Visit[] = [];
  const on = (visit: Visit, names: readonly (keyof typeof ts.SyntaxKind)[]): void => {
    for (const name of names) visits[compiler.SyntaxKind[name]] = visit;
  };
  for (let kind = compiler.SyntaxKind.FirstTypeNode; kind <= compiler.SyntaxKind.LastTypeNode; kind++) {
    visits[kind] = structures.ignore;
  }
  on(structures.ignore, ['Identifier', 'InterfaceDeclaration', 'TypeAliasDeclaration', 'ImportDeclaration']);
  on(structures.visitIf, ['IfStatement']);
  on(structures.visitLoop, [
    'ForStatement',
    'ForInStatement',
    'ForOfStatement',
    'WhileStatement',
    'DoStatement',
  ]);
  on(structures.visitSwitch, ['SwitchStatement']);
  on(structures.visitCase, ['CaseClause']);
  on(structures.visitPlainBlock, ['TryStatement', 'WithStatement']);
  on(structures.visitCatch, ['CatchClause']);
  on(structures.visitConditional, ['ConditionalExpression']);
  on(structures.visitJump, ['BreakStatement', 'ContinueStatement']);
  on(structures.visitAccess, ['PropertyAccessExpression', 'ElementAccessExpression', 'CallExpression']);
  on(structures.visitDefault, ['Parameter', 'BindingElement']);
  on(structures.visitShorthand, ['ShorthandPropertyAssignment']);
  on(visitBinary, ['BinaryExpression']);
  on(visitFunction, ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunction', 'MethodDeclaration']);
  on(visitFunction, ['Constructor', 'GetAccessor', 'SetAccessor']);
  on(visitClass, ['ClassDeclaration', 'ClassExpression']);
  on(visitField, ['PropertyDeclaration']);
  on(visitStaticBlock, ['ClassStaticBlockDeclaration']);
  known = { compiler, visits };
  return visits;
}
