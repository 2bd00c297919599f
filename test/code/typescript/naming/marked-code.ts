// Code with the part that is to be named between « and »; the function around it is found by position.
import ts from 'typescript';
import { parseSource } from '../../../../src/code/javascript/load-typescript.js';
import { isFunctionWithBody } from '../../../../src/code/typescript/measure/list-functions.js';
import type { NamingInput } from '../../../../src/code/typescript/naming/suggest-names.js';
import type { FunctionNode } from '../../../../src/code/typescript/transform-input.js';

/** Every identifier of the code is taken, as it is when something is really extracted. */
export function readMarkedCode(marked: string, path = 'shop.ts'): NamingInput {
  const start = marked.indexOf('«');
  const end = marked.indexOf('»') - 1;
  const file = parseSource(ts, path, marked.replace(/[«»]/g, ''), true);
  const nodes: ts.Node[] = [];
  const taken = new Set<string>();
  let target: FunctionNode | undefined;
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) taken.add(node.text);
    const from = node.getStart(file);
    if (isFunctionWithBody(ts, node) && from < start && node.end > end) target = node;
    const isWhole = ts.isStatement(node) || (ts.isExpression(node) && node.end === end);
    const isInside = nodes.some((found) => found.end > from);
    if (isWhole && !isInside && from >= start && node.end <= end) nodes.push(node);
    ts.forEachChild(node, visit);
  };
  visit(file);
  if (target === undefined || nodes.length === 0) throw new Error(`nothing is marked in ${marked}`);
  return { ts, file, target, nodes, taken };
}
