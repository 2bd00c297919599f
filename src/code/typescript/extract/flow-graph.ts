// The order in which a function's code may run, as a graph of small events on its variables.
import type ts from 'typescript';
import type { TypeScript } from '../../javascript/load-typescript.js';
import type { Closure } from './syntax.js';
import type { Variable } from './variable.js';
import type { VariableModel } from './variables.js';

export interface FlowNode {
  readonly index: number;
  /** The syntax it comes from. */
  readonly at: ts.Node;
  readonly reads: readonly Variable[];
  readonly writes: Variable | undefined;
  /** The write makes a new variable rather than changing the one closures may hold. */
  readonly fresh: boolean;
  readonly throws: boolean;
  /** It decides what the function returns. */
  readonly returns: boolean;
  /** A function that begins to exist here. */
  readonly creates: Closure | undefined;
  readonly next: FlowNode[];
  readonly previous: FlowNode[];
  /** Where it goes when it throws, if that is inside the function. */
  readonly handler: FlowNode | undefined;
  /** A way through a `finally` block: which one, and where to go afterwards. */
  readonly detour: { readonly through: ts.TryStatement; readonly target: FlowNode } | undefined;
}

export interface FlowGraph {
  readonly owner: Closure;
  readonly nodes: readonly FlowNode[];
  readonly entry: FlowNode;
  readonly exit: FlowNode;
  /** First and last event of each statement; the last one is reached only if the statement completes normally. */
  readonly begins: ReadonlyMap<ts.Node, FlowNode>;
  readonly ends: ReadonlyMap<ts.Node, FlowNode>;
  /** Where `return`, `break` and `continue` statements go. */
  readonly jumps: ReadonlyMap<ts.Node, FlowNode>;
  readonly creations: ReadonlyMap<Closure, FlowNode>;
}

export interface Frame {
  readonly statement: ts.Node;
  readonly labels: readonly string[];
  readonly breakTo?: FlowNode;
  readonly continueTo?: FlowNode;
  /** Whether a `break` without a label ends it. */
  readonly plainBreak: boolean;
  /** Set for a `try` with `finally`. */
  readonly detours?: Map<FlowNode, FlowNode>;
  readonly finallyEntry?: FlowNode;
}

export interface FlowBuilder {
  readonly compiler: TypeScript;
  readonly variables: VariableModel;
  readonly nodes: FlowNode[];
  readonly frames: Frame[];
  readonly exit: FlowNode;
  readonly begins: Map<ts.Node, FlowNode>;
  readonly ends: Map<ts.Node, FlowNode>;
  readonly jumps: Map<ts.Node, FlowNode>;
  readonly creations: Map<Closure, FlowNode>;
  /** Undefined after a jump: what follows cannot be reached from here. */
  current: FlowNode | undefined;
  handler: FlowNode | undefined;
  visitStatement(node: ts.Statement): void;
  visitExpression(node: ts.Node): void;
}

export interface FlowEvent {
  readonly reads?: readonly Variable[];
  readonly writes?: Variable | undefined;
  readonly fresh?: boolean;
  readonly throws?: boolean;
  readonly returns?: boolean;
  readonly creates?: Closure;
  readonly detour?: { readonly through: ts.TryStatement; readonly target: FlowNode };
}

/** A node that nothing leads to yet. */
export function addNode(
  builder: { readonly nodes: FlowNode[]; readonly handler: FlowNode | undefined },
  at: ts.Node,
  event: FlowEvent = {},
): FlowNode {
  const throws = event.throws === true;
  const node: FlowNode = {
    index: builder.nodes.length,
    at,
    reads: event.reads ?? [],
    writes: event.writes,
    fresh: event.fresh === true,
    throws,
    returns: event.returns === true,
    creates: event.creates,
    next: [],
    previous: [],
    handler: throws ? builder.handler : undefined,
    detour: event.detour,
  };
  builder.nodes.push(node);
  return node;
}

/** The next thing that happens. */
export function emit(builder: FlowBuilder, at: ts.Node, event: FlowEvent = {}): FlowNode {
  const node = addNode(builder, at, event);
  follow(builder, node);
  return node;
}

/** Goes on at a node that was made before. */
export function follow(builder: FlowBuilder, node: FlowNode): void {
  if (builder.current !== undefined) link(builder.current, node);
  builder.current = node;
}

export function link(from: FlowNode, to: FlowNode): void {
  if (from.next.includes(to)) return;
  from.next.push(to);
  to.previous.push(from);
}

/** Leads to `target`, through the `finally` blocks of all frames above `depth`. */
export function routeTo(builder: FlowBuilder, target: FlowNode, depth: number): FlowNode {
  let destination = target;
  for (const frame of builder.frames.slice(depth)) {
    const { detours, finallyEntry, statement } = frame;
    if (detours === undefined || finallyEntry === undefined) continue;
    if (!builder.compiler.isTryStatement(statement)) continue;
    const detour =
      detours.get(destination) ??
      addNode(builder, statement, { detour: { through: statement, target: destination } });
    link(detour, finallyEntry);
    detours.set(destination, detour);
    destination = detour;
  }
  return destination;
}

/** Whether going on at either node comes to the same, once empty steps are skipped. */
export function isSamePlace(one: FlowNode, other: FlowNode): boolean {
  const [a, b] = [skipEmpty(one), skipEmpty(other)];
  if (a === b) return true;
  if (a.detour === undefined || b.detour === undefined) return false;
  return a.detour.through === b.detour.through && isSamePlace(a.detour.target, b.detour.target);
}

function skipEmpty(node: FlowNode): FlowNode {
  const seen = new Set<FlowNode>();
  let at = node;
  for (;;) {
    const [next] = at.next;
    if (next === undefined || !isEmpty(at) || seen.has(at)) return at;
    seen.add(at);
    at = next;
  }
}

function isEmpty(node: FlowNode): boolean {
  if (node.next.length !== 1 || node.detour !== undefined || node.creates !== undefined) return false;
  return node.reads.length === 0 && node.writes === undefined && !node.throws && !node.returns;
}
