// Names in plain JavaScript that would fail when it runs: what a compiler says about names, without types.
import type ts from 'typescript';
import type { TypeScript } from '../../javascript/load-typescript.js';
import { contains, findClosure } from '../extract/syntax.js';
import type { Reference, Variable } from '../extract/variable.js';
import { readVariables, walkNames } from '../extract/variables.js';

/** Names that every JavaScript engine knows. */
const STANDARD = new Set(
  [
    'undefined NaN Infinity globalThis Object Array Map Set WeakMap WeakSet Boolean Number String Symbol BigInt',
    'Math JSON Date RegExp Error TypeError RangeError Promise Reflect Proxy Function parseInt parseFloat isNaN',
  ].flatMap((line) => line.split(' ')),
);

/** One sentence each; the same sentence for the same mistake, wherever it stands. */
export function listNameProblems(compiler: TypeScript, file: ts.SourceFile): string[] {
  const model = readVariables(compiler, file);
  const problems = new Set<string>();
  walkNames(compiler, file, (name) => {
    if (model.find(name) === undefined && !STANDARD.has(name.text))
      problems.add(`${name.text} is not declared.`);
  });
  for (const variable of model.variables) {
    for (const problem of listVariableProblems(compiler, variable)) problems.add(problem);
  }
  return [...problems];
}

function listVariableProblems(compiler: TypeScript, variable: Variable): string[] {
  const { name, kind, declarations, references } = variable;
  const problems: string[] = [];
  const scoped = kind === 'let' || kind === 'const' || kind === 'class';
  if (scoped && declarations.length > 1) problems.push(`${name} is declared twice.`);
  const assigned = references.some(({ node, writes }) => writes && !declarations.includes(node));
  if (kind === 'const' && assigned) problems.push(`${name} is a constant that is assigned.`);
  if (scoped && references.some((reference) => isTooEarly(compiler, reference))) {
    problems.push(`${name} is used before it is declared.`);
  }
  return problems;
}

/** A function may mention a variable that is declared below it, since it runs later. */
function isTooEarly(compiler: TypeScript, { node, variable }: Reference): boolean {
  const [declared] = variable.declarations;
  if (declared === undefined || node.pos >= declared.pos) return false;
  const home = findClosure(compiler, declared);
  return findClosure(compiler, node) === home && contains(variable.scope, node);
}
