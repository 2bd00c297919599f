// Decides what the new function is given, and where it stands.
import type ts from 'typescript';
import type { Refusal } from '../../refactoring.js';
import { inDeclarationOrder, readDataFlow } from './data-flow.js';
import { placeNewFunction } from './placement.js';
import type { FunctionPlan } from './plan.js';
import { readUses } from './range-uses.js';
import { chooseReceiver } from './receiver.js';
import type { Region } from './region.js';
import { findSharedState } from './shared-state.js';

export function planFunction(
  region: Region,
  nodes: readonly ts.Node[],
  name: string,
): FunctionPlan | Refusal {
  const uses = readUses(region.compiler, nodes);
  const receiver = chooseReceiver(region, uses);
  if (!receiver.ok) return receiver;
  const shared = findSharedState(region, receiver);
  const placement = shared?.placement ?? placeNewFunction(region, uses, receiver);
  if (!placement.ok) return placement;
  const flow = readDataFlow(region, shared?.variables);
  if (!flow.ok) return flow;
  const inputs = inDeclarationOrder([...flow.inputs, ...placement.inputs]);
  return { region, nodes, name, uses, receiver, placement, flow, inputs };
}
