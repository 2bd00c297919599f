// The variables around a function that must be handed to it, and whether that makes no difference.
import type ts from 'typescript';
import type { Refusal } from '../../refactoring.js';
import { refuse } from '../extract/refusal.js';
import { openRegion } from '../extract/region.js';
import { contains, findClosure, hasModifier, isClosure } from '../extract/syntax.js';
import { describeVariable } from '../extract/variable-types.js';
import type { Reference, Variable } from '../extract/variable.js';
import { walkNames } from '../extract/variables.js';
import { findDeclaredEnd, readLocals } from '../simplify/locals.js';
import { findModule } from '../simplify/place.js';
import type { Source } from '../simplify/source.js';
import { findCall } from './inner.js';
import { runsAfter } from './timing.js';
import type { Inner } from './inner.js';

export interface Captured {
  readonly name: string;
  /** With its type where there are types. */
  readonly parameter: string;
}

export function listCaptured(source: Source, inner: Inner): Captured[] | Refusal {
  const captured: Captured[] = [];
  for (const variable of findFree(source, inner)) {
    if (!isSafeToPass(source, inner, variable)) {
      return refuse(
        'captured_variable',
        `${variable.name} may have another value when the function uses it than when it is called.`,
        'Extract code that does not change it, or leave the function where it is.',
      );
    }
    const parameter = writeParameter(source, inner, variable);
    if (typeof parameter !== 'string') return parameter;
    captured.push({ name: variable.name, parameter });
  }
  return captured;
}

/** Variables that it cannot see from where it goes, in the order in which it uses them. */
function findFree(source: Source, { node, variable: own }: Inner): Variable[] {
  const locals = readLocals(source);
  const free = new Set<Variable>();
  walkNames(source.ts, node, (name) => {
    const variable = locals.find(name)?.variable;
    if (variable === undefined || variable === own) return;
    const isOwn = variable.declarations.some((declaration) => contains(node, declaration));
    if (!isOwn && !isVisibleInModule(source, variable)) free.add(variable);
  });
  return [...free];
}

/** Declared by a function that only wraps the file. */
function isVisibleInModule(source: Source, { scope }: Variable): boolean {
  const [first] = findModule(source);
  return first !== undefined && contains(scope, first) && scope !== first;
}

/** Passing a variable reads it at the call; that must give what reading it later would have given. */
function isSafeToPass(source: Source, inner: Inner, variable: Variable): boolean {
  const calls = inner.mentions
    .map((mention) => findCall(source, mention))
    .filter((call) => call !== undefined);
  const locals = readLocals(source);
  if (!calls.every((call) => locals.resolve(variable.name, call) === variable)) return false;
  const outside = calls.filter((call) => !contains(inner.node, call));
  if (!outside.every((call) => isInitialized(source, variable, call))) return false;
  if (locals.variables.some(({ name, scope }) => name === variable.name && scope === inner.node))
    return false;
  const changes = variable.references.filter(
    ({ node, writes }) => writes && !variable.declarations.includes(node),
  );
  // A `var` in a loop is set again in every round.
  if (changes.length === 0 && variable.declarations.length === 1 && variable.kind !== 'var') return true;
  if (isKept(source, inner, variable)) return false;
  return changes.every((change) => isQuiet(source, inner, variable, change, calls));
}

/** Whether the declaration has been executed when the call is. */
function isInitialized(source: Source, variable: Variable, call: ts.CallExpression): boolean {
  const { ts: compiler } = source;
  if (['parameter', 'var', 'function', 'catch', 'other'].includes(variable.kind)) return true;
  // A `case` may be entered behind the declaration.
  if (compiler.isCaseBlock(variable.scope)) return false;
  return variable.declarations.every((declaration) =>
    runsAfter(source, call, findDeclaredEnd(source, declaration), findClosure(compiler, declaration)),
  );
}

/** Whether the function may read it after the call has returned. */
function isKept(source: Source, { node }: Inner, variable: Variable): boolean {
  const { ts: compiler } = source;
  const isAsync = hasModifier(compiler, node, compiler.SyntaxKind.AsyncKeyword);
  if (isAsync || node.asteriskToken !== undefined) return true;
  return variable.references.some(
    (reference) => contains(node, reference.node) && findClosure(compiler, reference.node) !== node,
  );
}

/** A change in the code of the variable's own function, which is at rest while the other one runs. */
function isQuiet(
  source: Source,
  { node }: Inner,
  variable: Variable,
  change: Reference,
  calls: readonly ts.CallExpression[],
): boolean {
  const { ts: compiler } = source;
  if (contains(node, change.node)) return false;
  if (calls.some((call) => call.arguments.some((argument) => contains(argument, change.node)))) return false;
  const home = isClosure(compiler, variable.scope) ? variable.scope : findClosure(compiler, variable.scope);
  if (home === undefined || ('asteriskToken' in home && home.asteriskToken !== undefined)) return false;
  return findClosure(compiler, change.node) === home;
}

function writeParameter(source: Source, inner: Inner, variable: Variable): string | Refusal {
  if (!source.style.typescript) return variable.name;
  const region = openRegion(source, inner.statement, inner.statement);
  const home = findModule(source).find((statement) => contains(statement, inner.node));
  if (region === undefined || home === undefined) {
    return refuse('type_not_nameable', `The type of ${variable.name} is unknown.`);
  }
  const described = describeVariable(region, variable, home);
  if (!described.ok) return described;
  if (described.generics.length > 0) {
    return refuse('type_not_nameable', `The type of ${variable.name} is a type parameter of the function.`);
  }
  return `${variable.name}: ${described.text}`;
}
