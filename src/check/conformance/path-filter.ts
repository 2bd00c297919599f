// Which files a check looks at: globs from the root, dotfiles included.
import picomatch from 'picomatch';

export function createPathFilter(globs: {
  readonly files: readonly string[];
  readonly exclude: readonly string[];
}): (path: string) => boolean {
  const includes = createGlobFilter(globs.files);
  const excludes = createGlobFilter(globs.exclude);
  return (path) => includes(path) && !excludes(path);
}

export function createGlobFilter(globs: readonly string[]): (path: string) => boolean {
  if (globs.length === 0) return () => false;
  if (globs.includes('**')) return () => true;
  // One expression for all: asking each glob on its own takes most of the time of a run that finds nothing new.
  const sources = globs.map((glob) => `(?:${picomatch.makeRe(glob, { dot: true }).source})`);
  const expression = new RegExp(sources.join('|'));
  return (path) => expression.test(path);
}

/** What is wrong with a glob, in a few words; it would otherwise match nothing, and nobody would notice. */
export function findGlobProblem(glob: string): string | undefined {
  if (glob.startsWith('!')) return 'begins with !; put what it names under exclude';
  if (glob.startsWith('/')) return 'begins with /; globs are relative to the project root';
  if (/^\.\.?\//.test(glob)) return 'begins with a dot segment; write it from the project root, as in src/**';
  if (glob.includes('\\')) return 'contains a backslash; folders are separated by /';
  return findUnclosed(glob);
}

const PAIRS: Readonly<Record<string, string>> = { '{': '}', '[': ']', '(': ')' };

function findUnclosed(glob: string): string | undefined {
  const open: string[] = [];
  for (const character of glob) {
    const closing = PAIRS[character];
    if (closing !== undefined) open.push(closing);
    else if (character === open.at(-1)) open.pop();
  }
  return open.length === 0 ? undefined : `has no closing ${open.at(-1) ?? ''}`;
}
