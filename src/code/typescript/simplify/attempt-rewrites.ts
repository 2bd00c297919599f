// Everything that could be done at one place.
import type ts from 'typescript';
import { assignCondition, returnCondition, simplifyChoice } from './boolean-result.js';
import { dropElse, invertBranches } from './branches.js';
import { dispatchChain, dispatchSwitch } from './dispatch-table.js';
import { spreadChoice } from './early-returns.js';
import { findOnly } from './flow.js';
import { writeGuardClause } from './guard-clause.js';
import { tabulateChoice } from './lookup-choice.js';
import { tabulateChain, tabulateSwitch } from './lookup-table.js';
import { testMembership } from './membership.js';
import { mergeBranches, mergeElse, mergeGuards, mergeNested } from './merge.js';
import { pullOut } from './pull-out.js';
import type { Attempt, Rewriter } from './rewrite.js';
import type { Site } from './site.js';
import type { Source } from './source.js';

type Made = NonNullable<Attempt>;

/** Of two that are equally good the first is preferred. */
const IF_REWRITERS: readonly Rewriter<ts.IfStatement>[] = [
  returnCondition,
  assignCondition,
  mergeNested,
  mergeElse,
  mergeGuards,
  mergeBranches,
  dropElse,
  invertBranches,
  writeGuardClause,
  pullOut,
  (source, node) => testMembership(source, node.expression),
  tabulateChain,
  dispatchChain,
];

const SWITCH_REWRITERS: readonly Rewriter<ts.SwitchStatement>[] = [tabulateSwitch, dispatchSwitch];

const CHOICE_REWRITERS: readonly Rewriter<ts.ConditionalExpression>[] = [
  simplifyChoice,
  tabulateChoice,
  spreadChoice,
  (source, node) => testMembership(source, node.condition),
];

export function attemptRewrites(source: Source, site: Site): Made[] {
  const { ts: compiler } = source;
  if (compiler.isIfStatement(site)) return run(source, IF_REWRITERS, site);
  if (compiler.isSwitchStatement(site)) return run(source, SWITCH_REWRITERS, site);
  if (compiler.isConditionalExpression(site)) return run(source, CHOICE_REWRITERS, site);
  return attemptLoop(source, site);
}

function run<T extends ts.Node>(source: Source, rewriters: readonly Rewriter<T>[], node: T): Made[] {
  return rewriters.map((rewriter) => rewriter(source, node)).filter((attempt) => attempt !== undefined);
}

/** A loop around a single `if`, and what its own condition compares. */
function attemptLoop(source: Source, site: ts.IterationStatement): Made[] {
  const { ts: compiler } = source;
  const only = findOnly(source, site.statement);
  const inner = only !== undefined && compiler.isIfStatement(only) ? run(source, IF_REWRITERS, only) : [];
  const condition = readLoopCondition(source, site);
  const own = condition === undefined ? undefined : testMembership(source, condition);
  return own === undefined ? inner : [...inner, own];
}

function readLoopCondition({ ts: compiler }: Source, site: ts.IterationStatement): ts.Expression | undefined {
  if (compiler.isForStatement(site)) return site.condition;
  return compiler.isWhileStatement(site) || compiler.isDoStatement(site) ? site.expression : undefined;
}
