// Moves whole statements of a function into a function of their own.
//
// The language service has an Extract Symbol of its own. It is not used: it takes a return in a loop for unconditional, overlooks `this`,
// `await` and `arguments`, copies variables that closures share, and loses writes when something throws. The text moves as it is.
import type ts from 'typescript';
import type { TextChange } from '../../../schema/index.js';
import type { TypeScript } from '../../javascript/load-typescript.js';
import type { Refusal, Transformed } from '../../refactoring.js';
import type { TransformInput } from '../transform-input.js';
import { assembleCall } from './assemble-call.js';
import { assembleFunction } from './assemble-function.js';
import { readExits } from './exits.js';
import { checkName } from './file-names.js';
import { removeUnused } from './unused-declarations.js';
import { takeGrowth } from './growth.js';
import { findMovedRange } from './moved-text.js';
import { planFunction } from './plan-function.js';
import type { FunctionPlan, StatementPlan } from './plan.js';
import { chooseProtocol } from './protocol.js';
import { refuse } from './refusal.js';
import { openRegion } from './region.js';
import { takeStarts } from './starts.js';
import { findStatements } from './statement-range.js';
import type { TextRange } from './statement-range.js';
import { readTies } from './ties.js';
import { isDirective } from './syntax.js';

export function extractStatements(input: TransformInput, range: TextRange, name: string): Transformed {
  const { ts: compiler, file, target } = input;
  const found = findStatements(compiler, file, target, range);
  if (!found.ok) return found;
  const plan = planExtraction(input, leaveLastJump(compiler, found.statements), name);
  return 'ok' in plan ? plan : writeExtraction(plan);
}

/** A jump at the very end, as that of a case, can stay where it is. */
function leaveLastJump(compiler: TypeScript, statements: readonly ts.Statement[]): readonly ts.Statement[] {
  const last = statements.at(-1);
  if (last === undefined || statements.length === 1) return statements;
  const bare = compiler.isReturnStatement(last) && last.expression === undefined;
  return bare || compiler.isBreakOrContinueStatement(last) ? statements.slice(0, -1) : statements;
}

function planExtraction(
  input: TransformInput,
  statements: readonly ts.Statement[],
  name: string,
): StatementPlan | Refusal {
  const { ts: compiler, file } = input;
  const [first, last] = [statements[0], statements.at(-1)];
  const region = first === undefined || last === undefined ? undefined : openRegion(input, first, last);
  if (region === undefined) return refuse('unsupported', 'The range is not in the body of a function.');
  const problem = checkName(compiler, file, name) ?? checkStatements(compiler, statements);
  if (problem !== undefined) return problem;
  const plan = planFunction(region, statements, name);
  return 'ok' in plan ? plan : planExits(plan);
}

function planExits(plan: FunctionPlan): StatementPlan | Refusal {
  const exits = readExits(plan.region);
  if (!exits.ok) return exits;
  const protocol = chooseProtocol(plan, exits);
  return 'ok' in protocol
    ? protocol
    : takeGrowth(takeStarts({ ...plan, exits, protocol, starts: [], growths: [] }));
}

function checkStatements(compiler: TypeScript, statements: readonly ts.Statement[]): Refusal | undefined {
  if (statements.some((statement) => isDirective(compiler, statement))) {
    return refuse('unsupported', 'The range holds a directive of the function.');
  }
  if (statements.some((statement) => isUsing(compiler, statement))) {
    return refuse('unsupported', 'The range declares a resource that is released at the end of the block.');
  }
  return undefined;
}

function isUsing(compiler: TypeScript, node: ts.Statement): boolean {
  return compiler.isVariableStatement(node) && (node.declarationList.flags & compiler.NodeFlags.Using) !== 0;
}

function writeExtraction(plan: StatementPlan): Transformed {
  const { region, name } = plan;
  const { compiler, file } = region;
  const moved = findMovedRange(compiler, file, region.first, region.last);
  const created = assembleFunction(plan, moved);
  if (!created.ok) return created;
  const call: TextChange = { ...moved, text: assembleCall(plan, moved) };
  const lines = file.text.slice(moved.start, moved.end).split('\n').length;
  const what = lines === 1 ? '1 line' : `${lines} lines`;
  return {
    ok: true,
    changes: [call, ...created.changes, ...removeUnused(plan)],
    created: [name],
    summary: `moved ${what} into ${name}`,
    ties: readTies(plan),
  };
}
