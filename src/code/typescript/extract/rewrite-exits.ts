// Turns the ways out of the moved code into returns of the new function.
import type ts from 'typescript';
import type { TextChange } from '../../../schema/index.js';
import { endWithCondition } from './boolean-ending.js';
import { renderBraces } from './brace-habit.js';
import { quote, renderTag } from './call-text.js';
import type { Jump } from './exits.js';
import type { StatementPlan } from './plan.js';
import { getValue } from './protocol.js';
import type { RecordProtocol, Way } from './protocol.js';
import type { Outdent } from './moved-text.js';
import type { Region } from './region.js';
import { returnStores } from './return-stores.js';
import { renderRest } from './starts.js';
import type { FileStyle } from './style.js';
import type { Variable } from './variable.js';

interface ExitStyle extends FileStyle {
  /** Marks in records must be kept from widening. */
  readonly literal: boolean;
}

export interface RewrittenExits {
  readonly changes: readonly TextChange[];
  /** Lines at the end of the new function. */
  readonly ending: readonly string[];
  /** The output that is returned instead of being set. */
  readonly returned: Variable | undefined;
  /** Parts that lose a level of nesting. */
  readonly outdents: readonly Outdent[];
}

/** `typed` says that the return type is written down. */
export function rewriteExits(plan: StatementPlan, fileStyle: FileStyle, typed: boolean): RewrittenExits {
  const style: ExitStyle = { ...fileStyle, literal: fileStyle.typescript && !typed };
  const { exits, region } = plan;
  const stored = returnStores(plan);
  if (stored !== undefined) {
    const { changes, outdents, variable, complete } = stored;
    const ending = complete ? [] : [`return ${renderRest(plan, variable)}${style.semicolon}`];
    return { changes, ending, returned: variable, outdents };
  }
  const completion = renderCompletion(plan, style);
  // In the midst of other code it stays on its line.
  const flat = renderCompletion(plan, keepFlat(style));
  const answer = endWithCondition(plan, style);
  const changes = [
    ...(answer?.changes ?? []),
    ...exits.completing.flatMap((jump) => replaceJump(region.file, jump, flat)),
    ...listWays(plan).flatMap((way) =>
      way.group.jumps.flatMap((jump) =>
        jump === answer?.jump ? [] : rewriteJump(plan, way, jump, keepFlat(style)),
      ),
    ),
  ];
  const ending =
    exits.falls && completion !== undefined && answer === undefined
      ? [`return ${completion}${style.semicolon}`]
      : [];
  return { changes, ending, returned: undefined, outdents: [] };
}

function keepFlat(style: ExitStyle): ExitStyle {
  return { ...style, braces: { ...style.braces, isTall: false } };
}

function listWays({ exits, protocol }: StatementPlan): readonly Way[] {
  if (protocol.kind === 'signal' || protocol.kind === 'record') return protocol.ways;
  return exits.special.map((group) => ({ group, leave: '' }));
}

/** What the new function returns when the caller is just to go on. */
function renderCompletion({ protocol, flow }: StatementPlan, style: ExitStyle): string | undefined {
  switch (protocol.kind) {
    case 'tail':
      return undefined;
    case 'flag':
      return String(!protocol.leaves);
    case 'value':
    case 'signal':
      return 'undefined';
    case 'record':
      return renderRecord(
        [renderMark(style, protocol, undefined), ...listProperties(flow.outputs, style)],
        style,
      );
    case 'plain': {
      const [only, second] = flow.outputs;
      if (only === undefined) return undefined;
      return second === undefined ? only.name : renderRecord(listProperties(flow.outputs, style), style);
    }
  }
}

/** Where types are inferred the mark keeps its literal type, so that the caller knows what else is in the record. */
function renderMark(style: ExitStyle, protocol: RecordProtocol, way: Way | undefined): string {
  return renderTag(style, protocol, way, ': ') + (style.literal ? ' as const' : '');
}

function listProperties(variables: readonly Variable[], style: FileStyle): string[] {
  return variables.map(({ name }) => (style.es5 ? `${name}: ${name}` : name));
}

function renderRecord(properties: readonly string[], { braces, indent }: FileStyle): string {
  // In the order of the alphabet, which some projects demand and nobody minds.
  return renderBraces(braces, [...properties].sort(), indent);
}

/** Turns a jump into a return; whatever stands behind its keyword and label stays. */
function replaceJump(file: ts.SourceFile, jump: Jump, value: string | undefined): TextChange[] {
  const start = jump.getStart(file);
  const keyword = /^\w+/.exec(file.text.slice(start))?.[0] ?? '';
  const end = 'label' in jump && jump.label !== undefined ? jump.label.end : start + keyword.length;
  return [{ start, end, text: value === undefined ? 'return' : `return ${value}` }];
}

function rewriteJump(plan: StatementPlan, way: Way, jump: Jump, style: ExitStyle): TextChange[] {
  const { protocol, region } = plan;
  const { file } = region;
  const value = getValue(region, jump);
  switch (protocol.kind) {
    case 'flag':
      return value === undefined
        ? replaceJump(file, jump, String(protocol.leaves))
        : [{ start: value.getStart(file), end: value.end, text: String(protocol.leaves) }];
    case 'signal':
      return replaceJump(file, jump, quote(style, way.leave));
    case 'record':
      return value === undefined
        ? replaceJump(file, jump, renderRecord(listWithout(protocol, way, style), style))
        : wrapValue(region, value, renderMark(style, protocol, way), style.braces.gap);
    default:
      return [];
  }
}

/** The parts of a record for a jump that has no value. */
function listWithout(protocol: RecordProtocol, way: Way, style: ExitStyle): string[] {
  const rest = way.group.kind === 'value' ? ['value: undefined'] : listProperties(protocol.early, style);
  return [renderMark(style, protocol, way), ...rest];
}

function wrapValue(
  { compiler, file }: Region,
  value: ts.Expression,
  mark: string,
  gap: string,
): TextChange[] {
  const list =
    compiler.isBinaryExpression(value) && value.operatorToken.kind === compiler.SyntaxKind.CommaToken;
  const [open, close] = list ? ['(', ')'] : ['', ''];
  const start = value.getStart(file);
  return [
    { start, end: start, text: `{${gap}${mark}, value: ${open}` },
    { start: value.end, end: value.end, text: `${close}${gap}}` },
  ];
}
