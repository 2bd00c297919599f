// A search for recipes takes seconds, and is asked for twice: when violations are chosen, and when the task begins.
import type { Conformance } from '../check/index.js';
import type { Workspace } from '../engine/index.js';
import { canonicalJson, findRepository } from '../platform/index.js';
import type { Advice } from '../schema/index.js';

const MAX_REMEMBERED = 20;

/** For as long as nothing in the workspace changes: types come from other files, too. */
export function rememberAdvice(
  advise: Conformance['advise'],
  workspace: Pick<Workspace, 'root' | 'hash'>,
): Conformance['advise'] {
  const known = new Map<string, Advice>();
  return async (violation, options) => {
    // Outside git no hash covers the other files.
    if ((await findRepository(workspace.root)) === undefined) return advise(violation, options);
    const { id, path, line } = violation;
    const { relaxed, run, signal } = options;
    const asked = { id, path, line, relaxed, runs: run !== undefined, hash: await workspace.hash([]) };
    const key = canonicalJson(asked);
    const remembered = known.get(key);
    if (remembered) return remembered;
    const advice = await advise(violation, options);
    if (signal.aborted) return advice;
    const [oldest] = known.keys();
    if (known.size >= MAX_REMEMBERED && oldest !== undefined) known.delete(oldest);
    known.set(key, advice);
    return advice;
  };
}
