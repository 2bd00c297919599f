// Token counts for budgets. The tokenizer is loaded on first use; the provider's own usage figures remain the truth.
import { createRequire } from 'node:module';

type CountTokens = (text: string, options: { disallowedSpecial: Set<string> }) => number;

let tokenizer: CountTokens | undefined;
const known = new Map<string, number>();
const MAX_KNOWN = 500;

export function countTokens(text: string): number {
  const cached = known.get(text);
  if (cached !== undefined) return cached;
  const tokens = countPieces(text);
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(text, tokens);
  return tokens;
}

/**
 * The tokenizer takes quadratic time on long runs of one class of character, so such runs are counted in pieces. The sum is
 * never lower than the true count.
 */
function countPieces(text: string): number {
  tokenizer ??= loadTokenizer();
  const options = { disallowedSpecial: new Set<string>() };
  if (!LONG_RUN.test(text)) return tokenizer(text, options);
  let sum = 0;
  for (const piece of text.replace(LONG_RUNS, '$&\u0000').split('\u0000')) sum += tokenizer(piece, options);
  return sum;
}

const LONG_RUN = /\s{200}|[\p{L}\p{M}]{200}|[^\s\p{L}\p{N}]{200}/u;
const LONG_RUNS = /\s{200}|[\p{L}\p{M}]{200}|[^\s\p{L}\p{N}]{200}/gu;

function loadTokenizer(): CountTokens {
  const require = createRequire(import.meta.url);
  const { countTokens: count } = require('gpt-tokenizer/encoding/o200k_base') as { countTokens: CountTokens };
  return count;
}
