// How control leaves the moved code, and how the call has to answer.
import type ts from 'typescript';
import type { Refusal } from '../../refactoring.js';
import { isSamePlace } from './flow-graph.js';
import type { FlowNode } from './flow-graph.js';
import { refuse } from './refusal.js';
import type { Region } from './region.js';

export type Jump = ts.ReturnStatement | ts.BreakOrContinueStatement;

/** Jumps that lead to the same place. */
export interface ExitGroup {
  readonly kind: 'value' | 'return' | 'break' | 'continue';
  readonly jumps: readonly Jump[];
  /** One of the places where they lead. */
  readonly place: FlowNode;
}

export interface Exits {
  readonly ok: true;
  /** Whether the end of the region is reached. */
  readonly falls: boolean;
  /** Jumps that lead where the call leads anyway. */
  readonly completing: readonly Jump[];
  /** What stands after the call when its end is never reached. */
  readonly afterwards: ExitGroup | undefined;
  /** The other ways out. */
  readonly special: readonly ExitGroup[];
  /** Every way out leaves the function: the call itself can be returned. */
  readonly tail: boolean;
}

/** More questions after one call would be harder to read than what they replace. */
const MAX_SPECIAL = 2;

export function readExits(region: Region): Exits | Refusal {
  const { graph, last, events } = region;
  const end = graph.ends.get(last);
  const falls = end !== undefined && events.has(end);
  const continuation = falls ? end.next[0] : undefined;
  const jumps = listJumps(region);
  const completing = jumps.filter((jump) => completes(region, jump, continuation));
  const others = jumps.filter((jump) => !completing.includes(jump));
  return chooseExits(graph.exit, { falls, completing, groups: groupJumps(region, others), continuation });
}

interface Ways {
  readonly falls: boolean;
  readonly completing: readonly Jump[];
  readonly groups: readonly ExitGroup[];
  readonly continuation: FlowNode | undefined;
}

function chooseExits(exit: FlowNode, { falls, completing, groups, continuation }: Ways): Exits | Refusal {
  const leaves = !falls || (continuation !== undefined && isSamePlace(continuation, exit));
  const onlyReturns = groups.every(({ kind }) => kind === 'value' || kind === 'return');
  const tail = onlyReturns && leaves && groups.some(({ kind }) => kind === 'value');
  if (tail) return { ok: true, falls, completing, afterwards: undefined, special: [], tail };
  const afterwards = falls ? undefined : groups.find(({ kind }) => kind !== 'value');
  const special = groups.filter((group) => group !== afterwards);
  if (special.length > MAX_SPECIAL) {
    return refuse(
      onlyReturns ? 'conditional_return' : 'jump_out',
      'Control leaves the range in more ways than one call can express.',
      'Choose a smaller range.',
    );
  }
  const done = afterwards === undefined ? completing : [...completing, ...afterwards.jumps];
  return { ok: true, falls, completing: done, afterwards, special, tail };
}

/** The jump as the caller would write it: `break`, `continue outer`. */
export function renderJump({ kind, jumps: [jump] }: ExitGroup): string {
  if (kind === 'value') return 'return';
  const label = jump !== undefined && 'label' in jump ? jump.label?.text : undefined;
  return label === undefined ? kind : `${kind} ${label}`;
}

function listJumps(region: Region): Jump[] {
  const jumps: Jump[] = [];
  for (const [node, target] of region.graph.jumps) {
    if (region.has(node) && !region.has(leave(region, target).at) && isJump(region, node)) jumps.push(node);
  }
  return jumps;
}

function isJump({ compiler }: Region, node: ts.Node): node is Jump {
  return compiler.isReturnStatement(node) || compiler.isBreakOrContinueStatement(node);
}

function completes(region: Region, jump: Jump, continuation: FlowNode | undefined): boolean {
  const target = region.graph.jumps.get(jump);
  if (continuation === undefined || target === undefined) return false;
  if (region.compiler.isReturnStatement(jump) && jump.expression !== undefined) return false;
  return isSamePlace(leave(region, target), continuation);
}

/** Follows a way out of `finally` blocks that are moved too. */
function leave(region: Region, target: FlowNode): FlowNode {
  let at = target;
  while (at.detour !== undefined && region.has(at.detour.through)) at = at.detour.target;
  return at;
}

function groupJumps(region: Region, jumps: readonly Jump[]): ExitGroup[] {
  const groups: { kind: ExitGroup['kind']; jumps: Jump[]; place: FlowNode }[] = [];
  for (const jump of jumps) {
    const target = region.graph.jumps.get(jump);
    if (target === undefined) continue;
    const kind = readKind(region, jump);
    const place = leave(region, target);
    const group = groups.find((each) => each.kind === kind && isSamePlace(each.place, place));
    if (group === undefined) groups.push({ kind, jumps: [jump], place });
    else group.jumps.push(jump);
  }
  return mergeReturns(groups);
}

/** Where some `return`s have a value, the others return undefined. */
function mergeReturns(groups: readonly ExitGroup[]): ExitGroup[] {
  const values = groups.find(({ kind }) => kind === 'value');
  if (values === undefined) return [...groups];
  const bare = groups.filter(({ kind }) => kind === 'return');
  const merged: ExitGroup = { ...values, jumps: [...values.jumps, ...bare.flatMap(({ jumps }) => jumps)] };
  return [merged, ...groups.filter(({ kind }) => kind !== 'value' && kind !== 'return')];
}

function readKind({ compiler }: Region, jump: Jump): ExitGroup['kind'] {
  if (compiler.isReturnStatement(jump)) return jump.expression === undefined ? 'return' : 'value';
  return compiler.isBreakStatement(jump) ? 'break' : 'continue';
}
