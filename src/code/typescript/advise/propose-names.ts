// Names to try for a new function, best first.
import type ts from 'typescript';
import { rankNames } from '../naming/suggest-names.js';
import type { TransformInput } from '../transform-input.js';
import type { Candidate } from './candidate.js';
import { priceName } from './price.js';

const MAX_NAMES = 3;

export interface ProposedName {
  readonly name: string;
  /** What it costs a reader that it says less than it could. */
  readonly cost: number;
}

export function proposeNames(
  { ts: compiler, file, target }: TransformInput,
  { kind, nodes }: Candidate,
  taken: ReadonlySet<string>,
): readonly ProposedName[] {
  // A simplification names nothing.
  if (kind === 'simplify') return [{ name: '', cost: 0 }];
  return rankNames({ ts: compiler, file, target, nodes, taken })
    .slice(0, MAX_NAMES)
    .map(({ name, score }) => ({ name, cost: priceName(score) }));
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
