// Extracts what stands between « and » in a source text.
import ts from 'typescript';
import type { Refusal, Transformed } from '../../../../src/code/refactoring.js';
import { extractExpression } from '../../../../src/code/typescript/extract/extract-expression.js';
import { extractStatements } from '../../../../src/code/typescript/extract/extract-statements.js';
import { applyChanges } from '../../../../src/code/typescript/extract/moved-text.js';
import { isFunctionWithBody } from '../../../../src/code/typescript/measure/list-functions.js';
import type { FunctionNode, TransformInput } from '../../../../src/code/typescript/transform-input.js';

/** The text afterwards, or the refusal. */
export function move(marked: string, name = 'moved', path = 'a.js'): string | Refusal {
  return run(marked, path, (input, range) => extractStatements(input, range, name));
}

export function moveExpression(marked: string, name = 'moved', path = 'a.js'): string | Refusal {
  return run(marked, path, (input, range) => extractExpression(input, range, name));
}

/** The reason of a refusal, or the text that should not have been. */
export function reasonOf(outcome: string | Refusal): string {
  return typeof outcome === 'string' ? outcome : outcome.reason;
}

/** Without the indentation that all lines share, and without the first line break. */
export function unindent(text: string): string {
  const lines = text.replace(/^\n/, '').split('\n');
  const widths = lines.filter((line) => line.trim() !== '').map((line) => line.search(/\S/));
  const width = Math.min(...widths);
  return lines.map((line) => line.slice(Math.min(width, line.search(/\S|$/)))).join('\n');
}

type Extract = (input: TransformInput, range: { start: number; end: number }) => Transformed;

function run(marked: string, path: string, extract: Extract): string | Refusal {
  const start = marked.indexOf('«');
  const end = marked.indexOf('»') - 1;
  const text = marked.replace('«', '').replace('»', '');
  const outcome = extract(openInput(path, text, start), { start, end });
  return outcome.ok ? applyChanges(text, outcome.changes) : outcome;
}

/** The innermost function around the offset, in a program of this one file. */
export function openInput(path: string, text: string, offset: number): TransformInput {
  const options: ts.CompilerOptions = {
    allowJs: true,
    strict: true,
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2022.d.ts'],
    types: [],
  };
  const host = ts.createCompilerHost(options, true);
  const read = host.getSourceFile.bind(host);
  host.getSourceFile = (name, ...rest) =>
    name === path ? ts.createSourceFile(name, text, ts.ScriptTarget.ES2022, true) : read(name, ...rest);
  const program = ts.createProgram(
    [path],
    path.endsWith('.ts') ? options : { ...options, noLib: true },
    host,
  );
  const file = program.getSourceFile(path);
  if (file === undefined) throw new Error(`${path} is not in the program`);
  const target = findFunction(file, offset);
  if (target === undefined) throw new Error('the mark is not in a function');
  return { ts, file, checker: program.getTypeChecker(), target };
}

function findFunction(file: ts.SourceFile, offset: number): FunctionNode | undefined {
  let found: FunctionNode | undefined;
  const visit = (node: ts.Node): void => {
    if (node.pos > offset || node.end < offset) return;
    if (isFunctionWithBody(ts, node)) found = node;
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}
