// The names that a file uses, so that new ones do not clash with them.
import type ts from 'typescript';
import type { Refusal } from '../../refactoring.js';
import type { TypeScript } from '../../javascript/load-typescript.js';
import { refuse } from './refusal.js';
import { walkNames } from './variables.js';

const known = new WeakMap<ts.SourceFile, ReadonlySet<string>>();

/** Names that stand for values or types anywhere in the file; names of properties do not count. */
export function listNames(compiler: TypeScript, file: ts.SourceFile): ReadonlySet<string> {
  const before = known.get(file);
  if (before !== undefined) return before;
  const names = new Set<string>();
  walkNames(compiler, file, (name) => names.add(name.text));
  const visit = (node: ts.Node): void => {
    if (compiler.isTypeReferenceNode(node) || compiler.isTypeAliasDeclaration(node)) {
      names.add(compiler.isTypeReferenceNode(node) ? node.typeName.getText(file) : node.name.text);
    }
    if (compiler.isInterfaceDeclaration(node) || compiler.isImportSpecifier(node)) names.add(node.name.text);
    compiler.forEachChild(node, visit);
  };
  visit(file);
  known.set(file, names);
  return names;
}

export function checkName(compiler: TypeScript, file: ts.SourceFile, name: string): Refusal | undefined {
  if (!isPlainName(compiler, name)) {
    return refuse(
      'bad_name',
      `"${name}" cannot be the name of a function.`,
      'Use letters and digits, like applyDiscount.',
    );
  }
  if (!listNames(compiler, file).has(name)) return undefined;
  return refuse('name_taken', `The file already uses the name ${name}.`, 'Choose another name.');
}

export function isPlainName(compiler: TypeScript, name: string): boolean {
  const scanner = compiler.createScanner(compiler.ScriptTarget.ESNext, false);
  scanner.setText(name);
  const kind = scanner.scan();
  return (
    kind === compiler.SyntaxKind.Identifier &&
    scanner.getTokenEnd() === name.length &&
    name !== 'arguments' &&
    name !== 'eval' &&
    name !== 'undefined'
  );
}

/** The first of these names, numbered if need be, that the file does not use. */
export function chooseFreeName(
  compiler: TypeScript,
  file: ts.SourceFile,
  wishes: readonly string[],
  taken: readonly string[],
): string {
  if (wishes.length === 0) return '';
  const names = listNames(compiler, file);
  for (let round = 1; ; round += 1) {
    for (const wish of wishes) {
      const name = round === 1 ? wish : `${wish}${round}`;
      if (!names.has(name) && !taken.includes(name)) return name;
    }
  }
}
