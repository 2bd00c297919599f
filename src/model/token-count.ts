// Token counts for budgets. The tokenizer is loaded on first use; the provider's own usage figures remain the truth.
import { createRequire } from 'node:module';

type CountTokens = (text: string, options: { disallowedSpecial: Set<string> }) => number;

let tokenizer: CountTokens | undefined;
const known = new Map<string, number>();
const MAX_KNOWN = 500;

/** Providers count differently from us: by this much at most. */
export const COUNT_MARGIN = 1.5;

export function countTokens(text: string): number {
  const cached = known.get(text);
  if (cached !== undefined) return cached;
  const tokens = countPieces(text);
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(text, tokens);
  return tokens;
}

/**
 * The tokenizer takes quadratic time on long runs of one class of character, so such runs are counted in pieces. A cut can
 * make the sum one or two lower than the true count, which the allowance for each makes up for.
 */
function countPieces(text: string): number {
  tokenizer ??= loadTokenizer();
  let sum = 0;
  let start = 0;
  for (const { index, 0: run } of text.matchAll(LONG_RUN)) {
    const end = index + run.length;
    sum += tokenizer(text.slice(start, end), NOTHING_SPECIAL) + TOKENS_PER_CUT;
    start = end;
  }
  return sum + tokenizer(text.slice(start), NOTHING_SPECIAL);
}

const LONG_RUN = /\s{500}|[\p{L}\p{M}]{500}|[^\s\p{L}\p{N}]{500}/gu;
const TOKENS_PER_CUT = 4;
/** Text that looks like a control token of the tokenizer is text. */
const NOTHING_SPECIAL = { disallowedSpecial: new Set<string>() };

function loadTokenizer(): CountTokens {
  const require = createRequire(import.meta.url);
  const { countTokens: count } = require('gpt-tokenizer/encoding/o200k_base') as { countTokens: CountTokens };
  return count;
}
