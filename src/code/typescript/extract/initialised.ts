// Whether a variable of an outer function has its value by the time an inner function can run.
import type { Region } from './region.js';
import { contains, findClosure } from './syntax.js';
import type { Closure } from './syntax.js';
import type { Variable } from './variable.js';

/** Handing a variable over reads it, which must not come before its declaration. */
export function isInitialised(region: Region, variable: Variable): boolean {
  const { kind, declarations } = variable;
  if (kind === 'parameter' || kind === 'function' || kind === 'other' || kind === 'catch') return true;
  const inner = findOutermost(region, variable);
  return declarations.every(
    (name) => name.end <= inner.pos && runsAfter(region, inner, name.parent.end, new Set()),
  );
}

/** The function directly in the one that declares the variable, which the region is somewhere in. */
function findOutermost({ compiler, owner }: Region, variable: Variable): Closure {
  let at = owner;
  for (let next = findClosure(compiler, at); next !== undefined; next = findClosure(compiler, at)) {
    if (next === variable.scope || contains(next, variable.scope)) break;
    at = next;
  }
  return at;
}

/** A function declaration can be called from above; other functions exist only from where they stand. */
function runsAfter(region: Region, closure: Closure, position: number, seen: Set<Closure>): boolean {
  const { compiler, variables } = region;
  if (seen.has(closure)) return true;
  seen.add(closure);
  if (!compiler.isFunctionDeclaration(closure)) return closure.pos >= position;
  const name = closure.name === undefined ? undefined : variables.find(closure.name)?.variable;
  if (name === undefined) return false;
  const calls = name.references.filter(({ node }) => node !== closure.name && !contains(closure, node));
  return calls.every(({ node }) => {
    const from = findClosure(compiler, node);
    const hoisted = from !== undefined && from !== name.scope && compiler.isFunctionDeclaration(from);
    return hoisted && !contains(from, closure)
      ? runsAfter(region, from, position, seen)
      : node.pos >= position;
  });
}
