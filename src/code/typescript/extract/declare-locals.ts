// The variables that the new function needs for itself: declared where each gets its first value, if that is possible.
import type ts from 'typescript';
import type { TextChange } from '../../../schema/index.js';
import type { TypeScript } from '../../javascript/load-typescript.js';
import type { StatementPlan } from './plan.js';
import type { Region } from './region.js';
import { isStoreOf, readAssignment } from './stores.js';
import type { Store } from './stores.js';
import { readStyle } from './style.js';
import type { FileStyle } from './style.js';
import { contains, findClosure, isPlainValue } from './syntax.js';
import { describeNode } from './types.js';
import { findAnnotationNode, getAnnotationText } from './variable-types.js';
import type { Reference, Variable } from './variable.js';

export interface DeclaredLocals {
  readonly changes: readonly TextChange[];
  /** Declarations that stand at the top. */
  readonly lines: readonly string[];
}

export function declareLocals(plan: StatementPlan, locals: readonly Variable[]): DeclaredLocals {
  const { region } = plan;
  const style = readStyle(region.compiler, region.file);
  const changes: TextChange[] = [];
  const rest: Variable[] = [];
  for (const variable of locals) {
    const place = findLoop(plan, variable) ?? findFirstStore(plan, variable, style)?.statement;
    if (place === undefined) rest.push(variable);
    else changes.push(declareAt(region, place, chooseKeyword(region, variable, style)));
  }
  return { changes, lines: renderLocals(plan, rest, style) };
}

/** The assignment that comes before every other use, in a block that holds all of them. */
function findFirstStore(plan: StatementPlan, variable: Variable, style: FileStyle): Store | undefined {
  const { region, nodes } = plan;
  const inside = variable.references.filter(({ node }) => region.has(node));
  const [first] = inside;
  const store = first === undefined ? undefined : readAssignment(region, first.node.parent.parent);
  if (!isStoreOf(region, store, variable) || store.name !== first?.node) return undefined;
  const isTop = nodes.includes(store.statement);
  if (!canDeclare(plan, variable, store) || (style.variable === 'var' && !isTop)) return undefined;
  const holds = (node: ts.Node): boolean => isTop || contains(store.statement.parent, node);
  const isDeclaredFor = ({ node }: Reference): boolean =>
    node === store.name ||
    (node.pos >= store.statement.end && holds(node) && findClosure(region.compiler, node) === region.owner);
  return inside.every(isDeclaredFor) ? store : undefined;
}

/** `i = 0` in `for (i = 0; …)`, when that loop is the only one to use it. */
function findLoop({ region, flow }: StatementPlan, variable: Variable): ts.Expression | undefined {
  const { compiler, owner } = region;
  const inside = variable.references.filter(({ node }) => region.has(node));
  const first = inside[0]?.node;
  const start = first === undefined ? undefined : findLoopStart(compiler, first);
  if (start === undefined || flow.outputs.includes(variable)) return undefined;
  const isOwn = inside.every(
    ({ node }) =>
      node === first ||
      (contains(start.parent, node) && !contains(start, node) && findClosure(compiler, node) === owner),
  );
  return isOwn ? start : undefined;
}

function findLoopStart(compiler: TypeScript, { parent }: ts.Identifier): ts.BinaryExpression | undefined {
  if (!compiler.isBinaryExpression(parent) || !compiler.isForStatement(parent.parent)) return undefined;
  const isPlain = parent.operatorToken.kind === compiler.SyntaxKind.EqualsToken;
  return isPlain && parent.parent.initializer === parent ? parent : undefined;
}

/** An output is read at the very end; a type that somebody wrote down may be needed for a literal. */
function canDeclare(plan: StatementPlan, variable: Variable, { statement, value }: Store): boolean {
  const { region, nodes, flow, protocol, exits } = plan;
  const { compiler } = region;
  const isTop = nodes.includes(statement);
  if (flow.outputs.includes(variable)) {
    if (protocol.kind !== 'plain' || exits.completing.length > 0 || !isTop) return false;
  }
  if (!isTop && !compiler.isBlock(statement.parent)) return false;
  const type = findAnnotationNode(region, variable);
  return !isPlainValue(compiler, value) || type === undefined || isWide(region, type);
}

/** `number`: a literal fits without being told. */
function isWide({ compiler, checker }: Region, type: ts.TypeNode): boolean {
  const { TypeFlags } = compiler;
  const { flags } = checker.getTypeFromTypeNode(type);
  return (flags & (TypeFlags.Number | TypeFlags.String | TypeFlags.Boolean)) !== 0;
}

function chooseKeyword(region: Region, variable: Variable, style: FileStyle): string {
  if (style.variable === 'var') return 'var';
  const writes = variable.references.filter(({ node, writes: sets }) => sets && region.has(node));
  return writes.length === 1 ? 'const' : 'let';
}

function declareAt({ file }: Region, place: ts.Node, keyword: string): TextChange {
  const start = place.getStart(file);
  return { start, end: start, text: `${keyword} ` };
}

function renderLocals(plan: StatementPlan, locals: readonly Variable[], style: FileStyle): string[] {
  const typed = locals.filter((variable) => hasKnownType(plan, variable));
  const names = locals.filter((variable) => !typed.includes(variable)).map(({ name }) => name);
  const keyword = style.variable;
  return [
    ...(names.length === 0 ? [] : [`${keyword} ${names.join(', ')}${style.semicolon}`]),
    ...typed.map(
      (variable) =>
        `let ${variable.name}: ${getAnnotationText(plan.region, variable) ?? ''}${style.semicolon}`,
    ),
  ];
}

/** A type that was written down and means the same in the new function. */
function hasKnownType({ region, placement }: StatementPlan, variable: Variable): boolean {
  const type = region.typing === 'annotations' ? findAnnotationNode(region, variable) : undefined;
  if (type === undefined) return false;
  const described = describeNode(region, variable.name, type, placement.beside);
  return described.ok && described.generics.length === 0;
}
