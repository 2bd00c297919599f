// How code is laid out here, counted in a sample of files rather than believed from a configuration.

export interface CodeStyle {
  readonly indent?: 'tabs' | '2 spaces' | '4 spaces' | '8 spaces';
  readonly quotes?: 'single quotes' | 'double quotes';
  readonly semicolons?: 'semicolons' | 'no semicolons';
}

const MAX_SAMPLES = 20;
const MAX_SAMPLE_LENGTH = 20_000;

export function readStyle(paths: readonly string[], read: (path: string) => string | undefined): CodeStyle {
  const text = pickSamples(paths)
    .map((path) => (read(path) ?? '').slice(0, MAX_SAMPLE_LENGTH))
    .join('\n');
  const lines = text.split('\n').map((line) => line.trimEnd());
  const indent = findIndent(lines);
  const quotes = findQuotes(text);
  const semicolons = paths.some((path) => /\.[cm]?[jt]sx?$/.test(path)) ? findSemicolons(lines) : undefined;
  return {
    ...(indent === undefined ? {} : { indent }),
    ...(quotes === undefined ? {} : { quotes }),
    ...(semicolons === undefined ? {} : { semicolons }),
  };
}

/** Evenly spread over the list, so that one folder does not speak for all. */
function pickSamples(paths: readonly string[]): string[] {
  const step = Math.max(1, paths.length / MAX_SAMPLES);
  return Array.from(
    { length: Math.min(MAX_SAMPLES, paths.length) },
    (_, index) => paths[Math.floor(index * step)] ?? '',
  );
}

interface Indent {
  readonly name: NonNullable<CodeStyle['indent']>;
  readonly text: string;
}

const INDENTS: readonly Indent[] = [
  { name: 'tabs', text: '\t' },
  { name: '2 spaces', text: '  ' },
  { name: '4 spaces', text: '    ' },
  { name: '8 spaces', text: '        ' },
];

/** Counts by how much each line goes deeper than the one before. */
function findIndent(lines: readonly string[]): CodeStyle['indent'] {
  const counts = new Map<string, number>();
  let previous = '';
  for (const line of lines) {
    if (line === '') continue;
    const lead = /^[ \t]*/.exec(line)?.[0] ?? '';
    const deeper = lead.startsWith(previous) ? lead.slice(previous.length) : '';
    counts.set(deeper, (counts.get(deeper) ?? 0) + 1);
    previous = lead;
  }
  const countOf = ({ text }: Indent): number => counts.get(text) ?? 0;
  const best = INDENTS.reduce((a, b) => (countOf(b) > countOf(a) ? b : a));
  return countOf(best) === 0 ? undefined : best.name;
}

function findQuotes(text: string): CodeStyle['quotes'] {
  const single = text.match(/'[^'"\n]*'/g)?.length ?? 0;
  const double = text.match(/"[^'"\n]*"/g)?.length ?? 0;
  if (single === double) return undefined;
  return single > double ? 'single quotes' : 'double quotes';
}

/** Only lines that could end in a semicolon vote. */
function findSemicolons(lines: readonly string[]): CodeStyle['semicolons'] {
  const votes = lines.filter((line) => /[\w)\]'"`;]$/.test(line) && !/^\s*(?:\/\/|\/?\*)/.test(line));
  if (votes.length === 0) return undefined;
  return votes.filter((line) => line.endsWith(';')).length * 3 > votes.length
    ? 'semicolons'
    : 'no semicolons';
}
