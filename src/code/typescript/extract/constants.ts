// Variables that are set only once now that the code has moved: `const` says so.
import type ts from 'typescript';
import type { TextChange } from '../../../schema/index.js';
import { findDeclarator } from './declarators.js';
import type { StatementPlan } from './plan.js';
import { isDeclaredInside } from './region.js';
import type { Region } from './region.js';
import { readStyle } from './style.js';
import type { Variable } from './variable.js';

export interface ConstantChanges {
  /** In the code that moves. */
  readonly inside: readonly TextChange[];
  readonly outside: readonly TextChange[];
}

/** `returned` is not declared any more. */
export function makeConstant(plan: StatementPlan, returned: Variable | undefined): ConstantChanges {
  const { region } = plan;
  if (!readStyle(region.compiler, region.file).constants) return { inside: [], outside: [] };
  const lists = new Set(
    region.mentioned
      .filter((variable) => variable !== returned)
      .flatMap((variable) => findList(region, variable)),
  );
  const changes = [...lists]
    .filter((list) => listVariables(region, list).every((variable) => isSetOnce(plan, variable)))
    .map((list) => ({ list, change: replaceKeyword(region, list) }));
  const [inside, outside] = [true, false].map((wanted) =>
    changes.filter(({ list }) => region.has(list) === wanted).map(({ change }) => change),
  );
  return { inside: inside ?? [], outside: outside ?? [] };
}

/** The `let` statement that declares a variable. */
function findList({ compiler }: Region, variable: Variable): ts.VariableDeclarationList[] {
  const list = variable.kind === 'let' ? findDeclarator(compiler, variable)?.parent : undefined;
  const isFull = list?.declarations.every(
    (each) => compiler.isIdentifier(each.name) && each.initializer !== undefined,
  );
  return list !== undefined && isFull === true ? [list] : [];
}

function listVariables(region: Region, list: ts.VariableDeclarationList): Variable[] {
  return list.declarations.flatMap(({ name }) => region.variables.find(name)?.variable ?? []);
}

/** Set once on its side of the cut, and more often before. */
function isSetOnce({ region, flow }: StatementPlan, variable: Variable): boolean {
  const isInside = isDeclaredInside(region, variable);
  const later = variable.references.filter(
    ({ node, writes }) => writes && !variable.declarations.includes(node),
  );
  if (later.length === 0 || (!isInside && !isOnlyInput(flow, variable))) return false;
  return later.every(({ node }) => region.has(node) !== isInside);
}

function isOnlyInput({ inputs, outputs }: StatementPlan['flow'], variable: Variable): boolean {
  return inputs.includes(variable) && !outputs.includes(variable);
}

function replaceKeyword({ file }: Region, list: ts.VariableDeclarationList): TextChange {
  const start = list.getStart(file);
  return { start, end: start + 'let'.length, text: 'const' };
}
