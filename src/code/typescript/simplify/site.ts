// The places of a function that can be simplified.
import type ts from 'typescript';
import { isOwnCode } from './locals.js';
import { lineOf, startOf } from './source.js';
import type { Source } from './source.js';

export type Site = ts.IfStatement | ts.SwitchStatement | ts.ConditionalExpression | ts.IterationStatement;

/** In source order. */
export function listSites(source: Source): Site[] {
  const { ts: compiler, target } = source;
  const sites: Site[] = [];
  const pending: ts.Node[] = [target];
  const push = (child: ts.Node): void => void pending.push(child);
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    // Functions inside it are not its own code.
    if (node !== target && (compiler.isFunctionLike(node) || compiler.isClassLike(node))) continue;
    if (isSite(source, node) && isOwnCode(source, node)) sites.push(node);
    compiler.forEachChild(node, push);
  }
  return sites.sort((a, b) => startOf(source, a) - startOf(source, b) || b.end - a.end);
}

export function findSites(source: Source, line: number): Site[] {
  return listSites(source).filter((site) => lineOf(source, site) === line);
}

function isSite({ ts: compiler }: Source, node: ts.Node): node is Site {
  return (
    compiler.isIfStatement(node) ||
    compiler.isSwitchStatement(node) ||
    compiler.isConditionalExpression(node) ||
    compiler.isIterationStatement(node, false)
  );
}
