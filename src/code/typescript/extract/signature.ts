// The head of the new function: modifiers, type parameters, parameters.
import type ts from 'typescript';
import type { TextChange } from '../../../schema/index.js';
import type { Refusal } from '../../refactoring.js';
import { quote } from './call-text.js';
import type { FunctionPlan } from './plan.js';
import { refuse } from './refusal.js';
import type { ReturnType } from './return-type.js';
import type { Region } from './region.js';
import { readStyle } from './style.js';
import type { FileStyle } from './style.js';
import { needsStrictDirective } from './strictness.js';
import { addImports } from './type-imports.js';
import type { TypeImport } from './type-imports.js';
import { describeType } from './types.js';
import { describeVariable } from './variable-types.js';
import { describeInComment } from './type-comment.js';

export interface Signature {
  readonly ok: true;
  /** Lines of a comment that says what the types are. */
  readonly comment: readonly string[];
  readonly head: string;
  readonly typeParameters: string;
  readonly parameters: readonly string[];
  readonly returns: string;
  /** Directives that the body must begin with. */
  readonly prologue: readonly string[];
  /** Changes that import the types it names. */
  readonly imports: readonly TextChange[];
}

export function readSignature(plan: FunctionPlan, returned?: ReturnType): Signature | Refusal {
  const { region, inputs } = plan;
  const style = readStyle(region.compiler, region.file);
  const common = { ok: true, head: renderHead(plan), prologue: renderPrologue(plan, style) } as const;
  if (region.typing !== 'annotations') {
    const parameters = inputs.map((each) => each.name);
    const comment = region.typing === 'comments' ? describeInComment(plan, returned) : [];
    return { ...common, comment, typeParameters: '', parameters, returns: '', imports: [] };
  }
  const typed = describeInputs(plan);
  if (!typed.ok) return typed;
  const imports = addImports(region, [...typed.imports, ...(returned?.imports ?? [])]);
  if (imports === undefined) return refuse('type_not_nameable', 'Types would have to be imported.');
  const typeParameters = renderGenerics(region, [...typed.generics, ...(returned?.generics ?? [])]);
  const returns = returned === undefined ? '' : `: ${returned.text}`;
  return { ...common, comment: [], typeParameters, parameters: typed.parameters, returns, imports };
}

function renderPrologue({ region, receiver, nodes, placement }: FunctionPlan, style: FileStyle): string[] {
  const strict = receiver.kind !== 'method' && needsStrictDirective(region, nodes, placement.beside.parent);
  return strict ? [`${quote(style, 'use strict')}${style.semicolon}`] : [];
}

function renderGenerics({ file }: Region, generics: readonly ts.TypeParameterDeclaration[]): string {
  const sorted = [...new Set(generics)].sort((a, b) => a.pos - b.pos);
  return sorted.length === 0 ? '' : `<${sorted.map((each) => each.getText(file)).join(', ')}>`;
}

function renderHead({ receiver, uses, name }: FunctionPlan): string {
  const wait = uses.awaits ? 'async ' : '';
  if (receiver.kind !== 'method') return `${wait}function ${name}`;
  return `${receiver.modifiers}${wait}${receiver.mark}${name}`;
}

type Typed =
  | {
      readonly ok: true;
      readonly parameters: readonly string[];
      readonly generics: readonly ts.TypeParameterDeclaration[];
      readonly imports: readonly TypeImport[];
    }
  | Refusal;

function describeInputs(plan: FunctionPlan): Typed {
  const { region, placement, receiver, uses, inputs } = plan;
  const parameters: string[] = [];
  const generics: ts.TypeParameterDeclaration[] = [];
  const imports: TypeImport[] = [];
  const [self] = uses.this;
  if (receiver.kind === 'call' && self !== undefined) {
    const described = describeType(region, 'this', region.checker.getTypeAtLocation(self), placement.beside);
    if (!described.ok) return described;
    parameters.push(`this: ${described.text}`);
    generics.push(...described.generics);
    imports.push(...described.imports);
  }
  for (const variable of inputs) {
    const described = describeVariable(region, variable, placement.beside);
    if (!described.ok) return described;
    parameters.push(`${variable.name}: ${described.text}`);
    generics.push(...described.generics);
    imports.push(...described.imports);
  }
  return { ok: true, parameters, generics, imports };
}
