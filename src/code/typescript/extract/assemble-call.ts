// Puts the call together from what was decided.
import { renderCall } from './call-text.js';
import type { CallOutput } from './call-text.js';
import { renderJump } from './exits.js';
import { chooseFreeName } from './file-names.js';
import { renderList } from './function-text.js';
import { readIndentAt } from './moved-text.js';
import type { FunctionPlan, StatementPlan } from './plan.js';
import type { Protocol } from './protocol.js';
import { isDeclaredInside } from './region.js';
import { countColumns } from './layout-habit.js';
import { readStyle } from './style.js';
import type { FileStyle } from './style.js';
import type { TextRange } from './statement-range.js';
import { findReplaced } from './unused-declarations.js';
import { getAnnotationText } from './variable-types.js';
import type { Variable } from './variable.js';

const HOLDERS: Readonly<Record<Protocol['kind'], readonly string[]>> = {
  plain: ['result', 'values'],
  tail: [],
  flag: [],
  value: ['result', 'early'],
  signal: ['next', 'exit'],
  record: ['outcome', 'result'],
};

export function assembleCall(plan: StatementPlan, moved: TextRange): string {
  const { region, name, protocol, exits, flow } = plan;
  const { compiler, file } = region;
  const style = readStyle(compiler, file);
  const site = {
    style,
    protocol,
    outputs: flow.outputs.map((variable) => toOutput(plan, variable, style)),
    stranded: flow.stranded,
    afterwards: exits.afterwards === undefined ? undefined : renderJump(exits.afterwards),
    holder: chooseFreeName(compiler, file, HOLDERS[protocol.kind], [name]),
  };
  const tail = protocol.kind === 'tail';
  const flat = renderCall({ ...site, call: renderInvocation(plan, tail) });
  const room = style.width - countColumns(readIndentAt(file, moved.start), style);
  const isLong = flat.some((statement) =>
    statement.split('\n').some((line) => countColumns(line, style) > room),
  );
  const statements = isLong ? renderCall({ ...site, call: breakCall(plan, tail, style) }) : flat;
  return layOut(plan, statements, style, moved);
}

/** With every argument on a line of its own. */
function breakCall(plan: StatementPlan, tail: boolean, style: FileStyle): string {
  const call = renderInvocation({ ...plan, inputs: [] }, tail);
  const values = [...(plan.receiver.kind === 'call' ? ['this'] : []), ...plan.inputs.map(({ name }) => name)];
  if (values.length < 2) return renderInvocation(plan, tail);
  const opening = call.slice(0, call.lastIndexOf('(') + 1);
  return renderList({ opening, items: values, closing: ')' }, { ...style, width: 0 }, '').join('\n');
}

/** `tail` says that what the call gives is returned at once. */
export function renderInvocation(plan: FunctionPlan, tail = false): string {
  const { name, receiver, uses } = plan;
  const values = plan.inputs.map((variable) => variable.name);
  const wait = uses.awaits && (!tail || isInTry(plan)) ? 'await ' : '';
  if (receiver.kind === 'method') return `${wait}this.${receiver.mark}${name}(${values.join(', ')})`;
  if (receiver.kind === 'call') return `${wait}${name}.call(${['this', ...values].join(', ')})`;
  return `${wait}${name}(${values.join(', ')})`;
}

/** There a rejected promise must be awaited, or its `catch` would not see it. */
function isInTry({ region }: FunctionPlan): boolean {
  const { compiler, first, owner } = region;
  for (let at = first.parent; at !== owner; at = at.parent) if (compiler.isTryStatement(at)) return true;
  return false;
}

function toOutput(plan: StatementPlan, variable: Variable, style: FileStyle): CallOutput {
  const { region, growths } = plan;
  const grows = growths.some((growth) => growth.variable === variable);
  const delayed = findReplaced(plan, variable)?.name;
  if (!isDeclaredInside(region, variable) && delayed === undefined)
    return { variable, declare: undefined, annotation: '', grows };
  if (variable.kind === 'var') {
    const declaredElsewhere = variable.declarations.some((name) => !region.has(name) && name !== delayed);
    return { variable, declare: declaredElsewhere ? undefined : 'var', annotation: '', grows };
  }
  const changes = variable.references.some(
    ({ node, writes }) => writes && !region.has(node) && node !== delayed,
  );
  if (!changes) return { variable, declare: 'const', annotation: '', grows };
  const annotation = style.typescript ? getAnnotationText(region, variable) : undefined;
  return { variable, declare: 'let', annotation: annotation === undefined ? '' : `: ${annotation}`, grows };
}

/** A statement that stood alone behind `if` or `else` may have become several. */
function layOut(
  plan: StatementPlan,
  statements: readonly string[],
  style: FileStyle,
  moved: TextRange,
): string {
  const { compiler, file, first } = plan.region;
  const base = readIndentAt(file, moved.start);
  const alone = !compiler.isBlock(first.parent) && !compiler.isCaseOrDefaultClause(first.parent);
  const declares = statements.length > 1 || /^(?:const|let|var) /.test(statements[0] ?? '');
  const braces = alone && declares;
  const indent = braces ? base + style.indent : base;
  const lines = statements.flatMap((statement) => statement.split('\n'));
  const text = lines.join(style.newline + indent);
  if (braces) return `{${style.newline}${indent}${text}${style.newline}${base}}`;
  return needsGuard(file.text, moved.end, text) ? `${text};` : text;
}

/** Without a semicolon the next line must not continue this one. */
function needsGuard(text: string, end: number, call: string): boolean {
  if (/[;}]$/.test(call)) return false;
  const rest = text.slice(end).replace(/^(?:\s|\/\/[^\n]*\n|\/\*[\s\S]*?\*\/)+/, '');
  return /^[([`+\-/*.,]/.test(rest);
}
