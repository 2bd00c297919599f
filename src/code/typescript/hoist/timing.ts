// Which code of a function can only run after a place in it has been reached.
import type ts from 'typescript';
import { contains, findClosure } from '../extract/syntax.js';
import type { Closure } from '../extract/syntax.js';
import { readLocals } from '../simplify/locals.js';
import type { Source } from '../simplify/source.js';

/** `home` is the function whose own code the place belongs to; false when in doubt. */
export function runsAfter(
  source: Source,
  node: ts.Node,
  position: number,
  home: Closure | undefined,
  seen: ReadonlySet<ts.Node> = new Set(),
): boolean {
  const { ts: compiler } = source;
  const closure = findClosure(compiler, node);
  if (closure === home) return node.pos >= position;
  if (closure === undefined) return false;
  if (seen.has(closure)) return true;
  const next = new Set([...seen, closure]);
  // A function that is a value exists only once it has been evaluated.
  if (!compiler.isFunctionDeclaration(closure)) return runsAfter(source, closure, position, home, next);
  const variable = closure.name === undefined ? undefined : readLocals(source).find(closure.name)?.variable;
  if (variable === undefined) return false;
  return variable.references.every(
    ({ node: mention }) =>
      variable.declarations.includes(mention) ||
      contains(closure, mention) ||
      runsAfter(source, mention, position, home, next),
  );
}
