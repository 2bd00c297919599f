// Puts the new function together from what was decided.
import type { TextChange } from '../../../schema/index.js';
import type { Refusal } from '../../refactoring.js';
import { renderFunction } from './function-text.js';
import { findStatementEnd, readIndentAt, renderMoved } from './moved-text.js';
import type { FunctionPlan, StatementPlan } from './plan.js';
import { rewriteExits } from './rewrite-exits.js';
import { readSignature } from './signature.js';
import type { Signature } from './signature.js';
import { readStyle } from './style.js';
import type { FileStyle } from './style.js';
import type { TextRange } from './statement-range.js';
import type { Variable } from './variable.js';

export type Assembled = { readonly ok: true; readonly change: TextChange } | Refusal;

export function assembleFunction(plan: StatementPlan, moved: TextRange): Assembled {
  const { region, flow, placement } = plan;
  const { compiler, file } = region;
  const style = readStyle(compiler, file);
  const indent = readIndentAt(file, placement.after.getStart(file));
  const inner = indent + style.indent;
  const signature = readSignature(plan, [...flow.inputs, ...placement.inputs]);
  if (!signature.ok) return signature;
  const { changes, ending, locals } = rewriteExits(plan, style);
  const code = renderMoved(compiler, file, moved, changes, inner);
  const lines = [...signature.prologue, ...renderLocals(locals, style), code, ...ending];
  const body = lines.map((line) => inner + line);
  return { ok: true, change: insertFunction(plan, signature, body) };
}

/** The change that adds a function with this body, which is indented already. */
export function insertFunction(
  plan: FunctionPlan,
  signature: Signature,
  body: readonly string[],
): TextChange {
  const { compiler, file } = plan.region;
  const { after } = plan.placement;
  const style = readStyle(compiler, file);
  const text = renderFunction({
    style,
    indent: readIndentAt(file, after.getStart(file)),
    ...signature,
    body,
  });
  const at = findStatementEnd(compiler, file, after);
  return { start: at, end: at, text: style.newline.repeat(2) + text };
}

function renderLocals(locals: readonly Variable[], style: FileStyle): string[] {
  if (locals.length === 0) return [];
  const keyword = style.es5 ? 'var' : 'let';
  return [`${keyword} ${locals.map(({ name }) => name).join(', ')}${style.semicolon}`];
}
