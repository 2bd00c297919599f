// The text of a function at its new place, and of the calls that give it what it used to see.
import type ts from 'typescript';
import type { TextChange } from '../../../schema/index.js';
import type { Refusal } from '../../refactoring.js';
import { findMovedRange, renderMoved } from '../extract/moved-text.js';
import { refuse } from '../extract/refusal.js';
import { hasModifier } from '../extract/syntax.js';
import { findPlaceAbove, findPlaceAfter } from '../simplify/place.js';
import { commentsIn, startOf } from '../simplify/source.js';
import type { Source } from '../simplify/source.js';
import type { Captured } from './captured.js';
import { findCall, isInside } from './inner.js';
import type { Inner } from './inner.js';
import { losesStrictMode } from './obstacle.js';

export interface Move {
  readonly inner: Inner;
  readonly name: string;
  readonly captured: readonly Captured[];
}

/** Calls outside the function; those inside it move with it. */
export function changeCalls(source: Source, move: Move): TextChange[] {
  return move.inner.mentions
    .filter((mention) => !isInside(move.inner, mention))
    .flatMap((mention) => changeCall(source, move, mention));
}

function changeCall(source: Source, { name, captured }: Move, mention: ts.Identifier): TextChange[] {
  const call = findCall(source, mention);
  if (call === undefined) return [];
  const changes: TextChange[] = [];
  if (mention.text !== name) changes.push({ start: startOf(source, mention), end: mention.end, text: name });
  if (captured.length === 0) return changes;
  const from = call.typeArguments?.end ?? mention.end;
  const start = source.text.indexOf('(', from) + 1;
  const names = captured.map((each) => each.name).join(', ');
  changes.push({ start, end: start, text: call.arguments.length === 0 ? names : `${names}, ` });
  return changes;
}

/** The function beside the statement it was declared in, where the file has its helpers. */
export function writeHoisted(source: Source, move: Move): TextChange | Refusal {
  const { newline, functions } = source.style;
  const { helpersFirst } = functions;
  const { offset, indent } = helpersFirst ? findPlaceAbove(source) : findPlaceAfter(source);
  const text = source.ts.isFunctionDeclaration(move.inner.node)
    ? moveDeclaration(source, move, move.inner.node, indent)
    : moveValue(source, move, indent);
  if (typeof text !== 'string') return text;
  const gap = newline.repeat(2) + indent;
  return { start: offset, end: offset, text: helpersFirst ? text + gap : gap + text };
}

function listInside({ inner }: Move): ts.Identifier[] {
  return inner.mentions.filter((mention) => isInside(inner, mention));
}

function moveDeclaration(source: Source, move: Move, node: ts.FunctionDeclaration, indent: string): string {
  const { ts: compiler, file } = source;
  const calls = listInside(move).flatMap((mention) => changeCall(source, move, mention));
  const changes = [...changeHead(source, move, node), ...writeEnds(source, move, indent), ...calls];
  return renderMoved(compiler, file, findMovedRange(compiler, file, node, node), { changes, indent });
}

/** `const f = async (a) => …` becomes `async function f(a) …`. */
function moveValue(source: Source, move: Move, indent: string): string | Refusal {
  const { ts: compiler, file } = source;
  const { statement, body } = move.inner;
  const start = startOf(source, statement);
  const begin = startOf(source, body);
  const inside = listInside(move);
  if (inside.some((mention) => mention.pos < begin)) {
    return refuse('unsupported', 'A default value calls the function itself.');
  }
  const head = writeHead(source, move);
  const comments = commentsIn(source, start, begin).map((each) => source.text.slice(each.start, each.end));
  if (comments.some((comment) => !head.includes(comment))) {
    return refuse('comment_lost', 'A comment stands where the function begins.');
  }
  const calls = inside.flatMap((mention) => changeCall(source, move, mention));
  const moved = findMovedRange(compiler, file, statement, statement);
  const before = renderMoved(compiler, file, { start: moved.start, end: start }, { indent });
  const changes = [...writeEnds(source, move, indent), ...calls];
  return before + head + renderMoved(compiler, file, { start: begin, end: moved.end }, { changes, indent });
}

function changeHead(
  source: Source,
  { name, captured, inner }: Move,
  node: ts.FunctionDeclaration,
): TextChange[] {
  const changes: TextChange[] = [];
  if (node.name !== undefined && node.name.text !== name) {
    changes.push({ start: startOf(source, node.name), end: node.name.end, text: name });
  }
  if (captured.length === 0) return changes;
  const names = captured.map(({ parameter }) => parameter).join(', ');
  const start = inner.node.parameters.pos;
  changes.push({ start, end: start, text: node.parameters.length === 0 ? names : `${names}, ` });
  return changes;
}

function writeHead(source: Source, { name, captured, inner }: Move): string {
  const { ts: compiler, text } = source;
  const { node } = inner;
  const { parameters, typeParameters, type } = node;
  const isAsync = hasModifier(compiler, node, compiler.SyntaxKind.AsyncKeyword);
  const star = node.asteriskToken === undefined ? '' : '*';
  const generics =
    typeParameters === undefined ? '' : `<${text.slice(typeParameters.pos, typeParameters.end)}>`;
  const own = parameters.length === 0 ? [] : [text.slice(parameters.pos, parameters.end).trim()];
  const all = [...captured.map(({ parameter }) => parameter), ...own].join(', ');
  const returns = type === undefined ? '' : `: ${text.slice(startOf(source, type), type.end)}`;
  return `${isAsync ? 'async ' : ''}function${star} ${name}${generics}(${all})${returns} `;
}

/** Braces around an expression, the directive of strict mode, and no semicolon behind it all. */
function writeEnds(source: Source, { inner }: Move, indent: string): TextChange[] {
  const { ts: compiler, style } = source;
  const { node, body, statement } = inner;
  const deeper = style.newline + indent + style.indent;
  const directive = losesStrictMode(source, node)
    ? `${deeper}${style.quote}use strict${style.quote}${style.semicolon}`
    : '';
  const start = startOf(source, body);
  const tail = { start: body.end, end: statement.end };
  if (compiler.isBlock(body)) {
    const changes = directive === '' ? [] : [{ start: start + 1, end: start + 1, text: directive }];
    return tail.start === tail.end ? changes : [...changes, { ...tail, text: '' }];
  }
  const close = `${style.semicolon}${style.newline}${indent}}`;
  return [
    { start, end: start, text: `{${directive}${deeper}return ` },
    { ...tail, text: close },
  ];
}

/** The whole lines of the declaration, and one of the blank lines around it. */
export function removeInner(source: Source, { statement }: Inner): TextChange {
  const { ts: compiler, file, text } = source;
  const { start, end } = findMovedRange(compiler, file, statement, statement);
  const before = /(?:^|[\r\n])[ \t]*$/.exec(text.slice(0, start));
  const after = /^[ \t]*(?:\r\n|\n|\r)/.exec(text.slice(end));
  if (before === null || after === null) return { start, end, text: '' };
  const from = start - before[0].replace(/^[\r\n]/, '').length;
  const to = end + after[0].length;
  const blank = /^[ \t]*(?:\r\n|\n|\r)/.exec(text.slice(to));
  const followsBlank = /(?:\{|(?:\r\n|\n|\r)[ \t]*)(?:\r\n|\n|\r)$/.test(text.slice(0, from));
  return { start: from, end: blank !== null && followsBlank ? to + blank[0].length : to, text: '' };
}
