// What holds a new function and its caller together, beyond a call and its result.
import type ts from 'typescript';
import type { Ties } from '../../refactoring.js';
import type { StatementPlan } from './plan.js';
import { getValue } from './protocol.js';
import { isDeclaredInside } from './region.js';
import type { Region } from './region.js';
import type { Variable } from './variable.js';

export function readTies(plan: StatementPlan): Ties {
  const { flow, inputs } = plan;
  return {
    rewritten: flow.outputs.filter((variable) => flow.inputs.includes(variable)).length,
    outputs: flow.outputs.length,
    record: readRecord(plan),
    reassigned: inputs.filter((variable) => isReassigned(plan, variable)).length,
  };
}

/** Set in the new function, and not handed back. */
function isReassigned({ region, flow }: StatementPlan, variable: Variable): boolean {
  return (
    !flow.outputs.includes(variable) &&
    !isDeclaredInside(region, variable) &&
    variable.references.some(({ node, writes }) => writes && region.has(node))
  );
}

function readRecord({ region, protocol }: StatementPlan): Ties['record'] {
  if (protocol.kind !== 'record') return 'none';
  const values = protocol.ways.flatMap(({ group }) => group.jumps.map((jump) => getValue(region, jump)));
  if (values.some((value) => isRecord(region, value))) return 'nested';
  return isInLoop(region) ? 'in loop' : 'plain';
}

/** `{ done: true, … }` of an earlier step. */
function isRecord({ compiler }: Region, value: ts.Expression | undefined): boolean {
  if (value === undefined || !compiler.isObjectLiteralExpression(value)) return false;
  return value.properties.some((property) => /^(?:done|exit)$/.test(property.name?.getText() ?? ''));
}

function isInLoop({ compiler, first, owner }: Region): boolean {
  for (let at = first.parent; at !== owner; at = at.parent)
    if (compiler.isIterationStatement(at, false)) return true;
  return false;
}
