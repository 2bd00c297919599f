// What is counted while walking a tree, and for whom.
import type ts from 'typescript';
import type { TypeScript } from '../../javascript/load-typescript.js';
import type { FunctionNode } from '../transform-input.js';

/** Counted for one function; what is inside a function inside it counts only for that one. */
export interface Tally {
  cyclomatic: number;
  cognitive: number;
  nesting: number;
}

/**
 * Where a node stands. The three counts usually belong to the same function; a class field and a static block are
 * functions of their own to some of them, and nobody asks for those counts.
 */
export interface Scope {
  readonly cyclomatic: Tally;
  readonly cognitive: Tally;
  readonly nesting: Tally;
  /** Blocks around the node. */
  readonly depth: number;
  /** What a structure costs in addition, in cognitive complexity. */
  readonly level: number;
}

export interface Walk {
  readonly compiler: TypeScript;
  readonly pending: ts.Node[];
  /** Of the node at the same place in `pending`. */
  readonly scopes: Scope[];
  readonly functions: { readonly node: FunctionNode; readonly tally: Tally }[];
  readonly classes: ts.ClassLikeDeclaration[];
}

/** Counts a node and queues its children. */
export type Visit = (walk: Walk, node: ts.Node, scope: Scope) => void;

export function createTally(): Tally {
  return { cyclomatic: 1, cognitive: 0, nesting: 0 };
}

export function createScope(tally: Tally): Scope {
  return { cyclomatic: tally, cognitive: tally, nesting: tally, depth: 0, level: 0 };
}

/** A block that counts as one more level of nesting; returns the scope of what is directly in it. */
export function enterBlock(scope: Scope): Scope {
  const depth = scope.depth + 1;
  if (depth > scope.nesting.nesting) scope.nesting.nesting = depth;
  return { ...scope, depth };
}

/** One more path, and a structure that is harder to follow the deeper it stands; returns the scope of its body. */
export function enterStructure(scope: Scope): Scope {
  scope.cognitive.cognitive += 1 + scope.level;
  return { ...scope, level: scope.level + 1 };
}

export function queue(walk: Walk, node: ts.Node | undefined, scope: Scope): void {
  if (node === undefined) return;
  walk.pending.push(node);
  walk.scopes.push(scope);
}

export function queueChildren(walk: Walk, node: ts.Node, scope: Scope): void {
  walk.compiler.forEachChild(node, (child) => queue(walk, child, scope));
}

export function queueAll(walk: Walk, nodes: readonly ts.Node[] | undefined, scope: Scope): void {
  for (const node of nodes ?? []) queue(walk, node, scope);
}
