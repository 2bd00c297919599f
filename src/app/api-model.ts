// A model behind an API by its name, `provider/model`: its key from the environment, its price, its share of the user's limits.
import { existsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {
  countByDay,
  createLimiter,
  createProviderModel,
  findPrice,
  findProvider,
  loadPrices,
  openSharedFile,
  readDays,
  type Day,
  type KnownProvider,
  type Model,
  type SharedFile,
} from '../model/index.js';
import { nodeDisk, present, randomIds, sha256, systemClock, systemPause } from '../platform/index.js';
import { AgentForgeError, ProviderConfig } from '../schema/index.js';

export interface ModelSurroundings {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly providers: Readonly<Record<string, ProviderConfig>>;
  /** The cap on what all tasks of this user spend in a day. */
  readonly usdPerDay?: number | undefined;
}

const FREE = { input: 0, output: 0 };

/** Undefined when there is no such provider. */
export function createApiModel(name: string, surroundings: ModelSurroundings): Model | undefined {
  const slash = name.indexOf('/');
  if (slash < 1 || slash === name.length - 1) return undefined;
  const [place, model] = [name.slice(0, slash), name.slice(slash + 1)];
  const configured = surroundings.providers[place];
  const known = findProvider(place, configured);
  if (!known) return undefined;
  const settings = configured ?? ProviderConfig.parse({});
  const apiKey = readKey(name, known, settings, surroundings.environment);
  const { environment } = surroundings;
  const { price, cacheMinimum } = findPrice(name, listPrices(environment));
  const timing = { clock: systemClock, pause: systemPause };
  const account = sha256(`${place}\0${known.url ?? ''}\0${apiKey}`).slice(0, 16);
  const file = path.join(stateHome(environment), 'limits', `${account}.json`);
  const asked = createProviderModel({
    provider: known.provider,
    ...{ model, apiKey, cacheMinimum, ...timing },
    // What runs on one's own machine costs nothing.
    ...present({ baseUrl: known.url, price: price ?? (known.local ? FREE : undefined) }),
    calls: settings.replies === 'calls',
    maxOutputTokens: settings.maxOutputTokens,
    timeoutMs: settings.timeoutMs,
    limiter: createLimiter({
      ...{ ids: randomIds, ...timing },
      shared: openSharedFile({ file, disk: nodeDisk, ids: randomIds, ...timing }),
      limits: present({
        requests: settings.requestsPerMinute,
        inputTokens: settings.inputTokensPerMinute,
        outputTokens: settings.outputTokensPerMinute,
      }),
      concurrent: settings.concurrent,
      tokensTogether: place !== 'anthropic',
    }),
  });
  if (known.local) return asked;
  return countByDay(asked, {
    shared: openDays(environment),
    clock: systemClock,
    capUsd: surroundings.usdPerDay,
  });
}

/** What was spent on models that cost something, by all tasks of this user. */
export function listDays(environment: ModelSurroundings['environment']): Record<string, Day> {
  return readDays(openDays(environment));
}

function openDays(environment: ModelSurroundings['environment']): SharedFile {
  const file = path.join(stateHome(environment), 'spent.json');
  return openSharedFile({ file, disk: nodeDisk, ids: randomIds, clock: systemClock, pause: systemPause });
}

function readKey(
  name: string,
  { provider, local }: KnownProvider,
  { key }: ProviderConfig,
  environment: ModelSurroundings['environment'],
): string {
  const variable = key ?? provider.keyName;
  const value = variable === '' ? undefined : environment[variable];
  if (value !== undefined && value !== '') return value;
  if (local) return '';
  throw new AgentForgeError('bad_usage', `${name} needs a key: set ${variable} in the environment.`);
}

/** The user's own prices come first. */
function listPrices(environment: ModelSurroundings['environment']): ReturnType<typeof loadPrices>[] {
  const own = path.join(configHome(environment), 'prices.yaml');
  return [...(existsSync(own) ? [loadPrices(own)] : []), loadPrices()];
}

function configHome({ XDG_CONFIG_HOME }: ModelSurroundings['environment']): string {
  return path.join(XDG_CONFIG_HOME || path.join(os.homedir(), '.config'), 'agentforge');
}

/** What processes of this user share while they run; it may be lost at any time. */
function stateHome({ XDG_STATE_HOME }: ModelSurroundings['environment']): string {
  return path.join(XDG_STATE_HOME || path.join(os.homedir(), '.local', 'state'), 'agentforge');
}
