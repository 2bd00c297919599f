// Source code without its comments and without what its strings say: a test that is commented out is no test.

type Family = 'c' | 'hash' | 'text';

const FAMILIES: Readonly<Record<string, Family>> = Object.fromEntries([
  ...'js jsx mjs cjs ts tsx mts cts go rs java kt kts scala groovy cs php swift dart vue svelte c cc cpp h'
    .split(' ')
    .map((ending) => [ending, 'c'] as const),
  ...'py pyi rb ex exs'.split(' ').map((ending) => [ending, 'hash'] as const),
]);

const QUOTED = String.raw`"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'`;
const TEMPLATE = '`(?:[^`\\\\]|\\\\[^])*`';
/** What is never closed goes to the end of the text. */
const SKIPPED: Readonly<Record<Exclude<Family, 'text'>, RegExp>> = {
  c: new RegExp(String.raw`/\*[^]*?(?:\*/|(?![^]))|//[^\n]*|${QUOTED}|${TEMPLATE}`, 'g'),
  hash: new RegExp(
    String.raw`"""[^]*?(?:"""|(?![^]))|'''[^]*?(?:'''|(?![^]))|^=begin\b[^]*?(?:^=end\b|(?![^]))|#[^\n]*|${QUOTED}`,
    'gm',
  ),
};

/** As many lines as before; quotes stay, what stands between them goes. */
export function readCode(text: string, path: string): string {
  const family = FAMILIES[/\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? ''] ?? 'text';
  return family === 'text' ? text : text.replace(SKIPPED[family], blank);
}

function blank(skipped: string): string {
  const quote = /^["'`]/.exec(skipped)?.[0] ?? '';
  return quote + skipped.replace(/[^\n]+/g, '') + quote;
}
