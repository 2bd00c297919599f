// The head of the new function: modifiers, type parameters, parameters.
import type ts from 'typescript';
import type { Refusal } from '../../refactoring.js';
import type { FunctionPlan } from './plan.js';
import { readStyle } from './style.js';
import { needsStrictDirective } from './strictness.js';
import { describeType, describeVariable } from './types.js';
import type { Variable } from './variable.js';

export interface Signature {
  readonly ok: true;
  readonly head: string;
  readonly typeParameters: string;
  readonly parameters: readonly string[];
  readonly returns: string;
  /** Directives that the body must begin with. */
  readonly prologue: readonly string[];
}

export function readSignature(plan: FunctionPlan, inputs: readonly Variable[]): Signature | Refusal {
  const { region, receiver, uses, name, placement } = plan;
  const style = readStyle(region.compiler, region.file);
  const wait = uses.awaits ? 'async ' : '';
  const head =
    receiver.kind === 'method'
      ? `${receiver.modifiers}${wait}${receiver.mark}${name}`
      : `${wait}function ${name}`;
  const strict = needsStrictDirective(region, plan.nodes, placement.after.parent);
  const prologue = strict && receiver.kind !== 'method' ? [`'use strict'${style.semicolon}`] : [];
  const common = { ok: true, head, returns: '', prologue } as const;
  if (!style.typescript)
    return { ...common, typeParameters: '', parameters: inputs.map((each) => each.name) };
  const typed = describeInputs(plan, inputs);
  return typed.ok ? { ...common, ...typed } : typed;
}

type Typed =
  { readonly ok: true; readonly typeParameters: string; readonly parameters: readonly string[] } | Refusal;

function describeInputs(plan: FunctionPlan, inputs: readonly Variable[]): Typed {
  const { region, placement, receiver, uses } = plan;
  const parameters: string[] = [];
  const generics = new Set<ts.TypeParameterDeclaration>();
  const [self] = uses.this;
  if (receiver.kind === 'call' && self !== undefined) {
    const described = describeType(region, 'this', region.checker.getTypeAtLocation(self), placement.after);
    if (!described.ok) return described;
    parameters.push(`this: ${described.text}`);
    described.generics.forEach((each) => generics.add(each));
  }
  for (const variable of inputs) {
    const described = describeVariable(region, variable, placement.after);
    if (!described.ok) return described;
    parameters.push(`${variable.name}: ${described.text}`);
    described.generics.forEach((each) => generics.add(each));
  }
  const texts = [...generics].map((each) => each.getText(region.file));
  return { ok: true, parameters, typeParameters: texts.length === 0 ? '' : `<${texts.join(', ')}>` };
}
