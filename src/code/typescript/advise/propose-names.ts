// Names to try for a new function, best first.
import type ts from 'typescript';
import { suggestNames } from '../naming/suggest-names.js';
import type { TransformInput } from '../transform-input.js';
import type { Candidate } from './candidate.js';

const MAX_NAMES = 3;

export function proposeNames(
  { ts: compiler, file, target }: TransformInput,
  { kind, nodes }: Candidate,
  taken: ReadonlySet<string>,
): readonly string[] {
  // A simplification names nothing.
  if (kind === 'simplify') return [''];
  return suggestNames({ ts: compiler, file, target, nodes, taken }).slice(0, MAX_NAMES);
}

/** Every name that is mentioned anywhere in the file. */
export function listTakenNames({ ts: compiler, file }: TransformInput): ReadonlySet<string> {
  const taken = new Set<string>();
  const pending: ts.Node[] = [file];
  const push = (child: ts.Node): void => void pending.push(child);
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (compiler.isIdentifier(node)) taken.add(node.text);
    compiler.forEachChild(node, push);
  }
  return taken;
}
