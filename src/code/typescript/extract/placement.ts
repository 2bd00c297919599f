// Where the new function goes, and which variables of functions further out it must be given.
import type ts from 'typescript';
import type { Refusal } from '../../refactoring.js';
import { isInitialised } from './initialised.js';
import type { RangeUses } from './range-uses.js';
import type { Receiver } from './receiver.js';
import { refuse } from './refusal.js';
import { isOwn } from './region.js';
import type { Region } from './region.js';
import { findModuleScope } from './module-scope.js';
import { contains, findClosure, isGenerator } from './syntax.js';
import type { Closure } from './syntax.js';
import type { Reference, Variable } from './variable.js';

export interface Placement {
  readonly ok: true;
  /** The function whose body declares the new one; undefined for the file or namespace. */
  readonly scope: Closure | undefined;
  /** The statement or class member before or after which it stands. */
  readonly beside: ts.Node;
  /** Variables of outer functions that it cannot see from there. */
  readonly inputs: readonly Variable[];
}

export function placeNewFunction(region: Region, uses: RangeUses, receiver: Receiver): Placement | Refusal {
  return receiver.kind === 'method' ? placeMethod(region, uses, receiver) : placeFunction(region, uses);
}

/** A method sees what its class sees; variables of the member that the region is in must be handed over. */
function placeMethod(
  region: Region,
  uses: RangeUses,
  { owner, member }: Receiver & { readonly kind: 'method' },
): Placement | Refusal {
  const hidden = region.mentioned.filter(
    (variable) =>
      isFurtherOut(region, variable) && contains(owner, variable.scope) && variable.scope !== owner,
  );
  const unsafe = hidden.find((variable) => !isSafeToPass(region, variable, uses));
  if (unsafe !== undefined)
    return refuse('captured_variable', `${unsafe.name} changes outside of the function.`);
  return { ok: true, scope: findClosure(region.compiler, owner), beside: member, inputs: hidden };
}

function placeFunction(region: Region, uses: RangeUses): Placement | Refusal {
  const outer = region.mentioned.filter((variable) => isFurtherOut(region, variable));
  let scope = findModuleScope(region.compiler, region.owner);
  for (const variable of outer) {
    if (sees(region, scope, variable)) continue;
    if (isSafeToPass(region, variable, uses) && !isNeighbour(region, variable)) continue;
    const needed = variable.scope;
    if (needed === region.owner || !hasBlockBody(region, needed)) {
      return refuse(
        'captured_variable',
        `${variable.name} belongs to a block around the function and changes.`,
      );
    }
    scope = needed;
  }
  const inputs = outer.filter((variable) => !sees(region, scope, variable));
  const late = inputs.find((variable) => !isSafeToPass(region, variable, uses));
  if (late !== undefined) {
    return refuse('captured_variable', `${late.name} belongs to a function further in and changes.`);
  }
  return { ok: true, scope, beside: findStatementIn(region, scope), inputs };
}

/** A function beside the one that something is taken out of: the new one stands among them rather than being handed it. */
function isNeighbour(region: Region, { kind, scope, declarations }: Variable): boolean {
  const { compiler, owner } = region;
  const isBeside = findClosure(compiler, owner) === scope && hasBlockBody(region, scope);
  return kind === 'function' && isBeside && declarations.every((name) => name.parent.parent === scope.body);
}

/** Declared neither by the function around the region, nor by one inside it. */
function isFurtherOut(region: Region, variable: Variable): boolean {
  return !isOwn(region, variable) && !region.has(variable.scope);
}

export function hasBlockBody(region: Region, node: ts.Node): node is Closure & { readonly body: ts.Block } {
  return 'body' in node && node.body !== undefined && region.compiler.isBlock(node.body as ts.Node);
}

/** Whether code directly in the body of `scope` can name the variable. */
function sees(region: Region, scope: Closure | undefined, variable: Variable): boolean {
  if (isBlockFunction(region, variable)) return false;
  for (let at = scope; at !== undefined; at = findClosure(region.compiler, at)) {
    if (variable.scope === at) return true;
    for (let node: ts.Node | undefined = at; node !== undefined; node = node.parent) {
      if (node === variable.scope) return true;
    }
  }
  return false;
}

/** Outside of its block such a function is not there yet while the block runs. */
function isBlockFunction({ compiler }: Region, { kind, declarations }: Variable): boolean {
  return (
    kind === 'function' &&
    declarations.some(
      ({ parent: { parent } }) =>
        compiler.isCaseOrDefaultClause(parent) ||
        (compiler.isBlock(parent) && !compiler.isFunctionLike(parent.parent)),
    )
  );
}

/** The statement of that body which the region is in. */
export function findStatementIn(region: Region, scope: Closure | undefined): ts.Node {
  if (scope === undefined || !('body' in scope)) return region.root;
  let at: ts.Node = region.first;
  while (at.parent !== scope.body) at = at.parent;
  return at;
}

/** Whether the value at the time of the call is the value throughout the moved code. */
function isSafeToPass(region: Region, variable: Variable, uses: RangeUses): boolean {
  const { compiler, owner } = region;
  if (variable.references.some(({ node, writes }) => writes && region.has(node))) return false;
  if (!isInitialised(region, variable)) return false;
  const captured = variable.references.some(
    ({ node }) => region.has(node) && findClosure(compiler, node) !== owner,
  );
  const changes = variable.references.filter(
    ({ node, writes }) => writes && !variable.declarations.includes(node),
  );
  const stable = changes.length === 0 && variable.declarations.length === 1;
  if (stable && (variable.kind !== 'var' || !captured)) return true;
  return !captured && !uses.awaits && changesOnlyAtHome(region, variable, changes);
}

/** The function that declares a variable cannot go on while the moved code runs. */
function changesOnlyAtHome(region: Region, variable: Variable, changes: readonly Reference[]): boolean {
  const home = findHome(region, variable);
  if (home === undefined || isGenerator(home)) return false;
  return changes.every(({ node }) => findClosure(region.compiler, node) === home);
}

function findHome(region: Region, variable: Variable): Closure | undefined {
  const { compiler } = region;
  const inner = variable.declarations[0];
  if (variable.kind === 'parameter') return inner === undefined ? undefined : findClosure(compiler, inner);
  return variable.scope === region.root ? undefined : findClosureOf(region, variable.scope);
}

function findClosureOf(region: Region, scope: ts.Node): Closure | undefined {
  let child = findClosure(region.compiler, region.first);
  while (child !== undefined && child !== scope) {
    const next = findClosure(region.compiler, child);
    if (next === undefined || !contains(scope, next)) break;
    child = next;
  }
  return child === scope ? child : findClosure(region.compiler, scope);
}
