// Nesting beyond what any person writes; every parser here recurses, and one that runs out of stack inside a regular
// expression takes the whole process down, so such text is never handed over.

const MAX_BRACKETS = 200;
const OPENING = new Set('([{');
const CLOSING = new Set(')]}');
/** Indentation and the marks that open a nested YAML block on the same line. */
const DEEP_LINE = /^[ \t?:-]{400}/m;

/** Counts brackets without looking at strings: rough, but nothing that nests deeply escapes it. */
export function isDeeplyNested(text: string): boolean {
  let depth = 0;
  for (const character of text) {
    if (OPENING.has(character)) depth++;
    else if (CLOSING.has(character)) depth = Math.max(0, depth - 1);
    if (depth > MAX_BRACKETS) return true;
  }
  return DEEP_LINE.test(text);
}
