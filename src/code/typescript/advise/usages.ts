// Which local names a stretch of a function reads from around it and hands back: an estimate that only looks at names.
import type ts from 'typescript';
import type { TypeScript } from '../../javascript/load-typescript.js';
import { isType } from '../measure/list-functions.js';
import type { FunctionNode } from '../transform-input.js';
import { readChange } from '../extract/growth.js';
import { isConstant } from '../extract/starts.js';
import { isAssignmentOperator } from '../extract/syntax.js';
import { isChanged, isWritten } from '../extract/writes.js';

export interface Usage {
  readonly name: string;
  readonly position: number;
  readonly writes: boolean;
  readonly declares: boolean;
  /** Adds to what it holds or changes a part of it: `list.push(1)`, `point.x = 2`. */
  readonly changes: boolean;
  /** All that a statement does is to add to it: `total += 2;` */
  readonly grows: boolean;
  /** What it becomes depends on what it was: `total *= 2`. */
  readonly updates: boolean;
  /** Of a declaration: the variable it is a part of, `file` for `const text = file.text`. */
  readonly partOf: string | undefined;
  /** Of a declaration that begins with a constant: where its block begins. */
  readonly startsIn: number | undefined;
}

/** Offsets; the end is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
  /** Where the block begins that it is statements of. */
  readonly block?: number | undefined;
}

/** Every mention of locals, in source order. */
export interface Usages {
  /** Of the function itself. */
  readonly ofName: ReadonlyMap<string, readonly Usage[]>;
  /** Of the functions around it. */
  readonly ofOuter: ReadonlyMap<string, readonly Usage[]>;
}

export interface Flow {
  readonly inputs: readonly string[];
  /** Of the inputs, those that are read before anything is written to them. */
  readonly needed: readonly string[];
  readonly outputs: readonly string[];
  /** Those that have to be handed in and come back changed. */
  readonly rewritten: readonly string[];
  /** Outputs that are only added to. */
  readonly grown: readonly string[];
  /** Outputs that are no more than the constant they are declared with. */
  readonly constants: readonly string[];
}

export function collectUsages(compiler: TypeScript, target: FunctionNode): Usages {
  const mentions: Usage[] = [];
  const pending: ts.Node[] = [target];
  const push = (child: ts.Node): void => void pending.push(child);
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (isType(compiler, node)) continue;
    if (compiler.isIdentifier(node) && isValue(compiler, node))
      mentions.push(readUsage(compiler, node, target));
    compiler.forEachChild(node, push);
  }
  mentions.sort((a, b) => a.position - b.position);
  const declared = new Set(mentions.filter(({ declares }) => declares).map(({ name }) => name));
  const around = listOuterNames(compiler, target);
  return {
    ofName: groupByName(mentions.filter(({ name }) => declared.has(name))),
    ofOuter: groupByName(mentions.filter(({ name }) => !declared.has(name) && around.has(name))),
  };
}

/** What the functions around a function declare. */
function listOuterNames(compiler: TypeScript, target: FunctionNode): ReadonlySet<string> {
  const pending: ts.Node[] = [];
  const push = (child: ts.Node): void => void pending.push(child);
  for (let around: ts.Node = target.parent; !compiler.isSourceFile(around); around = around.parent)
    if (compiler.isFunctionLike(around)) compiler.forEachChild(around, push);
  const names = new Set<string>();
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (compiler.isIdentifier(node) && isDeclaration(compiler, node)) names.add(node.text);
    // Of a function further in only the name is seen from outside.
    if (compiler.isFunctionDeclaration(node)) pending.push(...(node.name ? [node.name] : []));
    else if (!compiler.isFunctionLike(node) && !isType(compiler, node)) compiler.forEachChild(node, push);
  }
  return names;
}

function groupByName(mentions: readonly Usage[]): Map<string, Usage[]> {
  const groups = new Map<string, Usage[]>();
  for (const mention of mentions) {
    const group = groups.get(mention.name);
    if (group === undefined) groups.set(mention.name, [mention]);
    else group.push(mention);
  }
  return groups;
}

/** `loop` is the outermost loop around the span: what it writes may be read in the next round. */
export function estimateFlow(usages: Usages, span: Span, loop: Span | undefined): Flow {
  const passages = [...usages.ofName].flatMap(([name, mentions]) => {
    const inside = mentions.filter((usage) => isWithin(usage, span));
    return inside.length === 0 ? [] : [readPassage(name, mentions, inside, { span, loop })];
  });
  const list = (isWanted: (passage: Passage) => boolean): string[] =>
    passages.filter(isWanted).map(({ name }) => name);
  const outer = estimateOuterInputs(usages, span);
  return {
    inputs: [...list(({ enters }) => enters), ...outer],
    needed: [...list(({ enters, isRead }) => enters && isRead), ...outer],
    outputs: list(({ leaves }) => leaves),
    rewritten: list(({ enters, isRead, leaves }) => enters && isRead && leaves),
    grown: list(({ isGrown }) => isGrown),
    constants: list(({ name }) => isOnlyDeclared(usages, name, span)),
  };
}

/** `let aborting = false;` and nothing else happens to it there: whoever uses it elsewhere needs only the declaration. */
export function isOnlyDeclared({ ofName }: Usages, name: string, span: Span): boolean {
  const mentions = ofName.get(name) ?? [];
  const [first, ...others] = mentions.filter((usage) => isWithin(usage, span));
  const isShared = mentions.length > others.length + 1;
  if (first?.startsIn === undefined || !isShared) return false;
  const isOnlyOne = mentions.every((usage) => usage === first || !usage.declares);
  return isOnlyOne && !others.some(({ writes, changes }) => writes || changes);
}

/** How one variable goes through a stretch of code. */
interface Passage {
  readonly name: string;
  readonly enters: boolean;
  /** What it holds at the beginning matters. */
  readonly isRead: boolean;
  readonly leaves: boolean;
  /** It is only added to, and stays with the caller. */
  readonly isGrown: boolean;
}

function readPassage(
  name: string,
  mentions: readonly Usage[],
  inside: readonly Usage[],
  { span, loop }: { readonly span: Span; readonly loop: Span | undefined },
): Passage {
  const outside = mentions.filter((usage) => !isWithin(usage, span));
  const isGiven = outside.some(({ declares }) => declares) && !movesAlong(mentions, span);
  const isReadLater = outside.some(
    (usage) => usage.position >= span.end || (loop !== undefined && isWithin(usage, loop) && !usage.declares),
  );
  const leaves = isReadLater && inside.some(({ writes }) => writes);
  const isGrown = isGiven && leaves && inside.every(({ grows }) => grows);
  const isRead = inside[0]?.writes === false || inside[0]?.updates === true;
  return { name, enters: isGiven && !isGrown, isRead, leaves, isGrown };
}

/** A variable that begins with a constant just before, and was not used yet, begins in the new function. */
function movesAlong([first, ...others]: readonly Usage[], { start, block }: Span): boolean {
  if (first?.startsIn === undefined || first.startsIn !== block || first.position >= start) return false;
  return others.every(({ position, declares }) => position >= start && !declares);
}

/** How many of the names are only a part of another one of them: `text` beside `file`, of which it was read. */
export function countParts({ ofName }: Usages, names: readonly string[]): number {
  const known = new Set(names);
  return names.filter((name) => {
    const owner = ofName.get(name)?.find(({ declares }) => declares)?.partOf;
    return owner !== undefined && known.has(owner);
  }).length;
}

/** A new function that changes what functions around it declare stands among them and sees it all. */
function estimateOuterInputs({ ofOuter }: Usages, span: Span): string[] {
  const inside = [...ofOuter].filter(([, mentions]) => mentions.some((usage) => isWithin(usage, span)));
  const changes = inside.some(([, mentions]) =>
    mentions.some((usage) => usage.writes && isWithin(usage, span)),
  );
  return changes ? [] : inside.map(([name]) => name);
}

function isWithin(usage: Usage, span: Span): boolean {
  return usage.position >= span.start && usage.position < span.end;
}

function isValue(compiler: TypeScript, node: ts.Identifier): boolean {
  const { parent } = node;
  if (compiler.isPropertyAccessExpression(parent)) return parent.expression === node;
  if (compiler.isPropertyAssignment(parent)) return parent.initializer === node;
  if (compiler.isMethodDeclaration(parent) || compiler.isJsxAttribute(parent)) return false;
  if (compiler.isBindingElement(parent)) return parent.propertyName !== node;
  return !compiler.isLabeledStatement(parent) && !compiler.isBreakOrContinueStatement(parent);
}

function readUsage(compiler: TypeScript, node: ts.Identifier, target: FunctionNode): Usage {
  const { parent } = node;
  const declares = isDeclaration(compiler, node) && findFunction(compiler, parent) === target;
  const writes = declares ? !isBareDeclaration(compiler, parent) : isWritten(compiler, node);
  return {
    name: node.text,
    position: node.getStart(),
    writes,
    declares,
    changes: !declares && isChanged(compiler, node),
    updates: !declares && isUpdated(compiler, node),
    grows: !declares && readChange(compiler, parent.parent)?.name === node,
    partOf: declares ? findOwner(compiler, node) : undefined,
    startsIn: declares ? findStartBlock(compiler, parent) : undefined,
  };
}

/** `x += 1`, `x++`. */
function isUpdated(compiler: TypeScript, node: ts.Identifier): boolean {
  const { parent } = node;
  if (compiler.isPostfixUnaryExpression(parent) || compiler.isPrefixUnaryExpression(parent)) return true;
  return (
    compiler.isBinaryExpression(parent) &&
    parent.left === node &&
    isAssignmentOperator(compiler, parent.operatorToken.kind) &&
    parent.operatorToken.kind !== compiler.SyntaxKind.EqualsToken
  );
}

function isDeclaration(compiler: TypeScript, node: ts.Identifier): boolean {
  const { parent } = node;
  const named =
    compiler.isVariableDeclaration(parent) ||
    compiler.isParameter(parent) ||
    compiler.isBindingElement(parent) ||
    compiler.isFunctionDeclaration(parent) ||
    compiler.isClassDeclaration(parent);
  return named && parent.name === node;
}

/** `file` of `const text = file.text` and of `const { text } = file`. */
function findOwner(compiler: TypeScript, { parent }: ts.Identifier): string | undefined {
  const declaration = compiler.isBindingElement(parent)
    ? compiler.walkUpBindingElementsAndPatterns(parent)
    : parent;
  if (!compiler.isVariableDeclaration(declaration)) return undefined;
  const owner = findRoot(compiler, declaration.initializer);
  const isPart = owner !== declaration.initializer || declaration !== parent;
  return isPart && owner !== undefined && compiler.isIdentifier(owner) ? owner.text : undefined;
}

function findRoot(compiler: TypeScript, value: ts.Node | undefined): ts.Node | undefined {
  let root = value;
  while (
    root !== undefined &&
    (compiler.isPropertyAccessExpression(root) || compiler.isElementAccessExpression(root))
  )
    root = root.expression;
  return root;
}

/** The block of `let total = 0;`. */
function findStartBlock(compiler: TypeScript, parent: ts.Node): number | undefined {
  if (!compiler.isVariableDeclaration(parent) || parent.initializer === undefined) return undefined;
  return isConstant(compiler, parent.initializer) ? parent.parent.parent.parent.pos : undefined;
}

/** `let total;` */
function isBareDeclaration(compiler: TypeScript, parent: ts.Node): boolean {
  return (
    compiler.isVariableDeclaration(parent) &&
    parent.initializer === undefined &&
    !compiler.isForInStatement(parent.parent.parent) &&
    !compiler.isForOfStatement(parent.parent.parent)
  );
}

/** The function whose local a declaration makes; a function declaration belongs to the one around it. */
function findFunction(compiler: TypeScript, declaration: ts.Node): ts.Node {
  let node = compiler.isFunctionDeclaration(declaration) ? declaration.parent : declaration;
  while (!compiler.isFunctionLike(node) && !compiler.isSourceFile(node)) node = node.parent;
  return node;
}
