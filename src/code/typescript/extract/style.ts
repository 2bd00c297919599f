// How a file is written: its layout, semicolons, and how modern its syntax is.
import type ts from 'typescript';
import type { TypeScript } from '../../javascript/load-typescript.js';
import { readBraceHabit } from './brace-habit.js';
import type { BraceHabit } from './brace-habit.js';
import { formatBraces, readLayout } from './layout-habit.js';
import type { LayoutHabit } from './layout-habit.js';
import { readFunctionHabit } from './function-habit.js';
import type { FunctionHabit } from './function-habit.js';
import { getFormat } from './project-format.js';
import { keepsParameters } from './parameter-habit.js';
import { isTypeScriptFile } from './syntax.js';

export interface FileStyle extends LayoutHabit {
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
  /** How a variable that changes, and one that does not, is declared. */
  readonly variable: 'let' | 'var';
  readonly constant: 'const' | 'var';
}

const KEYWORDS = { variable: 'let', constant: 'const' } as const;
const OLD_KEYWORDS = { variable: 'var', constant: 'var' } as const;

const styles = new WeakMap<ts.SourceFile, FileStyle>();

export function readStyle(compiler: TypeScript, file: ts.SourceFile): FileStyle {
  const known = styles.get(file);
  if (known !== undefined) return known;
  const { text } = file;
  const counts = countSyntax(compiler, file);
  const typescript = isTypeScriptFile(file);
  const format = getFormat(file);
  const es5 = !typescript && counts.modern === 0 && counts.old > 0;
  const isOld = es5 || counts.old > counts.blockScoped;
  const style: FileStyle = {
    ...readLayout(text, typescript, format),
    semicolon: counts.bare > counts.ended ? '' : ';',
    quote: (text.match(/"/g) ?? []).length > (text.match(/'/g) ?? []).length ? '"' : "'",
    es5,
    typescript,
    constants: counts.constants > 0,
    spacedParameters: counts.spaced > counts.tight,
    bareIf: counts.bareIfs > 0,
    annotatesReturns: counts.annotated > counts.inferred,
    functions: readFunctionHabit(compiler, file),
    braces: formatBraces(readBraceHabit(compiler, file), format),
    keepsParameters: keepsParameters(compiler, file),
    ...(isOld ? OLD_KEYWORDS : KEYWORDS),
  };
  styles.set(file, style);
  return style;
}

interface Counts {
  ended: number;
  bare: number;
  modern: number;
  constants: number;
  blockScoped: number;
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
    blockScoped: 0,
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
  counts[(flags & NodeFlags.BlockScoped) === 0 ? 'old' : 'blockScoped'] += 1;
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
