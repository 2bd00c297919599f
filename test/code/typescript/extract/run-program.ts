// Runs a random program in a realm of its own and notes all that can be seen of it from outside.
import vm from 'node:vm';

const INPUTS: readonly (readonly unknown[])[] = [
  [0, 0],
  [1, 2],
  [2, undefined],
  [undefined, 1],
  [-1, 3],
];
const MAX_TICKS = 60;

interface World {
  readonly seen: string[];
  readonly kept: (() => unknown)[];
  ticks: number;
  calls: number;
}

// One realm serves all runs, since making one takes far longer than running a small program.
let realm = vm.createContext({});
const OWN_NAMES = new Set(['subject', 'make', 'moved', 'checkMoved', 'again', 'ensureAgain', 'Thing']);

/** One line for each input, with all that happened; undefined when the program does not parse. */
export async function runProgram(text: string): Promise<string | undefined> {
  let script: vm.Script;
  try {
    script = new vm.Script(text);
  } catch {
    return undefined;
  }
  const lines: string[] = [];
  for (const input of INPUTS) lines.push(await runOnce(script, input));
  return lines.join('\n');
}

async function runOnce(script: vm.Script, input: readonly unknown[]): Promise<string> {
  const world: World = { seen: [], kept: [], ticks: 0, calls: 0 };
  const tools = createTools(world);
  Object.assign(realm, tools);
  await attempt(world, 'load', () => void script.runInContext(realm));
  const self = { size: 2 };
  const subject = realm['result'] as (...values: readonly unknown[]) => unknown;
  await attempt(world, 'call', () => subject.apply(self, [...input]));
  await callKept(world);
  await attempt(world, 'again', () => subject.apply(self, [...input]));
  await callKept(world);
  world.seen.push(`shared ${describe(realm['shared'])}`, `size ${describe(self.size)}`);
  const leaked = Object.keys(realm).filter((name) => !(name in tools) && !OWN_NAMES.has(name));
  for (const name of leaked) world.seen.push(`leaked ${name}`);
  // A name that was once assigned in a realm cannot be taken out of it for good.
  if (leaked.length > 0) realm = vm.createContext({});
  return world.seen.join(';');
}

/** What the functions that were kept see afterwards must be the same too. */
async function callKept(world: World): Promise<void> {
  for (const [index, action] of world.kept.slice(0, 20).entries())
    await attempt(world, `kept ${index}`, action);
}

async function attempt(world: World, what: string, action: () => unknown): Promise<void> {
  try {
    const value = action();
    const result: unknown = isPromise(value) ? await value : value;
    world.seen.push(`${what}: ${describe(result)}`);
  } catch (error) {
    world.seen.push(`${what} threw ${describe(error)}`);
  }
}

function createTools(world: World): Record<string, unknown> {
  const tick = (): void => {
    world.ticks += 1;
    if (world.ticks > MAX_TICKS) throw new Error('too long');
  };
  return {
    outer: 5,
    shared: 3,
    result: undefined,
    tick,
    log: (name: string, value: unknown) => {
      tick();
      world.seen.push(`${name}=${String(value)}`);
      return value;
    },
    run: (action: () => unknown) => {
      tick();
      return action();
    },
    keep: (action: () => unknown) => {
      tick();
      world.kept.push(action);
      return world.kept.length;
    },
    maybe: () => ({ v: (world.calls += 1) % 2 === 0 ? world.calls : undefined }),
    fail: () => {
      tick();
      world.calls += 1;
      if (world.calls % 3 === 0) throw new Error(`fail ${world.calls}`);
      return world.calls;
    },
  };
}

function isPromise(value: unknown): value is Promise<unknown> {
  return value !== null && typeof value === 'object' && 'then' in value;
}

function describe(value: unknown): string {
  if (value !== null && typeof value === 'object' && 'message' in value)
    return `error ${String(value.message)}`;
  return typeof value === 'function' ? 'function' : String(value);
}
