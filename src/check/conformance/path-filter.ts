// Which files a check looks at: globs from the root, dotfiles included.
import picomatch from 'picomatch';

export function createPathFilter(globs: {
  readonly files: readonly string[];
  readonly exclude: readonly string[];
}): PathFilter {
  const includes = createGlobFilter(globs.files);
  const excludes = createGlobFilter(globs.exclude);
  return (path) => includes(path) && !excludes(path);
}

type PathFilter = (path: string) => boolean;

const MAX_FILTERS = 100;
const MAX_ANSWERS = 20_000;
const known = new Map<string, PathFilter>();

/** Most checks of a project look at the same files: each of them is asked about once. */
export function createGlobFilter(globs: readonly string[]): PathFilter {
  const key = globs.join('\0');
  const filter = known.get(key) ?? rememberAnswers(compileGlobs(globs));
  if (known.size >= MAX_FILTERS) known.clear();
  known.set(key, filter);
  return filter;
}

function rememberAnswers(filter: PathFilter): PathFilter {
  const answers = new Map<string, boolean>();
  return (path) => {
    const answer = answers.get(path) ?? filter(path);
    if (answers.size >= MAX_ANSWERS) answers.clear();
    answers.set(path, answer);
    return answer;
  };
}

function compileGlobs(globs: readonly string[]): PathFilter {
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
