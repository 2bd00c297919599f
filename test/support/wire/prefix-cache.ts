// Prompt caches by exact prefix: one with marks that the client sets, one that works by itself.
import { createHash } from 'node:crypto';
import type { Clock } from '../../../src/platform/index.js';
import { estimateTokens } from './token-estimate.js';

export type CacheTtl = '5m' | '1h';

export interface PromptBlock {
  /** All that makes the block what it is; the mark is not part of it. */
  readonly content: string;
  readonly tokens: number;
  readonly mark: CacheTtl | undefined;
}

export interface CacheUse {
  readonly read: number;
  readonly write: number;
  readonly writeHour: number;
  commit(): void;
}

const ttlMs: Readonly<Record<CacheTtl, number>> = { '5m': 5 * 60_000, '1h': 60 * 60_000 };
const lookbackBlocks = 20;

interface Position {
  readonly key: string;
  /** Tokens of the prompt up to and with this block. */
  readonly tokens: number;
  readonly mark: CacheTtl | undefined;
}

export class MarkedPrefixCache {
  readonly #entries = new Map<string, { expiresMs: number; readonly ttl: CacheTtl }>();
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  use(scope: string, blocks: readonly PromptBlock[], minimumTokens: number): CacheUse {
    const positions = toPositions(scope, blocks);
    const marked = positions.flatMap((position, at) => {
      return position.mark !== undefined && position.tokens >= minimumTokens ? [at] : [];
    });
    const hit = this.#findHit(positions, marked);
    const read = tokensAt(positions, hit);
    const last = marked.at(-1) ?? -1;
    const lastHour = marked.findLast((at) => positions[at]?.mark === '1h') ?? -1;
    return {
      read,
      write: Math.max(0, tokensAt(positions, last) - read),
      writeHour: Math.max(0, tokensAt(positions, lastHour) - read),
      commit: () => this.#write(positions, marked, hit),
    };
  }

  #findHit(positions: readonly Position[], marked: readonly number[]): number {
    for (const mark of marked.toReversed()) {
      for (let at = mark; at > Math.max(-1, mark - lookbackBlocks); at -= 1) {
        const entry = this.#entries.get(positions[at]?.key ?? '');
        if (entry !== undefined && entry.expiresMs > this.#clock.now()) return at;
      }
    }
    return -1;
  }

  #write(positions: readonly Position[], marked: readonly number[], hit: number): void {
    const nowMs = this.#clock.now();
    for (const position of positions.slice(0, hit + 1)) this.#refresh(position.key, nowMs);
    for (const at of marked) {
      const position = positions[at];
      if (position?.mark === undefined || at <= hit) continue;
      this.#entries.set(position.key, { expiresMs: nowMs + ttlMs[position.mark], ttl: position.mark });
    }
  }

  /** What is read lives on. */
  #refresh(key: string, nowMs: number): void {
    const entry = this.#entries.get(key);
    if (entry !== undefined && entry.expiresMs > nowMs) entry.expiresMs = nowMs + ttlMs[entry.ttl];
  }
}

function toPositions(scope: string, blocks: readonly PromptBlock[]): Position[] {
  let key = scope;
  let tokens = 0;
  return blocks.map((block) => {
    key = createHash('sha256').update(key).update('\0').update(block.content).digest('hex');
    tokens += block.tokens;
    return { key, tokens, mark: block.mark };
  });
}

function tokensAt(positions: readonly Position[], at: number): number {
  return positions[at]?.tokens ?? 0;
}

export interface AutomaticCacheRule {
  readonly minimumTokens: number;
  readonly stepTokens: number;
}

const idleMs = 5 * 60_000;
const mostPrompts = 200;

export class AutomaticPrefixCache {
  #prompts: { readonly scope: string; readonly prompt: string; usedMs: number }[] = [];
  readonly #clock: Clock;
  readonly #rule: AutomaticCacheRule;

  constructor(clock: Clock, rule: AutomaticCacheRule) {
    this.#clock = clock;
    this.#rule = rule;
  }

  use(scope: string, prompt: string): CacheUse {
    const nowMs = this.#clock.now();
    this.#prompts = this.#prompts.filter((known) => known.usedMs + idleMs > nowMs);
    const known = this.#prompts.filter((other) => other.scope === scope);
    const lengths = known.map((other) => commonLength(other.prompt, prompt));
    const length = Math.max(0, ...lengths);
    const { minimumTokens, stepTokens } = this.#rule;
    const tokens = Math.floor(estimateTokens(prompt.slice(0, length)) / stepTokens) * stepTokens;
    const read = tokens < minimumTokens ? 0 : tokens;
    return {
      read,
      write: 0,
      writeHour: 0,
      commit: () => this.#keep(scope, prompt, known[lengths.indexOf(length)]),
    };
  }

  #keep(scope: string, prompt: string, read: { usedMs: number } | undefined): void {
    const usedMs = this.#clock.now();
    if (read !== undefined) read.usedMs = usedMs;
    // What the new prompt goes on from is contained in it.
    const others = this.#prompts.filter((known) => known.scope !== scope || !prompt.startsWith(known.prompt));
    this.#prompts = [...others, { scope, prompt, usedMs }].slice(-mostPrompts);
  }
}

function commonLength(one: string, other: string): number {
  const end = Math.min(one.length, other.length);
  let at = 0;
  while (at < end && one.charCodeAt(at) === other.charCodeAt(at)) at += 1;
  return at;
}
