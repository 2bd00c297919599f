// The code to be moved, together with all that is known about the function around it.
import type ts from 'typescript';
import type { TransformInput } from '../transform-input.js';
import type { TypeScript } from '../../javascript/load-typescript.js';
import type { FlowGraph, FlowNode } from './flow-graph.js';
import { buildFlowGraph } from './flow-statements.js';
import { reachFrom } from './liveness.js';
import { findClosure, isTypeScriptFile } from './syntax.js';
import type { Closure } from './syntax.js';
import type { Reference, Variable } from './variable.js';
import { readVariables, walkNames } from './variables.js';
import type { VariableModel } from './variables.js';

/** Where types are written: behind the names, in comments above, or nowhere. */
export type Typing = 'annotations' | 'comments' | 'none';

export interface Region {
  readonly compiler: TypeScript;
  readonly file: ts.SourceFile;
  readonly checker: ts.TypeChecker;
  readonly typing: Typing;
  /** First and last node that are moved; the same one for an expression. */
  readonly first: ts.Node;
  readonly last: ts.Node;
  /** The innermost function around it. */
  readonly owner: Closure;
  /** The statement of the file, or of a namespace, that everything is in. */
  readonly root: ts.Node;
  readonly variables: VariableModel;
  readonly graph: FlowGraph;
  readonly entry: FlowNode;
  /** Its events that can happen once it has begun; functions in it are declared before. */
  readonly events: ReadonlySet<FlowNode>;
  /** Local variables that the moved code mentions. */
  readonly mentioned: readonly Variable[];
  has(node: ts.Node): boolean;
}

export function openRegion(input: TransformInput, first: ts.Node, last: ts.Node): Region | undefined {
  const { ts: compiler, file, checker } = input;
  const owner = findClosure(compiler, first);
  if (owner === undefined) return undefined;
  const root = findRoot(compiler, first);
  const variables = readVariables(compiler, root);
  const graph = buildFlowGraph(compiler, variables, owner);
  const has = (node: ts.Node): boolean => node.pos >= first.pos && node.end <= last.end;
  const entry = graph.begins.get(first) ?? graph.nodes.find((node) => has(node.at));
  if (entry === undefined) return undefined;
  const mentioned = listMentioned(compiler, variables, root, { first, last, has });
  const reached = reachFrom([entry], (node) => !has(node.at));
  const events = new Set([entry, ...reached].filter((node) => has(node.at)));
  return {
    compiler,
    file,
    checker,
    typing: readTyping(input),
    first,
    last,
    owner,
    root,
    variables,
    graph,
    entry,
    events,
    mentioned,
    has,
  };
}

function readTyping({ file, checked }: TransformInput): Typing {
  if (isTypeScriptFile(file)) return 'annotations';
  return checked === true ? 'comments' : 'none';
}

function findRoot(compiler: TypeScript, node: ts.Node): ts.Node {
  let at = node;
  while (!compiler.isSourceFile(at.parent) && !compiler.isModuleBlock(at.parent)) at = at.parent;
  return at;
}

interface Span {
  readonly first: ts.Node;
  readonly last: ts.Node;
  has(node: ts.Node): boolean;
}

function listMentioned(
  compiler: TypeScript,
  variables: VariableModel,
  root: ts.Node,
  span: Span,
): Variable[] {
  const mentioned = new Set<Variable>();
  walkInside(compiler, root, span, (name) => {
    const variable = variables.find(name)?.variable;
    if (variable !== undefined) mentioned.add(variable);
  });
  return [...mentioned];
}

function walkInside(
  compiler: TypeScript,
  node: ts.Node,
  span: Span,
  found: (node: ts.Identifier) => void,
): void {
  if (node.end <= span.first.pos || node.pos >= span.last.end) return;
  if (span.has(node)) walkNames(compiler, node, found);
  else compiler.forEachChild(node, (child) => walkInside(compiler, child, span, found));
}

export function isDeclaredInside(region: Region, variable: Variable): boolean {
  return variable.declarations.some((name) => region.has(name));
}

/** Whether a variable belongs to the function around the region, not to one further out. */
export function isOwn(region: Region, variable: Variable): boolean {
  const { compiler, owner } = region;
  return variable.scope === owner || findClosure(compiler, variable.scope) === owner;
}

/** The function directly inside the owner that a reference is in; undefined when it is the owner's own code. */
export function findInnerClosure(region: Region, reference: Reference): Closure | undefined {
  const { compiler, owner } = region;
  let inner: Closure | undefined;
  let at = findClosure(compiler, reference.node);
  while (at !== undefined && at !== owner) {
    inner = at;
    at = findClosure(compiler, at);
  }
  return at === undefined ? undefined : inner;
}
