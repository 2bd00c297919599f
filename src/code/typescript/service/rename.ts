// Gives a symbol another name wherever the project uses it.
import type ts from 'typescript';
import type { TypeScript } from '../../javascript/load-typescript.js';
import type { FileText, Refactoring, RefactorOutcome, Refusal } from '../../refactoring.js';
import type { TextChange } from '../../../schema/index.js';
import { isPlainName, listNames } from '../extract/file-names.js';
import { applyChanges } from '../extract/moved-text.js';
import { refuse } from '../extract/refusal.js';
import { findDeclaration } from './find-declaration.js';
import { isPublished } from './published.js';
import type { LanguageProject, LanguageProjects } from './language-projects.js';
import type { ProjectFiles } from './project-files.js';

export type Rename = Extract<Refactoring, { readonly action: 'rename_symbol' }>;

export interface RenameTools {
  readonly compiler: TypeScript;
  readonly files: ProjectFiles;
  readonly projects: LanguageProjects;
}

type Located = {
  readonly ok: true;
  readonly project: LanguageProject;
  readonly name: ts.Node;
  readonly text: string;
};

/** The new texts, not yet judged. */
export function renameSymbol(tools: RenameTools, rename: Rename): RefactorOutcome {
  const { compiler, files } = tools;
  if (!isPlainName(compiler, rename.to.replace(/^#/, ''))) {
    return refuse(
      'bad_name',
      `"${rename.to}" cannot be a name.`,
      'Use letters and digits, like applyDiscount.',
    );
  }
  const located = locate(tools, rename);
  if (!located.ok) return located;
  const changes = listChanges(located, files.toAbsolute(rename.path), rename.to);
  if (changes === undefined) return refuse('unsupported', `${rename.symbol} cannot be renamed.`);
  const refusal = findClash(tools, located, changes, rename);
  if (refusal !== undefined) return refusal;
  const texts = [...changes].map(([path, edits]): FileText => ({
    path: files.toRelative(path),
    text: applyChanges(files.read(path) ?? '', edits),
  }));
  const count = [...changes.values()].reduce((sum, edits) => sum + edits.length, 0);
  const summary = `renamed ${located.text} to ${rename.to} in ${count} place${count === 1 ? '' : 's'}`;
  return { ok: true, files: texts, created: [], summary };
}

function locate({ compiler, files, projects }: RenameTools, { path, symbol }: Rename): Located | Refusal {
  const absolute = files.toAbsolute(path);
  if (!files.exists(absolute)) return refuse('not_found', `There is no file ${path}.`);
  const project = projects.openAll(absolute);
  const file = project.service.getProgram()?.getSourceFile(absolute);
  const name = file === undefined ? undefined : findDeclaration(compiler, file, symbol);
  if (name === undefined) return refuse('not_found', `There is no declaration of ${symbol} in ${path}.`);
  return { ok: true, project, name, text: name.getText() };
}

function listChanges(
  { project: { service }, name }: Located,
  absolute: string,
  to: string,
): ReadonlyMap<string, TextChange[]> | undefined {
  const position = name.getStart();
  const preferences = { providePrefixAndSuffixTextForRename: true };
  if (!service.getRenameInfo(absolute, position, preferences).canRename) return undefined;
  const changes = new Map<string, TextChange[]>();
  for (const found of service.findRenameLocations(absolute, position, false, false, preferences) ?? []) {
    const { start, length } = found.textSpan;
    const edits = changes.get(found.fileName) ?? [];
    const text = `${found.prefixText ?? ''}${to}${found.suffixText ?? ''}`;
    edits.push({ start, end: start + length, text });
    changes.set(found.fileName, edits);
  }
  return changes.size === 0 ? undefined : changes;
}

function findClash(
  tools: RenameTools,
  located: Located,
  changes: ReadonlyMap<string, readonly TextChange[]>,
  { to, symbol }: Rename,
): Refusal | undefined {
  const { compiler, files } = tools;
  const program = located.project.service.getProgram();
  for (const path of changes.keys()) {
    const file = program?.getSourceFile(path);
    if (file === undefined || path.includes('/node_modules/')) {
      return refuse('exports_changed', `${symbol} is also used in ${files.toRelative(path)}.`);
    }
    const refusal = findClashIn(tools, located, file, to);
    if (refusal !== undefined) return refusal;
  }
  if (program === undefined || !isPublished(compiler, program, files, located.name)) return undefined;
  return refuse(
    'exports_changed',
    `${symbol} is part of what the package offers to others.`,
    'Rename what is inside the package only.',
  );
}

function findClashIn(
  { compiler, files }: RenameTools,
  located: Located,
  file: ts.SourceFile,
  to: string,
): Refusal | undefined {
  const path = files.toRelative(file.fileName);
  const member = isMember(compiler, located.name);
  const taken = member ? hasProperty(compiler, file, to) : listNames(compiler, file).has(to);
  if (taken) return refuse('name_taken', `${path} already uses the name ${to}.`, 'Choose another name.');
  if (!member || !mentionsText(compiler, file, located.text)) return undefined;
  return refuse('unsupported', `${path} may reach ${located.text} by its name as text.`);
}

function isMember(compiler: TypeScript, name: ts.Node): boolean {
  const { parent } = name;
  return (
    compiler.isClassElement(parent) ||
    compiler.isObjectLiteralElement(parent) ||
    compiler.isPropertySignature(parent)
  );
}

function hasProperty(compiler: TypeScript, file: ts.SourceFile, name: string): boolean {
  return someNode(compiler, file, (node) => {
    const named =
      compiler.isIdentifier(node) || compiler.isPrivateIdentifier(node) || compiler.isStringLiteral(node);
    return named && node.text === name;
  });
}

/** A property can be reached by its name as text, which no rename would see. */
function mentionsText(compiler: TypeScript, file: ts.SourceFile, name: string): boolean {
  return someNode(compiler, file, (node) => compiler.isStringLiteralLike(node) && node.text === name);
}

function someNode(compiler: TypeScript, node: ts.Node, test: (node: ts.Node) => boolean): boolean {
  return (
    test(node) ||
    compiler.forEachChild(node, (child) => someNode(compiler, child, test) || undefined) === true
  );
}
