// Whether closures make it unsafe to hand a variable over by value.
import type ts from 'typescript';
import type { FlowNode } from './flow-graph.js';
import { reachFrom } from './liveness.js';
import { findInnerClosure, isDeclaredInside } from './region.js';
import type { Region } from './region.js';
import type { Closure } from './syntax.js';
import type { Reference, Variable } from './variable.js';

/** How the functions inside the owner use one of its variables. */
export interface Captures {
  /** By functions that are moved. */
  readonly inside: readonly Reference[];
  /** By functions that stay and may exist while the moved code runs. */
  readonly active: readonly Reference[];
  /** By functions that stay. */
  readonly outside: readonly Reference[];
}

export function readCaptures(region: Region, variable: Variable): Captures {
  const inside: Reference[] = [];
  const active: Reference[] = [];
  const outside: Reference[] = [];
  for (const reference of variable.references) {
    const closure = findInnerClosure(region, reference);
    if (closure === undefined) continue;
    if (region.has(closure)) {
      inside.push(reference);
      continue;
    }
    outside.push(reference);
    if (mayExist(region, variable, closure)) active.push(reference);
  }
  return { inside, active, outside };
}

/** A closure that is only made later cannot see what happens now, unless a loop leads back here. */
function mayExist(region: Region, variable: Variable, closure: Closure): boolean {
  const { graph, entry } = region;
  const creation = graph.creations.get(closure);
  if (creation === undefined) return true;
  if (isDeclaredInside(region, variable) && variable.kind !== 'var') {
    return closure.pos < region.first.pos || region.compiler.isFunctionDeclaration(closure);
  }
  // Variables of the whole function are made once; others anew with each round through their block.
  if (variable.scope === region.owner) return reachFromCreation(creation).has(entry);
  return reachFrom([creation], (node) => node.fresh && node.writes === variable).has(entry);
}

const reachable = new WeakMap<FlowNode, ReadonlySet<FlowNode>>();

function reachFromCreation(creation: FlowNode): ReadonlySet<FlowNode> {
  const known = reachable.get(creation) ?? reachFrom([creation]);
  reachable.set(creation, known);
  return known;
}

const problems = new WeakMap<Region, Map<Variable, string | undefined>>();

/** Why a variable of the owner cannot be copied into and out of the moved code; undefined when it can. */
export function findCaptureProblem(region: Region, variable: Variable): string | undefined {
  const known = problems.get(region) ?? new Map<Variable, string | undefined>();
  problems.set(region, known);
  if (!known.has(variable)) known.set(variable, judgeCaptures(region, variable));
  return known.get(variable);
}

function judgeCaptures(region: Region, variable: Variable): string | undefined {
  const captures = readCaptures(region, variable);
  if (captures.inside.length + captures.outside.length === 0) return undefined;
  if (isDeclaredInside(region, variable)) return findInsideProblem(region, variable, captures);
  const written = variable.references.some(({ node, writes }) => writes && region.has(node));
  if (written) return findWriteProblem(region, variable, captures);
  if (captures.active.some(({ writes }) => writes))
    return `${variable.name} is changed by a function that may run meanwhile`;
  if (captures.inside.length > 0 && changesLater(region, variable, captures)) {
    return `${variable.name} is kept by a function that is moved and changes later`;
  }
  return undefined;
}

function findWriteProblem(region: Region, variable: Variable, captures: Captures): string | undefined {
  if (captures.active.length > 0) return `${variable.name} is used by a function that may run meanwhile`;
  if (captures.inside.length === 0) return undefined;
  const elsewhere = variable.references.some(
    ({ node }) => !region.has(node) && !isDeclaration(variable, node),
  );
  if (!elsewhere && !repeats(region)) return undefined;
  return `${variable.name} is shared between the moved code, a function made in it, and the rest`;
}

function isDeclaration(variable: Variable, node: ts.Node): boolean {
  return variable.declarations.some((name) => name === node);
}

function findInsideProblem(region: Region, variable: Variable, captures: Captures): string | undefined {
  if (captures.active.length > 0) return `${variable.name} is used by a function that may run meanwhile`;
  if (captures.inside.length === 0) return undefined;
  if (variable.kind === 'var' && repeats(region)) return `${variable.name} is shared by all rounds of a loop`;
  const elsewhere = variable.references.some(({ node }) => !region.has(node));
  if (!elsewhere) return undefined;
  // Both sides have a copy afterwards, so neither may change any more.
  const changes =
    captures.inside.some(({ writes }) => writes) ||
    variable.references.some(({ node, writes }) => writes && !region.has(node));
  return changes ? `${variable.name} is kept by a function that is moved and changes later` : undefined;
}

/** Whether the region can run again before the owner returns. */
export function repeats(region: Region): boolean {
  return reachFrom([region.entry]).has(region.entry);
}

function changesLater(region: Region, variable: Variable, captures: Captures): boolean {
  if (captures.outside.some(({ writes }) => writes)) return true;
  const stops = (node: { fresh: boolean; writes: Variable | undefined }): boolean =>
    node.fresh && node.writes === variable;
  return [...reachFrom([region.entry], stops)].some((node) => node.writes === variable && !node.fresh);
}
