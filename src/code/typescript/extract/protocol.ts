// How the new function tells its caller what to do next.
import type ts from 'typescript';
import type { Refusal } from '../../refactoring.js';
import { renderJump } from './exits.js';
import type { ExitGroup, Exits, Jump } from './exits.js';
import { isLiveBefore } from './liveness.js';
import { isNeverUndefined } from './never-undefined.js';
import { refuse } from './refusal.js';
import type { Region } from './region.js';
import { contains } from './syntax.js';
import type { Variable } from './variable.js';

export type Protocol =
  /** It returns the outputs, and the code goes on. */
  | { readonly kind: 'plain' }
  /** What it returns is returned. */
  | { readonly kind: 'tail' }
  /** It returns `leaves` when the caller is to leave; `leave` is how. */
  | { readonly kind: 'flag'; readonly leave: string; readonly leaves: boolean }
  /** It returns what the caller is to return, or undefined. */
  | { readonly kind: 'value' }
  /** It returns a word that says how to leave, or undefined. */
  | { readonly kind: 'signal'; readonly ways: readonly Way[] }
  | RecordProtocol;

/** It returns a record that says whether and how to leave, with the value or the outputs. */
export interface RecordProtocol {
  readonly kind: 'record';
  readonly ways: readonly Way[];
  /** Outputs that matter even when the caller leaves. */
  readonly early: readonly Variable[];
}

/** One of the ways in which the caller has to leave. */
export interface Way {
  readonly group: ExitGroup;
  /** `break`, `continue outer`, `return`; a returned value is added. */
  readonly leave: string;
}

const MAX_OUTPUTS = 3;

/** The part of a plan that decides about it. */
interface Leaving {
  readonly region: Region;
  readonly name: string;
  readonly flow: { readonly outputs: readonly Variable[] };
}

export function chooseProtocol(
  { region, name, flow: { outputs } }: Leaving,
  exits: Exits,
): Protocol | Refusal {
  const refusal = checkOutputs(region, exits, outputs);
  if (refusal !== undefined) return refusal;
  const [first, second] = exits.special;
  if (exits.tail) return { kind: 'tail' };
  if (first === undefined) return { kind: 'plain' };
  if (second === undefined && outputs.length === 0) return chooseForOne(region, first, name);
  const ways = exits.special.map((group): Way => ({ group, leave: renderJump(group) }));
  const hasValue = exits.special.some(({ kind }) => kind === 'value');
  if (!hasValue && outputs.length === 0) return { kind: 'signal', ways };
  const early = outputs.filter((variable) =>
    exits.special.some(({ place }) => isLiveBefore(region.graph, variable, place)),
  );
  return { kind: 'record', ways, early };
}

function checkOutputs(region: Region, exits: Exits, outputs: readonly Variable[]): Refusal | undefined {
  const names = outputs.map(({ name }) => name).join(', ');
  if (outputs.length > MAX_OUTPUTS) {
    const message = `The range sets ${names}, which are used afterwards.`;
    return refuse('too_many_outputs', message, 'Choose a smaller range.');
  }
  if (outputs.some((variable) => changesOnTheWay(region, exits, variable))) {
    return refuse('lost_on_throw', `A finally block in the range sets ${names} while the range is left.`);
  }
  const value = exits.special.find(({ kind }) => kind === 'value');
  const lost = outputs.some(
    (variable) => exits.tail || (value !== undefined && isLiveBefore(region.graph, variable, value.place)),
  );
  if (!lost) return undefined;
  return refuse('lost_on_throw', `A finally block reads ${names} after the range has returned.`);
}

/** What a `finally` block sets after the new function has begun to return would not be handed back. */
function changesOnTheWay(region: Region, exits: Exits, variable: Variable): boolean {
  const jumps = [...exits.completing, ...exits.special.flatMap((group) => group.jumps)];
  const blocks = jumps.flatMap((jump) => listFinallyBlocks(region, jump));
  return variable.references.some(
    ({ node, writes }) => writes && blocks.some((block) => contains(block, node)),
  );
}

/** The `finally` blocks in the region that a jump leads through. */
function listFinallyBlocks(region: Region, jump: Jump): ts.Block[] {
  const { compiler } = region;
  const blocks: ts.Block[] = [];
  for (let at: ts.Node = jump; region.has(at.parent); at = at.parent) {
    const { parent } = at;
    const block = compiler.isTryStatement(parent) ? parent.finallyBlock : undefined;
    if (block !== undefined && block !== at) blocks.push(block);
  }
  return blocks;
}

/** One way to leave, and nothing to hand back otherwise. */
function chooseForOne(region: Region, group: ExitGroup, name: string): Protocol {
  const leave = renderJump(group);
  if (group.kind !== 'value') return { kind: 'flag', leave, leaves: !isCheck(name) };
  const literal = findCommonLiteral(region, group.jumps);
  if (literal !== undefined)
    return { kind: 'flag', leave: `return ${literal}`, leaves: !isRefusal(literal) && !isCheck(name) };
  const certain = group.jumps.every((jump) => isNeverUndefined(region, getValue(region, jump)));
  return certain ? { kind: 'value' } : { kind: 'record', ways: [{ group, leave }], early: [] };
}

/** `return null` says that it did not work out. */
function isRefusal(literal: string): boolean {
  return literal === 'false' || literal === 'null';
}

/** Of a check true means that all is well; of anything else, that nothing is left to do. */
function isCheck(name: string): boolean {
  return /^_*(?:check|validate|verify|ensure|assert|confirm)(?![a-z])/.test(name);
}

export function getValue({ compiler }: Region, jump: Jump): ts.Expression | undefined {
  return compiler.isReturnStatement(jump) ? jump.expression : undefined;
}

/** The same plain value everywhere: the caller can say it itself. */
function findCommonLiteral(region: Region, jumps: readonly Jump[]): string | undefined {
  const texts = new Set<string>();
  for (const jump of jumps) {
    const value = getValue(region, jump);
    if (value === undefined || !isLiteral(region, value)) return undefined;
    texts.add(value.getText(region.file));
  }
  const [text] = texts;
  return texts.size === 1 ? text : undefined;
}

function isLiteral({ compiler }: Region, node: ts.Expression): boolean {
  const { SyntaxKind } = compiler;
  const kinds = [
    SyntaxKind.StringLiteral,
    SyntaxKind.NumericLiteral,
    SyntaxKind.TrueKeyword,
    SyntaxKind.FalseKeyword,
  ];
  return [...kinds, SyntaxKind.NullKeyword].includes(node.kind);
}
