// Variables that only the moved code used: without a value of their own, their declarations would stay behind for nothing.
import type ts from 'typescript';
import type { TextChange } from '../../../schema/index.js';
import type { StatementPlan } from './plan.js';
import { isDeclaredInside } from './region.js';
import type { Region } from './region.js';
import type { Variable } from './variable.js';

export function removeUnused(plan: StatementPlan): TextChange[] {
  const { region, flow, protocol } = plan;
  const early = protocol.kind === 'record' ? protocol.early : [];
  const unused = flow.locals
    .filter((variable) => !flow.outputs.includes(variable) && !early.includes(variable))
    .flatMap((variable) => findUnused(region, variable));
  const lists = new Set(unused.map(({ parent }) => parent));
  return [...lists].flatMap((list) => shrinkList(region, list, new Set(unused)));
}

type Declarator = ts.VariableDeclaration & { readonly parent: ts.VariableDeclarationList };

function findUnused(region: Region, variable: Variable): Declarator[] {
  const { compiler } = region;
  const [name, second] = variable.declarations;
  if (name === undefined || second !== undefined || isDeclaredInside(region, variable)) return [];
  if (!variable.references.every(({ node }) => node === name || region.has(node))) return [];
  const { parent } = name;
  const isPlain = compiler.isVariableDeclaration(parent) && parent.initializer === undefined;
  return isPlain && isInStatement(compiler, parent) ? [parent] : [];
}

function isInStatement(compiler: Region['compiler'], node: ts.VariableDeclaration): node is Declarator {
  return compiler.isVariableDeclarationList(node.parent) && compiler.isVariableStatement(node.parent.parent);
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
