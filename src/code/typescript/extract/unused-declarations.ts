// Declarations that would stay behind for nothing: only the moved code used the variable, or the call is its first value.
import type ts from 'typescript';
import type { TextChange } from '../../../schema/index.js';
import { findDeclarator } from './declarators.js';
import type { Declarator } from './declarators.js';
import type { StatementPlan } from './plan.js';
import { isDeclaredInside } from './region.js';
import type { Region } from './region.js';
import { isPlainValue } from './syntax.js';
import type { Variable } from './variable.js';

export function removeUnused(plan: StatementPlan): TextChange[] {
  const { region, flow, protocol } = plan;
  const early = protocol.kind === 'record' ? protocol.early : [];
  const unused = flow.locals
    .filter((variable) => !flow.outputs.includes(variable) && !early.includes(variable))
    .flatMap((variable) => findUnused(region, variable));
  unused.push(...flow.outputs.flatMap((variable) => findDelayed(plan, variable) ?? []));
  unused.push(...plan.starts.filter(({ moves }) => moves).map(({ declarator }) => declarator));
  const lists = new Set(unused.map(({ parent }) => parent));
  return [...lists].flatMap((list) => shrinkList(region, list, new Set(unused)));
}

function findUnused(region: Region, variable: Variable): Declarator[] {
  const [name] = variable.declarations;
  if (!variable.references.every(({ node }) => node === name || region.has(node))) return [];
  const declarator = findOutside(region, variable);
  const { compiler } = region;
  const value = declarator?.initializer;
  return declarator === undefined || (value !== undefined && !isLiteral(compiler, value)) ? [] : [declarator];
}

function findOutside(region: Region, variable: Variable): Declarator | undefined {
  return isDeclaredInside(region, variable) ? undefined : findDeclarator(region.compiler, variable);
}

/** The declaration outside that the call takes the place of. */
export function findReplaced(plan: StatementPlan, variable: Variable): Declarator | undefined {
  const start = plan.starts.find((each) => each.moves && each.variable === variable);
  return start?.declarator ?? findDelayed(plan, variable);
}

/** `let x;` that only waits for the value that the call gives; the call can be the declaration. */
function findDelayed({ region, protocol, flow }: StatementPlan, variable: Variable): Declarator | undefined {
  const { compiler, first } = region;
  const declarator = variable.kind === 'let' ? findOutside(region, variable) : undefined;
  if (declarator === undefined || declarator.initializer !== undefined) return undefined;
  if (protocol.kind !== 'plain' || flow.inputs.includes(variable)) return undefined;
  const isBeside = declarator.parent.parent.parent === first.parent && compiler.isBlock(first.parent);
  const isLate = variable.references.every(
    ({ node }) => node === declarator.name || (node.pos >= first.pos && !isHoisted(region, node)),
  );
  return isBeside && isLate && isRemovable(region, declarator) ? declarator : undefined;
}

/** Without losing a comment. */
export function isRemovable(region: Region, declarator: Declarator): boolean {
  return shrinkList(region, declarator.parent, new Set([declarator])).length > 0;
}

/** In a function that can be called from above its declaration. */
export function isHoisted({ compiler, owner }: Region, node: ts.Node): boolean {
  for (let at = node.parent; at !== owner; at = at.parent)
    if (compiler.isFunctionDeclaration(at)) return true;
  return false;
}

/** A value whose loss nobody notices. */
function isLiteral(compiler: Region['compiler'], node: ts.Expression): boolean {
  if (compiler.isArrayLiteralExpression(node)) return node.elements.length === 0;
  if (compiler.isObjectLiteralExpression(node)) return node.properties.length === 0;
  return isPlainValue(compiler, node);
}

function shrinkList(
  { file }: Region,
  list: ts.VariableDeclarationList,
  unused: ReadonlySet<ts.Node>,
): TextChange[] {
  const statement = list.parent;
  if (/\/[/*]/.test(statement.getFullText(file))) return [];
  const kept = list.declarations.filter((each) => !unused.has(each));
  if (kept.length === 0) return removeLines(file, statement);
  const text = kept.map((each, index) => {
    const before = list.declarations[list.declarations.indexOf(each) - 1];
    const gap = before === undefined ? '' : file.text.slice(before.end, each.getStart(file));
    return (index === 0 ? '' : gap) + each.getText(file);
  });
  const [first, last] = [list.declarations[0], list.declarations.at(-1)];
  if (first === undefined || last === undefined) return [];
  return [{ start: first.getStart(file), end: last.end, text: text.join('') }];
}

/** Together with an empty line behind it, if one stands before it as well. */
function removeLines({ text }: ts.SourceFile, statement: ts.Node): TextChange[] {
  const start = text.lastIndexOf('\n', statement.getStart() - 1) + 1;
  const rest = /^[^\S\n]*\n/.exec(text.slice(statement.end));
  if (rest === null || text.slice(start, statement.getStart()).trim() !== '') return [];
  const end = statement.end + rest[0].length;
  const opens = /[{\n]\s*\n$/.test(text.slice(0, start)) || text.slice(0, start).trimEnd().endsWith('{');
  const blank = opens ? (/^[^\S\n]*\r?\n/.exec(text.slice(end))?.[0].length ?? 0) : 0;
  return [{ start, end: end + blank, text: '' }];
}
