// Which values may still be read, and which code may run after which.
import type { FlowGraph, FlowNode } from './flow-graph.js';
import type { Variable } from './variable.js';

const cache = new WeakMap<FlowGraph, Map<Variable, Uint8Array>>();
const throwers = new WeakMap<FlowGraph, Map<FlowNode, FlowNode[]>>();

/** Whether the value that a variable has right before `node` may be read from there on. */
export function isLiveBefore(graph: FlowGraph, variable: Variable, node: FlowNode): boolean {
  const known = cache.get(graph) ?? new Map<Variable, Uint8Array>();
  cache.set(graph, known);
  let live = known.get(variable);
  if (live === undefined) {
    const readers = graph.nodes.filter((each) => each.reads.includes(variable));
    live = spreadBackwards(graph, variable, readers, () => true);
    known.set(variable, live);
  }
  return live[node.index] === 1;
}

/** Goes from places that need a value back to all places before which it is needed; a write satisfies the need. */
export function spreadBackwards(
  graph: FlowGraph,
  variable: Variable,
  needed: readonly FlowNode[],
  inside: (node: FlowNode) => boolean,
): Uint8Array {
  const marks = new Uint8Array(graph.nodes.length);
  const pending = [...needed];
  for (const node of needed) marks[node.index] = 1;
  const thrown = findThrowers(graph);
  const mark = (node: FlowNode): void => {
    if (marks[node.index] === 1 || !inside(node)) return;
    marks[node.index] = 1;
    pending.push(node);
  };
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    for (const before of node.previous) if (before.writes !== variable) mark(before);
    for (const before of thrown.get(node) ?? []) mark(before);
  }
  return marks;
}

function findThrowers(graph: FlowGraph): Map<FlowNode, FlowNode[]> {
  const known = throwers.get(graph);
  if (known !== undefined) return known;
  const found = new Map<FlowNode, FlowNode[]>();
  for (const node of graph.nodes) {
    if (node.handler === undefined) continue;
    const list = found.get(node.handler) ?? [];
    list.push(node);
    found.set(node.handler, list);
  }
  throwers.set(graph, found);
  return found;
}

/** Everything that may run after `from`; nodes that `stops` says yes to are reached, but not left. */
export function reachFrom(
  from: readonly FlowNode[],
  stops: (node: FlowNode) => boolean = () => false,
): Set<FlowNode> {
  const reached = new Set<FlowNode>();
  const pending = [...from];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    for (const next of node.handler === undefined ? node.next : [...node.next, node.handler]) {
      if (reached.has(next)) continue;
      reached.add(next);
      if (!stops(next)) pending.push(next);
    }
  }
  return reached;
}

/** The writes whose value a variable may have right before `node`. */
export function findWritesReaching(graph: FlowGraph, variable: Variable, node: FlowNode): FlowNode[] {
  const writes = new Set<FlowNode>();
  const seen = new Set<FlowNode>([node]);
  const pending = [node];
  const thrown = findThrowers(graph);
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    for (const before of [...at.previous, ...(thrown.get(at) ?? [])]) {
      if (before.writes === variable) writes.add(before);
      else if (!seen.has(before)) pending.push(before);
      seen.add(before);
    }
  }
  return [...writes];
}
