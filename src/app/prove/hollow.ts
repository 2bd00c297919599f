// The changed functions with nothing in them: a test that still passes then does not depend on what they do.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type ts from 'typescript';
import type { ChangedPath } from './find-change.js';
import { hollowPython } from './hollow-python.js';
import { loadCompiler, parseScript, SCRIPT, type Compiler } from './script-syntax.js';
import type { LaidFile } from './stage.js';

/** The files that could be hollowed out; none where only what lies outside of functions has changed. */
export async function hollowOut(root: string, files: readonly ChangedPath[]): Promise<LaidFile[]> {
  const hollowed: LaidFile[] = [];
  for (const { path: name, lines, role, isDeleted } of files) {
    if (role !== 'source' || isDeleted || lines.length === 0) continue;
    const text = readFileSync(path.join(root, name), 'utf8');
    const content = await hollowText(name, text, new Set(lines));
    if (content !== text) hollowed.push({ path: name, isDeleted, content });
  }
  return hollowed;
}

export async function hollowText(name: string, text: string, lines: ReadonlySet<number>): Promise<string> {
  if (name.endsWith('.py')) return hollowPython(text, lines);
  if (!SCRIPT.test(name)) return text;
  const compiler = await loadCompiler();
  return hollowScript(compiler, parseScript(compiler, name, text), lines);
}

interface Cut {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

function hollowScript(compiler: Compiler, source: ts.SourceFile, lines: ReadonlySet<number>): string {
  const cuts: Cut[] = [];
  const lineOf = (position: number): number => source.getLineAndCharacterOfPosition(position).line + 1;
  const within = (node: ts.Node, changed: readonly number[]): number[] => {
    const [from, to] = [lineOf(node.getStart(source)), lineOf(node.getEnd())];
    return changed.filter((line) => from <= line && line <= to);
  };
  // The innermost function around a change: what is outside of it was tested before.
  const visit = (node: ts.Node, changed: readonly number[]): void => {
    const body = findBody(compiler, node);
    const inside = body ? within(body, changed) : changed;
    if (inside.length === 0) return;
    const nested = body ? listNested(compiler, body) : [];
    const isOwn = inside.some((line) => !nested.some((one) => within(one, [line]).length > 0));
    if (body && isOwn)
      cuts.push({ from: body.getStart(source), to: body.getEnd(), text: hollowBody(compiler, node, body) });
    else compiler.forEachChild(node, (child) => visit(child, inside));
  };
  visit(source, [...lines]);
  return applyCuts(source.text, cuts);
}

function listNested(compiler: Compiler, node: ts.Node): ts.Node[] {
  const found: ts.Node[] = [];
  const visit = (child: ts.Node): void => {
    const body = findBody(compiler, child);
    if (body) found.push(body);
    else compiler.forEachChild(child, visit);
  };
  visit(node);
  return found;
}

function findBody(compiler: Compiler, node: ts.Node): ts.Node | undefined {
  return compiler.isFunctionLike(node) && 'body' in node && isNode(node.body) ? node.body : undefined;
}

function isNode(value: unknown): value is ts.Node {
  return typeof value === 'object' && value !== null && 'kind' in value;
}

function hollowBody(compiler: Compiler, node: ts.Node, body: ts.Node): string {
  if (!compiler.isBlock(body)) return 'undefined';
  const isDerived =
    compiler.isConstructorDeclaration(node) &&
    node.parent.heritageClauses?.some(({ token }) => token === compiler.SyntaxKind.ExtendsKeyword) === true;
  return isDerived ? '{ super(...arguments); }' : '{}';
}

function applyCuts(text: string, cuts: readonly Cut[]): string {
  let result = text;
  for (const { from, to, text: put } of [...cuts].sort((a, b) => b.from - a.from))
    result = result.slice(0, from) + put + result.slice(to);
  return result;
}
