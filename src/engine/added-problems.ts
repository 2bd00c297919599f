// What a change brings into the files it touches that was not there before: errors of the compiler, violations of the project's checks.
import type { PlannedEdit } from '../schema/index.js';
import { CAPS, clip } from './caps.js';
import type { TaskSession } from './session.js';

const MAX_ADDED = 10;

/** Undefined when nothing was looked at. */
export async function listAdded(
  { runtime: { conformance }, type, state, redactor }: TaskSession,
  kind: 'types' | 'checks',
  changes: readonly PlannedEdit[],
): Promise<string[] | undefined> {
  // Tests that come first name what does not exist yet.
  const isTooEarly = kind === 'types' && type.phases[state.phase.name]?.red;
  if (!conformance || changes.length === 0 || isTooEarly) return undefined;
  const found = await conformance.findAdded(kind, changes);
  // They quote source, and what is wrong with it may be a secret.
  return found.slice(0, MAX_ADDED).map((problem) => clip(redactor.redact(problem), CAPS.summaryChars));
}
