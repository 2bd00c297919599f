// Imports the types that the new function has to name.
import type ts from 'typescript';
import type { TextChange } from '../../../schema/index.js';
import type { Region } from './region.js';
import { readStyle } from './style.js';

export interface TypeImport {
  readonly name: string;
  readonly from: string;
}

const FOREIGN = /\bimport\("([^"]+)"\)\.([A-Za-z_$][\w$]*)/g;

/** Takes `import("./x.js").Name` out of the text of a type; undefined when some of it cannot be imported. */
export function splitImports(text: string): { text: string; imports: readonly TypeImport[] } | undefined {
  const imports: TypeImport[] = [];
  const rest = text.replace(FOREIGN, (_match, from: string, name: string) => {
    imports.push({ name, from });
    return name;
  });
  const odd = rest.includes('import(') || imports.some(({ from }) => from.startsWith('/'));
  return odd ? undefined : { text: rest, imports };
}

/** Whether the file imports something from there already. */
export function isImported(region: Region, wanted: readonly TypeImport[]): boolean {
  const { compiler } = region;
  return wanted.every(({ from }) =>
    listImports(region).some(
      ({ moduleSpecifier }) => compiler.isStringLiteral(moduleSpecifier) && moduleSpecifier.text === from,
    ),
  );
}

/** Undefined when the file has no import that the new ones could stand beside. */
export function addImports(region: Region, wanted: readonly TypeImport[]): readonly TextChange[] | undefined {
  const changes: TextChange[] = [];
  const unique = new Map(wanted.map((each) => [`${each.from} ${each.name}`, each]));
  for (const each of unique.values()) {
    const change = extendImport(region, each) ?? appendImport(region, each);
    if (change === undefined) return undefined;
    changes.push(change);
  }
  return changes;
}

function listImports({ compiler, file }: Region): ts.ImportDeclaration[] {
  return file.statements.filter((statement) => compiler.isImportDeclaration(statement));
}

function extendImport(region: Region, { name, from }: TypeImport): TextChange | undefined {
  const { compiler } = region;
  for (const declaration of listImports(region)) {
    const end = findLastName(region, declaration);
    const { moduleSpecifier, importClause } = declaration;
    if (end === undefined || !compiler.isStringLiteral(moduleSpecifier) || moduleSpecifier.text !== from)
      continue;
    const typed = importClause?.phaseModifier === compiler.SyntaxKind.TypeKeyword;
    return { start: end, end, text: typed ? `, ${name}` : `, type ${name}` };
  }
  return undefined;
}

function findLastName({ compiler }: Region, { importClause }: ts.ImportDeclaration): number | undefined {
  const bindings = importClause?.namedBindings;
  if (bindings === undefined || !compiler.isNamedImports(bindings)) return undefined;
  return bindings.elements.at(-1)?.end;
}

function appendImport(region: Region, { name, from }: TypeImport): TextChange | undefined {
  const last = listImports(region).at(-1);
  if (last === undefined) return undefined;
  const { newline, quote, semicolon } = readStyle(region.compiler, region.file);
  const text = `${newline}import type { ${name} } from ${quote}${from}${quote}${semicolon}`;
  return { start: last.end, end: last.end, text };
}
