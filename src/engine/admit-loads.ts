// What a step loads, and what has to make room for it, measured on the files as they are.
import { countTokens } from '../model/index.js';
import type { EventBody, MemoryItem } from '../schema/index.js';
import { splitLines, type Load } from './actions/index.js';
import { mainTargets } from './context/index.js';
import { admit } from './memory/index.js';
import type { TaskSession } from './session.js';

export function admitLoads(
  { state, type, spec, runtime, step }: TaskSession,
  loads: readonly (Omit<Load, 'text'> & { blob?: string })[],
  memory: readonly MemoryItem[] = state.memory,
): EventBody[] {
  const sizeOf = ({ path, start = 1, end }: MemoryItem): number => {
    const file = path === undefined ? undefined : runtime.workspace.read(path);
    return file?.ok
      ? countTokens(
          splitLines(file.text)
            .lines.slice(start - 1, end)
            .join('\n'),
        )
      : 0;
  };
  const kept = new Set([...mainTargets(spec), ...Object.keys(state.files)]);
  return admit(memory, loads, { rules: type.memory, step, sizeOf, kept });
}
