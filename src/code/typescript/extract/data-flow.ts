// Which values go into the moved code and which come out of it.
import type { Refusal } from '../../refactoring.js';
import { findCaptureProblem } from './captures.js';
import type { FlowNode } from './flow-graph.js';
import { findWritesReaching, isLiveBefore, reachFrom, spreadBackwards } from './liveness.js';
import { readUses } from './range-uses.js';
import { refuse } from './refusal.js';
import { findInnerClosure, isDeclaredInside, isOwn } from './region.js';
import type { Region } from './region.js';
import { contains, isStrict } from './syntax.js';
import type { Variable } from './variable.js';

export interface DataFlow {
  readonly ok: true;
  readonly inputs: readonly Variable[];
  readonly outputs: readonly Variable[];
  /** Declared outside, but only needed inside: the new function declares its own. */
  readonly locals: readonly Variable[];
  /** Declared inside and assigned outside: the declaration must stay behind. */
  readonly stranded: readonly Variable[];
}

/** `shared` are variables that the new function sees where they are. */
export function readDataFlow(region: Region, shared?: ReadonlySet<Variable>): DataFlow | Refusal {
  // What lives in a block of its own inside the region moves with it.
  const own = region.mentioned.filter(
    (variable) => isOwn(region, variable) && !region.has(variable.scope) && shared?.has(variable) !== true,
  );
  for (const variable of own) {
    const refusal = findHazard(region, variable);
    if (refusal !== undefined) return refusal;
  }
  const exits = listExits(region);
  const outputs = own.filter((variable) => isOutput(region, variable, exits));
  const inputs = own.filter((variable) => isInput(region, variable, exits, outputs.includes(variable)));
  const stale = inputs.find((variable) => isStale(region, variable));
  if (stale !== undefined) {
    const message = `${stale.name} is declared in the range and still holds what it was set to in an earlier round.`;
    return refuse('hoisted_variable', message, 'Choose a range without its declaration, or the whole loop.');
  }
  const locals = own.filter((variable) => !isDeclaredInside(region, variable) && !inputs.includes(variable));
  const stranded = own.filter((variable) => isStranded(region, variable) && !outputs.includes(variable));
  return {
    ok: true,
    inputs: inDeclarationOrder(inputs),
    outputs: inDeclarationOrder(outputs),
    locals,
    stranded,
  };
}

export function inDeclarationOrder(variables: readonly Variable[]): Variable[] {
  const at = ({ declarations }: Variable): number => declarations[0]?.pos ?? 0;
  return [...variables].sort((a, b) => at(a) - at(b));
}

function findHazard(region: Region, variable: Variable): Refusal | undefined {
  const hoisted = findHoistHazard(region, variable);
  if (hoisted !== undefined) return hoisted;
  if (variable.kind === 'parameter' && isWritten(region, variable) && sharesArguments(region)) {
    return refuse(
      'arguments_object',
      `${variable.name} is assigned, which the arguments object of the function shows.`,
    );
  }
  const captured = findCaptureProblem(region, variable);
  if (captured === undefined) return findThrowHazard(region, variable);
  return refuse('captured_variable', `${captured}.`, 'Choose a range without it, or all of its uses.');
}

function findHoistHazard(region: Region, variable: Variable): Refusal | undefined {
  if (isAssignedConstant(variable))
    return refuse('unsupported', `${variable.name} is a constant that is assigned.`);
  const inside = variable.declarations.filter((name) => region.has(name));
  const outside = variable.references.filter(({ node }) => !region.has(node));
  if (inside.length > 0 && outside.length > 0 && isHoistedKind(variable)) {
    return refuse('hoisted_variable', `${variable.name} is declared in the range and used outside of it.`);
  }
  if (inside.length === 0 && isDeclaredLater(region, variable)) {
    return refuse('hoisted_variable', `${variable.name} is used in the range and declared after it.`);
  }
  return undefined;
}

/** Such an assignment fails, or does nothing; a copy would take it. */
function isAssignedConstant({ kind, references, declarations }: Variable): boolean {
  if (kind !== 'const' && kind !== 'other') return false;
  return references.some(({ node, writes }) => writes && !declarations.includes(node));
}

function isHoistedKind({ kind }: Variable): boolean {
  return kind === 'function' || kind === 'class' || kind === 'other';
}

/** Handing such a variable over would read it before it exists. */
export function isDeclaredLater(region: Region, variable: Variable): boolean {
  if (variable.kind === 'function' || variable.kind === 'var' || variable.kind === 'other') return false;
  const { compiler } = region;
  return variable.declarations.some((name) => {
    if (name.pos > region.last.end) return true;
    const clause = compiler.findAncestor(name, compiler.isCaseOrDefaultClause);
    return clause !== undefined && clause.parent === variable.scope && !contains(clause, region.first);
  });
}

/** An assignment that a `catch` or `finally` outside would see is lost when the moved code throws after it. */
function findThrowHazard(region: Region, variable: Variable): Refusal | undefined {
  const { graph } = region;
  const writes = [...region.events].filter((node) => node.writes === variable);
  if (writes.length === 0) return undefined;
  const stays = (node: FlowNode): boolean => !region.has(node.at);
  const lost = [...reachFrom(writes, stays)].some(
    (node) =>
      region.has(node.at) &&
      node.handler !== undefined &&
      !region.has(node.handler.at) &&
      isLiveBefore(graph, variable, node.handler),
  );
  if (!lost) return undefined;
  return refuse(
    'lost_on_throw',
    `${variable.name} is assigned in the range and read outside of it when something throws.`,
    'Choose the whole try statement, or a range that ends with the assignment.',
  );
}

interface Exit {
  readonly from: FlowNode;
  readonly to: FlowNode;
}

function listExits(region: Region): Exit[] {
  const exits: Exit[] = [];
  for (const from of region.events) {
    for (const to of from.next) if (!region.has(to.at)) exits.push({ from, to });
  }
  return exits;
}

function isWritten(region: Region, variable: Variable): boolean {
  return variable.references.some(({ node, writes }) => writes && region.has(node));
}

/** Outside strict mode the arguments object has the values of the parameters. */
function sharesArguments({ compiler, owner }: Region): boolean {
  const body = compiler.isFunctionLike(owner) && 'body' in owner ? owner.body : undefined;
  return body !== undefined && readUses(compiler, [body]).arguments && !isStrict(compiler, body);
}

function isOutput(region: Region, variable: Variable, exits: readonly Exit[]): boolean {
  if (!isWritten(region, variable)) return false;
  return exits.some(({ to }) => isLiveBefore(region.graph, variable, to));
}

function isInput(region: Region, variable: Variable, exits: readonly Exit[], isOut: boolean): boolean {
  if (isDeclaredInside(region, variable) && variable.kind !== 'var') return false;
  const { graph, entry } = region;
  const needed = [...region.events].filter((node) => node.reads.includes(variable));
  if (isOut) {
    for (const { from, to } of exits) {
      if (from.writes !== variable && isLiveBefore(graph, variable, to)) needed.push(from);
    }
  }
  const marks = spreadBackwards(graph, variable, needed, (node) => region.events.has(node));
  const captured = variable.references.some(
    (reference) => region.has(reference.node) && findInnerClosure(region, reference) !== undefined,
  );
  const enters = marks[entry.index] === 1 || (captured && !isDeclaredInside(region, variable));
  return enters && !isUndefinedAt(region, variable, entry);
}

/** Handing it over would declare it a second time, beside a value that nobody meant to hand over. */
function isStale(region: Region, { kind, declarations }: Variable): boolean {
  return kind === 'var' && declarations.every((name) => region.has(name));
}

/** A variable that nothing has been stored into yet need not be handed over. */
function isUndefinedAt(region: Region, variable: Variable, entry: FlowNode): boolean {
  if (variable.kind !== 'var' && variable.kind !== 'let') return false;
  const { compiler, graph } = region;
  return findWritesReaching(graph, variable, entry).every(({ at }) => {
    const declaration = at.parent;
    if (!compiler.isVariableDeclaration(declaration) || declaration.initializer !== undefined) return false;
    return declaration.name === at && compiler.isVariableStatement(declaration.parent.parent);
  });
}

/** Declared in the range only, and mentioned outside though no value goes there. */
function isStranded(region: Region, variable: Variable): boolean {
  if (!isDeclaredInside(region, variable)) return false;
  if (variable.declarations.some((name) => !region.has(name))) return false;
  return variable.references.some(({ node }) => !region.has(node));
}
