// The parts of a file that are not code: comments, and literals whose inside only looks like code.
import type ts from 'typescript';
import type { TypeScript } from '../../javascript/load-typescript.js';

export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface OpaqueSpan extends Span {
  readonly isComment: boolean;
}

export interface Lexis {
  readonly comments: readonly Span[];
  /** Comments and literals, in order. */
  readonly opaque: readonly OpaqueSpan[];
  /** Literals that go over several lines: their lines must not be moved. */
  readonly frozen: readonly Span[];
  /** Whether the file has `??` or `?.` already. */
  readonly recent: boolean;
}

const known = new WeakMap<ts.SourceFile, Lexis>();

export function readLexis(compiler: TypeScript, file: ts.SourceFile): Lexis {
  const lexis = known.get(file) ?? observe(compiler, file);
  known.set(file, lexis);
  return lexis;
}

function observe(compiler: TypeScript, file: ts.SourceFile): Lexis {
  const literals: Span[] = [];
  let recent = false;
  // An explicit stack, because long chains of operators nest deeper than the call stack.
  const pending: ts.Node[] = [file];
  const push = (child: ts.Node): void => void pending.push(child);
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (isLiteral(compiler, node)) literals.push({ start: node.getStart(file), end: node.end });
    recent ||= isRecent(compiler, node);
    compiler.forEachChild(node, push);
  }
  literals.sort((a, b) => a.start - b.start);
  const comments = findComments(file.text, literals);
  const opaque = [
    ...comments.map((span) => ({ ...span, isComment: true })),
    ...literals.map((span) => ({ ...span, isComment: false })),
  ];
  return {
    comments,
    opaque: opaque.sort((a, b) => a.start - b.start),
    frozen: literals.filter(({ start, end }) => /[\r\n]/.test(file.text.slice(start, end))),
    recent,
  };
}

function isLiteral(compiler: TypeScript, node: ts.Node): boolean {
  return (
    compiler.isStringLiteral(node) ||
    compiler.isRegularExpressionLiteral(node) ||
    compiler.isNoSubstitutionTemplateLiteral(node) ||
    compiler.isTemplateHead(node) ||
    compiler.isTemplateMiddleOrTemplateTail(node) ||
    compiler.isJsxText(node)
  );
}

function isRecent(compiler: TypeScript, { kind }: ts.Node): boolean {
  const { QuestionQuestionToken, QuestionDotToken } = compiler.SyntaxKind;
  return kind === QuestionQuestionToken || kind === QuestionDotToken;
}

function findComments(text: string, literals: readonly Span[]): Span[] {
  const comments: Span[] = [];
  let position = 0;
  for (const literal of [...literals, { start: text.length, end: text.length }]) {
    for (const match of text.slice(position, literal.start).matchAll(/\/\/[^\r\n]*|\/\*[\s\S]*?\*\//g)) {
      const start = position + match.index;
      comments.push({ start, end: start + match[0].length });
    }
    position = Math.max(position, literal.end);
  }
  return comments;
}
