// How a file is written: line endings, indentation, semicolons, and how modern its syntax is.
import type ts from 'typescript';
import type { TypeScript } from '../../javascript/load-typescript.js';
import { readBraceHabit } from './brace-habit.js';
import type { BraceHabit } from './brace-habit.js';
import { readFunctionHabit } from './function-habit.js';
import type { FunctionHabit } from './function-habit.js';
import { keepsParameters } from './parameter-habit.js';
import { isTypeScriptFile } from './syntax.js';

export interface FileStyle {
  readonly newline: '\n' | '\r\n';
  /** One step of indentation. */
  readonly indent: string;
  readonly semicolon: '' | ';';
  readonly quote: '"' | "'";
  /** Only `var` and `function`: nothing newer may be added. */
  readonly es5: boolean;
  readonly typescript: boolean;
  /** Whether `const` is used at all. */
  readonly constants: boolean;
  /** Whether a space stands between the name of a function and its parameters. */
  readonly spacedParameters: boolean;
  /** Whether `if (x) return;` stands on one line without braces somewhere. */
  readonly bareIf: boolean;
  /** Whether most functions say what they return. */
  readonly annotatesReturns: boolean;
  readonly functions: FunctionHabit;
  readonly braces: BraceHabit;
  /** Whether functions leave their parameters as they were given. */
  readonly keepsParameters: boolean;
  /** How long a line may get. */
  readonly width: number;
  /** Whether a comma stands behind the last of several lines in parentheses. */
  readonly trailingComma: boolean;
  /** Whether an empty line stands before a `return` that follows a statement of several lines. */
  readonly padsReturn: boolean;
}

const styles = new WeakMap<ts.SourceFile, FileStyle>();

export function readStyle(compiler: TypeScript, file: ts.SourceFile): FileStyle {
  const known = styles.get(file);
  if (known !== undefined) return known;
  const { text } = file;
  const counts = countSyntax(compiler, file);
  const typescript = isTypeScriptFile(file);
  const style: FileStyle = {
    newline: readNewline(text),
    indent: readIndent(text),
    semicolon: counts.bare > counts.ended ? '' : ';',
    quote: (text.match(/"/g) ?? []).length > (text.match(/'/g) ?? []).length ? '"' : "'",
    es5: !typescript && counts.modern === 0 && counts.old > 0,
    typescript,
    constants: counts.constants > 0,
    spacedParameters: counts.spaced > counts.tight,
    bareIf: counts.bareIfs > 0,
    annotatesReturns: counts.annotated > counts.inferred,
    functions: readFunctionHabit(compiler, file),
    braces: readBraceHabit(compiler, file),
    keepsParameters: keepsParameters(compiler, file),
    width: readWidth(text),
    padsReturn: padsReturn(text),
    trailingComma: (typescript ? /,\r?\n\s*[)\]}]/ : /,\r?\n\s*\)/).test(text),
  };
  styles.set(file, style);
  return style;
}

function readNewline(text: string): '\n' | '\r\n' {
  const windows = text.split('\r\n').length - 1;
  const all = text.split('\n').length - 1;
  return windows * 2 > all ? '\r\n' : '\n';
}

/** Lines beyond what anybody sets as a limit are exceptions; comments and long strings are not broken. */
function readWidth(text: string): number {
  const lengths = text
    .split('\n')
    .filter((line) => !/^\s*(?:\/[/*]|\*)|(['"`]).{40,}\1/.test(line))
    .map((line) => line.trimEnd().length);
  return Math.max(80, ...lengths.filter((length) => length <= 120));
}

/** Mostly, and more than once. */
function padsReturn(text: string): boolean {
  const padded = (text.match(/^[^\S\n]*\}[;)]*\r?\n\r?\n[^\S\n]*return\b/gm) ?? []).length;
  const tight = (text.match(/^[^\S\n]*\}[;)]*\r?\n[^\S\n]*return\b/gm) ?? []).length;
  return padded > 1 && padded > tight;
}

function readIndent(text: string): string {
  if ((text.match(/^\t/gm) ?? []).length > (text.match(/^ {2}/gm) ?? []).length) return '\t';
  const steps = new Map<number, number>();
  let before = 0;
  for (const [, spaces = ''] of text.matchAll(/^( *)\S/gm)) {
    const step = spaces.length - before;
    if (step > 1) steps.set(step, (steps.get(step) ?? 0) + 1);
    before = spaces.length;
  }
  const [best] = [...steps].sort((a, b) => b[1] - a[1]);
  return ' '.repeat(best?.[0] ?? 2);
}

interface Counts {
  ended: number;
  bare: number;
  modern: number;
  constants: number;
  old: number;
  bareIfs: number;
  spaced: number;
  tight: number;
  annotated: number;
  inferred: number;
}

function countSyntax(compiler: TypeScript, file: ts.SourceFile): Counts {
  const counts: Counts = {
    ended: 0,
    bare: 0,
    modern: 0,
    constants: 0,
    old: 0,
    bareIfs: 0,
    spaced: 0,
    tight: 0,
    annotated: 0,
    inferred: 0,
  };
  const visit = (node: ts.Node): void => {
    if (endsWithSemicolon(compiler, node)) counts[file.text[node.end - 1] === ';' ? 'ended' : 'bare'] += 1;
    if (isModern(compiler, node)) counts.modern += 1;
    if (compiler.isVariableDeclarationList(node)) countLists(compiler, counts, node);
    if (compiler.isIfStatement(node) && !compiler.isBlock(node.thenStatement)) counts.bareIfs += 1;
    if (compiler.isFunctionDeclaration(node) || compiler.isMethodDeclaration(node))
      countFunction(counts, node, file);
    compiler.forEachChild(node, visit);
  };
  visit(file);
  return counts;
}

function countLists(compiler: TypeScript, counts: Counts, { flags }: ts.VariableDeclarationList): void {
  const { NodeFlags } = compiler;
  if ((flags & NodeFlags.BlockScoped) === 0) counts.old += 1;
  if ((flags & NodeFlags.Const) !== 0) counts.constants += 1;
}

function countFunction(
  counts: Counts,
  { name, type }: ts.FunctionDeclaration | ts.MethodDeclaration,
  { text }: ts.SourceFile,
): void {
  counts[type === undefined ? 'inferred' : 'annotated'] += 1;
  counts[text[name?.end ?? 0] === ' ' ? 'spaced' : 'tight'] += 1;
}

function endsWithSemicolon(compiler: TypeScript, node: ts.Node): boolean {
  return (
    compiler.isExpressionStatement(node) ||
    compiler.isVariableStatement(node) ||
    compiler.isReturnStatement(node) ||
    compiler.isImportDeclaration(node)
  );
}

function isModern(compiler: TypeScript, node: ts.Node): boolean {
  if (compiler.isVariableDeclarationList(node)) return (node.flags & compiler.NodeFlags.BlockScoped) !== 0;
  const { SyntaxKind } = compiler;
  return [
    SyntaxKind.ArrowFunction,
    SyntaxKind.ClassDeclaration,
    SyntaxKind.ClassExpression,
    SyntaxKind.NoSubstitutionTemplateLiteral,
    SyntaxKind.TemplateExpression,
    SyntaxKind.ForOfStatement,
    SyntaxKind.BindingElement,
    SyntaxKind.ShorthandPropertyAssignment,
    SyntaxKind.SpreadElement,
    SyntaxKind.AwaitExpression,
  ].includes(node.kind);
}
