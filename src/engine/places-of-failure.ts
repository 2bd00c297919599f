// Where to look first when tests fail: the tests, and what they reach through imports, nearest first.
import { buildImportGraph, outline } from '../code/index.js';
import { countTokens } from '../model/index.js';
import type { Fact } from '../schema/index.js';
import type { TaskSession } from './session.js';

export interface Place {
  readonly path: string;
  readonly line: number | undefined;
}

const FAILING_OPENED = 2;
/** Of a test, up to the line that failed. */
const LINES_OF_TEST = 8;
/** A file that no failing test names is as far away as one import more. */
const UNNAMED_DISTANCE = 2;

/** As many as fit: what is opened is there in the first step, and what is not costs a step. */
export async function placesOfFailure(session: TaskSession, facts: readonly Fact[]): Promise<Place[]> {
  const failures = listFailures(facts);
  const failing = firstOfEach(failures).slice(0, FAILING_OPENED);
  if (failing.length === 0) return [];
  const { maxItems, maxTokens } = session.type.memory;
  const read = createReader(session);
  const sizeOf = (path: string): number => countTokens(read(path) ?? '');
  // Of a long test file only a part is shown.
  const sizeOfTest = ({ path }: Place): number => Math.min(sizeOf(path), maxTokens / 3);
  let room = failing.reduce((left, place) => left - sizeOfTest(place), maxTokens);
  const fitting: Place[] = [];
  for (const path of await listReached(session, failures, read)) {
    const size = sizeOf(path);
    // One of them is shown in any case, cut to what there is room for.
    if (size > room && fitting.length > 0) continue;
    fitting.push({ path, line: undefined });
    room -= size;
  }
  return [...failing, ...fitting].slice(0, maxItems - 1);
}

function listFailures(facts: readonly Fact[]): Place[] {
  return facts.flatMap(({ scope, category, data: { file, line } }) =>
    scope === 'tests' && category === 'error' && file !== undefined ? [{ path: file, line }] : [],
  );
}

function firstOfEach(places: readonly Place[]): Place[] {
  const byPath = new Map<string, Place>();
  for (const place of places) if (!byPath.has(place.path)) byPath.set(place.path, place);
  return [...byPath.values()];
}

type Read = (path: string) => string | undefined;

function createReader({ runtime: { workspace } }: TaskSession): Read {
  return (path) => {
    const file = workspace.read(path);
    return file.ok ? file.text : undefined;
  };
}

/** What the failing tests import, and what that imports, by distance. */
async function listReached(
  { runtime }: TaskSession,
  failures: readonly Place[],
  read: Read,
): Promise<string[]> {
  const { imports } = await buildImportGraph({ files: runtime.workspace.listFiles(), read });
  const said = failures.map((place) => readAround(place, read)).join('\n');
  const distances = new Map(failures.map(({ path }) => [path, 0]));
  const nearest = [...distances.keys()];
  for (let from = nearest.shift(); from !== undefined; from = nearest.shift()) {
    const distance = distances.get(from) ?? 0;
    for (const path of imports.get(from) ?? []) {
      if (distances.has(path)) continue;
      const isNear = distance > 0 || (await isNamed(path, said, read));
      distances.set(path, distance + (isNear ? 1 : UNNAMED_DISTANCE));
      nearest.push(path);
    }
    nearest.sort((a, b) => (distances.get(a) ?? 0) - (distances.get(b) ?? 0));
    if (distances.size > MAX_REACHED) break;
  }
  return [...distances]
    .filter(([, distance]) => distance > 0)
    .sort(([, a], [, b]) => a - b)
    .map(([path]) => path);
}

const MAX_REACHED = 200;

/** Without what it imports: all of that is named there. */
function readAround({ path, line }: Place, read: Read): string {
  const lines = (read(path) ?? '').split('\n');
  const around = line === undefined ? lines : lines.slice(Math.max(0, line - LINES_OF_TEST), line);
  return around.filter((text) => !IMPORT.test(text)).join('\n');
}

const IMPORT = /^\s{0,80}(?:import|from|use|using)\b|\brequire\(/;

/** Something that the file declares is mentioned there. */
async function isNamed(path: string, said: string, read: Read): Promise<boolean> {
  const entries = await outline(path, read(path) ?? '');
  return entries.some(({ name }) => said.includes(name.split('.')[0] ?? name));
}
