// The numbers of a whole file: its functions, its classes and its length.
import { posix } from 'node:path';
import type ts from 'typescript';
import { loadTypeScript, parseSource } from '../../javascript/load-typescript.js';
import type { TypeScript } from '../../javascript/load-typescript.js';
import { isDeeplyNested } from '../../nesting.js';
import type { ClassMeasure, FileMeasure } from '../../refactoring.js';
import { makeUnique, nameClass, nameFunctions } from './function-name.js';
import { findLines, readNumbers } from './measure-function.js';
import { createTally } from './tally.js';
import { walkTree } from './walk-tree.js';

/** A larger text is data or generated. */
const MAX_TEXT_LENGTH = 2_000_000;
const SCRIPT = /\.(?:[cm]?[jt]s|[jt]sx)$/i;

/** Everything there is to measure, or why this file cannot be measured. */
export async function measureFile(path: string, text: string): Promise<FileMeasure | { problem: string }> {
  if (!SCRIPT.test(path)) return { problem: 'is neither TypeScript nor JavaScript' };
  if (text.length > MAX_TEXT_LENGTH) return { problem: `has ${text.length} characters, too many to measure` };
  if (isDeeplyNested(text)) return { problem: 'nests too deeply to be measured' };
  const compiler = await loadTypeScript();
  try {
    const file = parseSource(compiler, posix.basename(path), text, true);
    const mistake = findMistake(compiler, file);
    return mistake === undefined ? measureSource(compiler, file) : { problem: mistake };
  } catch (error) {
    if (error instanceof RangeError) return { problem: 'nests too deeply to be measured' };
    throw error;
  }
}

/** As `measureFile`, for a file that is parsed already, with parent pointers. */
export function measureSource(compiler: TypeScript, file: ts.SourceFile): FileMeasure {
  const found = walkTree(compiler, file);
  const tallies = new Map(found.functions.map(({ node, tally }) => [node, tally]));
  const nodes = [...tallies.keys()].sort((a, b) => a.pos - b.pos || b.end - a.end);
  const functions = nameFunctions(compiler, nodes).map(({ name, node }) => ({
    name,
    ...findLines(compiler, file, node),
    ...readNumbers(compiler, file, node, tallies.get(node) ?? createTally()),
  }));
  return { lines: countLines(file), functions, classes: measureClasses(compiler, file, found.classes) };
}

/** A last line without anything in it is only the end of the one before. */
function countLines(file: ts.SourceFile): number {
  const starts = file.getLineStarts();
  const last = starts.at(-1) ?? 0;
  return starts.length > 1 && last === file.text.length ? starts.length - 1 : starts.length;
}

function measureClasses(
  compiler: TypeScript,
  file: ts.SourceFile,
  classes: readonly ts.ClassLikeDeclaration[],
): ClassMeasure[] {
  const taken = new Set<string>();
  return [...classes]
    .sort((a, b) => a.pos - b.pos)
    .map((node) => {
      const { start, end } = findLines(compiler, file, node);
      const name = makeUnique(nameClass(compiler, node), taken);
      return { name, start, end, members: countMembers(compiler, node), lines: end - start + 1 };
    });
}

/** Fields, methods and accessors; overloads are one method, a property may be declared in the constructor. */
function countMembers(compiler: TypeScript, node: ts.ClassLikeDeclaration): number {
  const declared = node.members.filter(
    (member) => !compiler.isSemicolonClassElement(member) && !isOverload(compiler, member),
  );
  const parameters = node.members.flatMap((member) =>
    compiler.isConstructorDeclaration(member) && member.body !== undefined ? [...member.parameters] : [],
  );
  const properties = parameters.filter((parameter) =>
    compiler.isParameterPropertyDeclaration(parameter, parameter.parent),
  );
  return declared.length + properties.length;
}

function isOverload(compiler: TypeScript, member: ts.ClassElement): boolean {
  const callable = compiler.isMethodDeclaration(member) || compiler.isConstructorDeclaration(member);
  if (!callable || member.body !== undefined) return false;
  return !compiler.getModifiers(member)?.some(({ kind }) => kind === compiler.SyntaxKind.AbstractKeyword);
}

/** The parser keeps its findings on the file it returns, where its public type does not show them. */
function findMistake(compiler: TypeScript, file: ts.SourceFile): string | undefined {
  const found: unknown = 'parseDiagnostics' in file ? file.parseDiagnostics : undefined;
  const first: unknown = Array.isArray(found) ? found[0] : undefined;
  if (!isDiagnostic(first)) return undefined;
  const { line } = file.getLineAndCharacterOfPosition(first.start ?? 0);
  return `does not parse: line ${line + 1}: ${compiler.flattenDiagnosticMessageText(first.messageText, ' ')}`;
}

function isDiagnostic(value: unknown): value is ts.Diagnostic {
  return typeof value === 'object' && value !== null && 'messageText' in value;
}
