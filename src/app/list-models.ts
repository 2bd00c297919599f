// Which models can be used here, which lack something, and how to get it. Nothing is asked of a paid one.
import { findClis, KNOWN_PROVIDERS, type FoundCli, type KnownProvider } from '../model/index.js';
import type { ProviderConfig } from '../schema/index.js';

export interface ModelPlace {
  /** What to write after `--model`. */
  readonly name: string;
  readonly state: 'ready' | 'missing';
  /** What it is, or what it lacks and how to get it. */
  readonly detail: string;
  /** Models it says it has. */
  readonly models?: readonly string[];
}

const BUILT_IN: readonly ModelPlace[] = [
  { name: 'planner', state: 'ready', detail: 'built in: refactors by recipe, free, no network' },
  { name: 'inbox', state: 'ready', detail: 'you, or any program: `step --prompt` and `step --reply`' },
  { name: 'script:FILE', state: 'ready', detail: 'plays a list of replies' },
  { name: 'tape:FILE', state: 'ready', detail: 'plays what a model once replied' },
];

export interface Surroundings {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly providers: Readonly<Record<string, ProviderConfig>>;
}

export async function listModels(surroundings: Surroundings): Promise<ModelPlace[]> {
  const { providers } = surroundings;
  const known = KNOWN_PROVIDERS.map(({ provider }) => provider.name);
  const own = Object.entries(providers).flatMap(([name, { url }]) =>
    known.includes(name) || url === undefined ? [] : [describeOwn(name, url, surroundings)],
  );
  const places = KNOWN_PROVIDERS.map((place) => describeProvider(place, surroundings));
  const clis = await findClis(surroundings.environment);
  return [...BUILT_IN, ...clis.map(describeCli), ...(await Promise.all([...places, ...own]))];
}

function describeCli({ name, version, problem }: FoundCli): ModelPlace {
  return problem === undefined
    ? {
        name,
        state: 'ready',
        detail: `version ${version ?? 'unknown'}; uses your login, and only when you name it`,
      }
    : { name, state: 'missing', detail: problem };
}

async function describeProvider(known: KnownProvider, surroundings: Surroundings): Promise<ModelPlace> {
  const { provider, local = false } = known;
  const name = `${provider.name}/MODEL`;
  const configured = surroundings.providers[provider.name];
  const url = configured?.url ?? known.url ?? '';
  if (local) return describeServer(name, url);
  return describeKey(name, configured?.key ?? provider.keyName, surroundings);
}

async function describeOwn(name: string, url: string, surroundings: Surroundings): Promise<ModelPlace> {
  const key = surroundings.providers[name]?.key;
  return key === undefined
    ? describeServer(`${name}/MODEL`, url)
    : describeKey(`${name}/MODEL`, key, surroundings);
}

function describeKey(name: string, variable: string, { environment }: Surroundings): ModelPlace {
  return environment[variable]
    ? { name, state: 'ready', detail: `${variable} is set; paid, and only used when you name it` }
    : { name, state: 'missing', detail: `set ${variable} to use it` };
}

const PATIENCE_MS = 500;

/** A server of one's own costs nothing to ask. */
async function describeServer(name: string, url: string): Promise<ModelPlace> {
  try {
    const answer = await fetch(`${url}/models`, { signal: AbortSignal.timeout(PATIENCE_MS) });
    const models = readNames(await answer.json());
    return { name, state: 'ready', detail: `running at ${url}`, models };
  } catch {
    return { name, state: 'missing', detail: `nothing answers at ${url}; start it there` };
  }
}

function readNames(listed: unknown): string[] {
  const data = (listed as { data?: unknown } | null)?.data;
  return Array.isArray(data)
    ? data.flatMap((one: { id?: unknown }) => (typeof one.id === 'string' ? [one.id] : [])).slice(0, 100)
    : [];
}
