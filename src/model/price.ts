// What a call costs. Prices are dated data that a user can override; an unknown price is null, never a guess.
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { packageFile, parseYaml, present } from '../platform/index.js';
import type { Usage } from '../schema/index.js';

/** Dollars for a million tokens. */
export const Price = z.strictObject({
  input: z.number().nonnegative(),
  output: z.number().nonnegative(),
  /** Default: the provider has no cheaper one than plain input. */
  cacheRead: z.number().nonnegative().optional(),
  cacheWrite: z.number().nonnegative().optional(),
});
export type Price = z.infer<typeof Price>;

export const PriceFile = z.strictObject({
  /** The day on which these prices were true. */
  date: z.iso.date(),
  /** By `provider/model`, or its beginning followed by `*`. */
  prices: z.record(z.string(), Price),
  /** Tokens below which a prompt is not cached at all, by the same names. */
  cacheMinimums: z.record(z.string(), z.number().int().nonnegative()).default({}),
});
export type PriceFile = z.infer<typeof PriceFile>;

export function loadPrices(file = packageFile('data/prices.yaml')): PriceFile {
  return parseYaml(readFileSync(file, 'utf8'), PriceFile, file, 'bad_config');
}

export interface KnownModel {
  readonly price: Price | undefined;
  readonly cacheMinimum: number;
  /** When the price was true. */
  readonly date: string | undefined;
}

/** The first file that knows the model decides. */
export function findPrice(name: string, files: readonly PriceFile[]): KnownModel {
  const priced = files.find(({ prices }) => lookUp(prices, name) !== undefined);
  const minimums = files.map(({ cacheMinimums }) => lookUp(cacheMinimums, name));
  return {
    price: priced && lookUp(priced.prices, name),
    cacheMinimum: minimums.find((one) => one !== undefined) ?? 0,
    date: priced?.date,
  };
}

/** The exact name before the longest beginning. */
function lookUp<T>(entries: Readonly<Record<string, T>>, name: string): T | undefined {
  const [best] = Object.keys(entries)
    .filter((key) => key.endsWith('*') && name.startsWith(key.slice(0, -1)))
    .sort((a, b) => b.length - a.length);
  return entries[name] ?? (best === undefined ? undefined : entries[best]);
}

const MILLION = 1_000_000;

/** `inputTokens` is all that was sent, what was read from or written to a cache included. */
export function costOf(price: Price, usage: Usage, writeFactor = 1): number {
  const { inputTokens, outputTokens, cachedTokens, writtenTokens = 0 } = usage;
  const plain = Math.max(0, inputTokens - cachedTokens - writtenTokens);
  const { input, output, cacheRead = input, cacheWrite = input } = price;
  return (
    (plain * input +
      cachedTokens * cacheRead +
      writtenTokens * cacheWrite * writeFactor +
      outputTokens * output) /
    MILLION
  );
}

/** The most that so many tokens can cost: all of it written to the cache anew. */
export function boundOf(price: Price, inputTokens: number, outputTokens: number, writeFactor = 1): number {
  const dearest = Math.max(price.input, (price.cacheWrite ?? 0) * writeFactor);
  return (inputTokens * dearest + outputTokens * price.output) / MILLION;
}

/** Usage as every driver reports it. */
export function toUsage(counted: {
  readonly input: number;
  readonly output: number;
  readonly cached?: number | undefined;
  readonly written?: number | undefined;
}): Usage {
  const { input, output, cached = 0, written } = counted;
  return {
    inputTokens: input,
    outputTokens: output,
    cachedTokens: cached,
    ...present({ writtenTokens: written }),
  };
}
