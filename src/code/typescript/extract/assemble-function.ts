// Puts the new function together from what was decided.
import type ts from 'typescript';
import type { TextChange } from '../../../schema/index.js';
import type { TypeScript } from '../../javascript/load-typescript.js';
import type { Refusal } from '../../refactoring.js';
import { makeConstant } from './constants.js';
import { declareLocals } from './declare-locals.js';
import { renderFunction } from './function-text.js';
import { renderGrowths } from './growth.js';
import { findLeadComment } from './lead-comment.js';
import { findMovedRange, findPlaceBehind, readIndentAt, renderMoved } from './moved-text.js';
import { copyChanged } from './own-variables.js';
import type { FunctionPlan, StatementPlan } from './plan.js';
import { describeReturn } from './return-type.js';
import { rewriteExits } from './rewrite-exits.js';
import { readSignature } from './signature.js';
import type { Signature } from './signature.js';
import type { FunctionHabit } from './function-habit.js';
import { renderStarts } from './starts.js';
import { readStyle } from './style.js';
import type { FileStyle } from './style.js';
import { isDirective } from './syntax.js';
import type { TextRange } from './statement-range.js';

export type Assembled = { readonly ok: true; readonly changes: readonly TextChange[] } | Refusal;

export function assembleFunction(plan: StatementPlan, moved: TextRange): Assembled {
  const { region, placement } = plan;
  const { compiler, file } = region;
  const style = readStyle(compiler, file);
  const indent = readIndentAt(file, placement.beside.getStart(file));
  const inner = indent + style.indent;
  const returned = describeReturn(plan);
  const exits = rewriteExits(plan, style, returned !== undefined);
  const own = copyChanged(plan, exits.returned);
  const signature = readSignature({ ...plan, inputs: own.inputs }, returned);
  if (!signature.ok) return signature;
  const locals = declareLocals(
    plan,
    plan.flow.locals.filter((variable) => variable !== exits.returned),
  );
  const lead = signature.comment.length > 0 ? undefined : findLeadComment(plan, moved);
  const comment = lead === undefined ? signature.comment : renderLead(plan, lead);
  const rest = lead === undefined ? moved : { start: region.first.getStart(file), end: moved.end };
  const constants = makeConstant(plan, exits.returned);
  const changes = [...exits.changes, ...locals.changes, ...constants.inside];
  const code = renderMoved(compiler, file, rest, { indent: inner, changes, outdents: exits.outdents });
  const starts = renderStarts(plan, exits.returned);
  const ending = exits.ending.flatMap((line) => line.split('\n'));
  const before = [
    ...signature.prologue,
    ...starts,
    ...renderGrowths(plan, exits.returned),
    ...own.lines,
    ...locals.lines,
  ];
  const lines = joinParts(style, before, code, ending);
  const body = lines.map((line) => (line === '' ? '' : inner + line));
  return {
    ok: true,
    changes: [
      insertFunction(plan, { ...signature, comment }, body),
      ...signature.imports,
      ...constants.outside,
    ],
  };
}

/** Without a semicolon the first line must not continue the one before it. */
function needsGuard({ semicolon }: FileStyle, code: string): boolean {
  return semicolon === '' && /^(?:\s|\/\/[^\n]*\n|\/\*[\s\S]*?\*\/)*(?:[([`+-]|\/(?![/*]))/.test(code);
}

function joinParts(
  style: FileStyle,
  before: readonly string[],
  code: string,
  ending: readonly string[],
): string[] {
  const guard = before.length > 0 && needsGuard(style, code) ? ';' : '';
  const gap = before.length > 0 && isApart(style, code) ? [''] : [];
  const padding = ending.length > 0 && needsPadding(style, code) ? [''] : [];
  return [...before, ...gap, guard + code, ...padding, ...ending];
}

/** Declarations above the moved code are not what its first comment is about. */
function isApart({ padsDeclarations }: FileStyle, code: string): boolean {
  return /^\/[/*]/.test(code) || (padsDeclarations && !/^(?:var|let|const)\b/.test(code));
}

function needsPadding({ padsReturn, padsEveryReturn }: FileStyle, code: string): boolean {
  return padsEveryReturn || (padsReturn && /\}[;)]*$/.test(code));
}

function renderLead({ region: { compiler, file } }: StatementPlan, lead: TextRange): string[] {
  return renderMoved(compiler, file, lead, { indent: '' }).split(/\r?\n/);
}

/** The change that adds a function with this body, which is indented already. */
export function insertFunction(
  plan: FunctionPlan,
  signature: Signature,
  body: readonly string[],
): TextChange {
  const { compiler, file } = plan.region;
  const { beside } = plan.placement;
  const style = readStyle(compiler, file);
  const indent = readIndentAt(file, beside.getStart(file));
  const above =
    standsAbove(style) && plan.receiver.kind !== 'method' && !mustStayFirst(compiler, file, beside);
  const form = above ? chooseForm(plan, style) : 'declaration';
  const text = renderFunction({ style, indent, ...signature, form, name: plan.name, body });
  const gap = style.newline.repeat(2);
  if (above) {
    const at = findTop(compiler, file, beside);
    const start = findMargin(file.text, at);
    const lead = needsGap(file.text.slice(Math.max(0, start - 500), start)) ? style.newline : '';
    const [before, after] = start === at ? ['', indent] : [indent, ''];
    return { start, end: start, text: lead + before + text.trimStart() + gap + after };
  }
  // Beside what moves means behind all of it.
  const at = findPlaceBehind(compiler, file, plan.region.has(beside) ? plan.region.last : beside);
  const crowded = /^[^\S\n]*\r?\n[^\S\n]*[^\s})]/.test(file.text.slice(at, at + 500));
  return { start: at, end: at, text: gap + text + (crowded ? style.newline : '') };
}

/** With the comments that belong to it; one of `/** … *\/` does even above an empty line. */
function findTop(compiler: TypeScript, file: ts.SourceFile, node: ts.Node): number {
  const { start } = findMovedRange(compiler, file, node, node);
  const above = (compiler.getLeadingCommentRanges(file.text, node.pos) ?? []).filter(
    ({ end }) => end <= start,
  );
  const last = above.at(-1);
  if (last === undefined || !file.text.startsWith('/**', last.pos)) return start;
  const gap = file.text.slice(last.end, start).replaceAll('\r', '');
  // What opens the file, or what stands apart, is about more than this one function.
  return /^[^\S\n]*\n[^\S\n]*\n[^\S\n]*$/.test(gap) && last.pos > 0 ? last.pos : start;
}

/** The start of the line, where nothing but its indentation stands before `at`. */
function findMargin(text: string, at: number): number {
  const start = text.lastIndexOf('\n', at - 1) + 1;
  return text.slice(start, at).trim() === '' ? start : at;
}

/** Right below other code, at the margin. */
function needsGap(before: string): boolean {
  return /[^\s{][^\S\n]*\n$/.test(before);
}

/** Without a habit, above is where no rule of a project complains; TypeScript people read from top to bottom. */
function standsAbove({ functions, typescript }: FileStyle): boolean {
  return functions.helpersFirst || (!functions.helpersLast && !typescript);
}

/** One that is not hoisted must be there before anybody can call the function it comes from. */
function chooseForm({ placement, uses, receiver }: FunctionPlan, style: FileStyle): FunctionHabit['form'] {
  const { form } = style.functions;
  if (placement.beside.parent.kind !== placement.beside.getSourceFile().kind) return 'declaration';
  const needsOwn = receiver.kind === 'call' || uses.arguments;
  return form === 'arrow' && needsOwn ? 'expression' : form;
}

/** What stands above the first statement may be about the whole file; overloads must stay together. */
function mustStayFirst(compiler: TypeScript, file: ts.SourceFile, node: ts.Node): boolean {
  if (file.statements.find((statement) => !isDirective(compiler, statement)) === node) return true;
  const before = file.statements[file.statements.findIndex((statement) => statement === node) - 1];
  return before !== undefined && compiler.isFunctionDeclaration(before) && before.body === undefined;
}
