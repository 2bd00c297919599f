// Variables that still have the constant they begin with where the moved code begins: the new function begins with it as well.
import type ts from 'typescript';
import type { TypeScript } from '../../javascript/load-typescript.js';
import { findDeclarator } from './declarators.js';
import type { Declarator } from './declarators.js';
import { findWritesReaching } from './liveness.js';
import type { Start, StatementPlan } from './plan.js';
import { findInnerClosure, isDeclaredInside } from './region.js';
import type { Region } from './region.js';
import { readStyle } from './style.js';
import { contains } from './syntax.js';
import { describeNode } from './types.js';
import { isHoisted, isRemovable } from './unused-declarations.js';
import type { Variable } from './variable.js';
import { isChanged } from './writes.js';

/** The same plan without the parameters that need not be handed over. */
export function takeStarts(plan: StatementPlan): StatementPlan {
  const found = plan.flow.inputs.flatMap((variable) => findStart(plan, variable));
  const filled = found.map(({ variable }) => variable).filter((variable) => isFilled(plan, variable));
  // One list can be the result; several are better handed over.
  const starts = found.filter(({ variable }) => filled.length < 2 || !filled.includes(variable));
  if (starts.length === 0) return plan;
  const moved = new Set(starts.map(({ variable }) => variable));
  const { flow } = plan;
  return {
    ...plan,
    starts,
    inputs: plan.inputs.filter((variable) => !moved.has(variable)),
    flow: {
      ...flow,
      inputs: flow.inputs.filter((variable) => !moved.has(variable)),
      outputs: [...flow.outputs, ...filled.filter((variable) => moved.has(variable))],
    },
  };
}

/** The lines that declare them in the new function. */
export function renderStarts(plan: StatementPlan, returned: Variable | undefined): string[] {
  const { region, starts } = plan;
  const style = readStyle(region.compiler, region.file);
  return starts
    .filter(({ variable }) => variable !== returned || isRead(region, variable))
    .map(({ variable, declarator }) => {
      const keyword = variable.kind === 'var' ? 'var' : isSet(region, variable) ? 'let' : 'const';
      return `${keyword} ${declarator.getText(region.file)}${style.semicolon}`;
    });
}

/** What an output that is returned wherever it is set is otherwise: its constant, or the variable when that is needed. */
export function renderRest({ region, starts, growths }: StatementPlan, variable: Variable): string {
  const growth = growths.find((each) => each.variable === variable);
  if (growth !== undefined) return growth.nothing;
  const start = starts.find((each) => each.variable === variable);
  return start?.declarator.initializer === undefined || isRead(region, variable)
    ? variable.name
    : start.declarator.initializer.getText(region.file);
}

function findStart(plan: StatementPlan, variable: Variable): Start[] {
  const { region, protocol, flow } = plan;
  const declarator = findConstant(region, variable);
  if (declarator === undefined || !isNameable(plan, declarator)) return [];
  const stays = isUnchanged(region, variable, declarator) ? [{ variable, declarator, moves: false }] : [];
  if (!startsHere(region, variable, declarator)) return stays;
  const moves = [{ variable, declarator, moves: true }];
  if (!isUsedAfterwards(region, variable)) return moves;
  const comesOut = flow.outputs.includes(variable) || isFilled(plan, variable);
  return protocol.kind === 'plain' && comesOut && !isKept(region, variable) ? moves : stays;
}

/** Set in the moved code, where it still has a constant that can be said again: `0`, `''`, `false`, `null`. */
function isUnchanged(region: Region, variable: Variable, { name, initializer }: Declarator): boolean {
  if (!isSet(region, variable) || !/^(?:0|''|""|true|false|null)$/.test(initializer?.getText() ?? ''))
    return false;
  const isOwn = variable.references.every((reference) => findInnerClosure(region, reference) === undefined);
  return isOwn && findWritesReaching(region.graph, variable, region.entry).every(({ at }) => at === name);
}

/** Its only declaration, outside, with a constant. */
function findConstant(region: Region, variable: Variable): Declarator | undefined {
  const { compiler } = region;
  const declarator = isDeclaredInside(region, variable) ? undefined : findDeclarator(compiler, variable);
  const value = declarator?.initializer;
  return value !== undefined && isConstant(compiler, value) ? declarator : undefined;
}

/** Declared in the same block, and not used before. */
function startsHere(region: Region, variable: Variable, declarator: Declarator): boolean {
  const { compiler, first } = region;
  const block = declarator.parent.parent.parent;
  if (block !== first.parent || !compiler.isBlock(block) || !isRemovable(region, declarator)) return false;
  return variable.references.every(
    ({ node }) =>
      node === declarator.name ||
      (node.pos >= first.pos && contains(block, node) && !isHoisted(region, node)),
  );
}

/** `0`, `''`, `[]`, `new Map()`: the same wherever it stands. */
export function isConstant(compiler: TypeScript, node: ts.Expression): boolean {
  if (compiler.isArrayLiteralExpression(node)) return node.elements.length === 0;
  if (compiler.isObjectLiteralExpression(node)) return node.properties.length === 0;
  if (compiler.isPrefixUnaryExpression(node)) return compiler.isNumericLiteral(node.operand);
  if (compiler.isNewExpression(node))
    return /^(?:Map|Set)$/.test(node.expression.getText()) && (node.arguments?.length ?? 0) === 0;
  const { TrueKeyword, FalseKeyword, NullKeyword } = compiler.SyntaxKind;
  if (compiler.isLiteralExpression(node)) return !compiler.isRegularExpressionLiteral(node);
  return [TrueKeyword, FalseKeyword, NullKeyword].some((kind) => kind === node.kind);
}

/** What the moved code puts something into, and nothing else comes out of it. */
function isFilled({ region, flow, exits }: StatementPlan, variable: Variable): boolean {
  if (flow.outputs.length > 0 || !exits.falls || !isUsedAfterwards(region, variable)) return false;
  return variable.references.some(({ node }) => region.has(node) && isChanged(region.compiler, node));
}

/** By a function that is moved, so that the two would share it. */
function isKept(region: Region, variable: Variable): boolean {
  return variable.references.some(
    (reference) => region.has(reference.node) && findInnerClosure(region, reference) !== undefined,
  );
}

function isUsedAfterwards(region: Region, variable: Variable): boolean {
  return variable.references.some(({ node }) => node.pos >= region.last.end);
}

function isSet(region: Region, variable: Variable): boolean {
  return variable.references.some(({ node, writes }) => writes && region.has(node));
}

function isRead(region: Region, variable: Variable): boolean {
  return variable.references.some(({ node, reads }) => reads && region.has(node));
}

/** A type that goes with it must mean the same in the new place. */
function isNameable({ region, placement }: StatementPlan, { name, type }: Declarator): boolean {
  if (type === undefined) return true;
  const described = describeNode(region, name.getText(region.file), type, placement.beside);
  return described.ok && described.generics.length === 0;
}
