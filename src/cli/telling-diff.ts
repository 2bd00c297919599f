// One short diff that shows what a fix looks like: of all that were kept, the one that makes the most of few lines.
import { diffTask, type FixSummary } from '../app/index.js';
import { loadState, type Runtime } from '../engine/index.js';
import { paint } from './output.js';

const MAX_LINES = 25;

export interface KeptFix {
  readonly fix: FixSummary['fixed'][number];
  readonly diff: string;
}

/** With a line of its own above; none where every diff is long. */
export async function describeTellingFix(
  runtime: Runtime,
  { fixed }: FixSummary,
): Promise<readonly string[]> {
  const kept: KeptFix[] = [];
  for (const fix of fixed)
    if (fix.task !== undefined)
      kept.push({ fix, diff: await diffTask(runtime, await loadState(runtime, fix.task)) });
  return renderTellingFix(kept);
}

export function renderTellingFix(kept: readonly KeptFix[], colour: typeof paint = paint): readonly string[] {
  const [best] = kept
    .map(({ fix, diff }) => ({ fix, lines: excerptDiff(diff), drop: measureDrop(fix) }))
    .filter(({ lines, drop }) => lines.length < MAX_LINES && drop > 0)
    .sort((one, other) => Number(hasNewName(other)) - Number(hasNewName(one)) || other.drop - one.drop);
  if (!best) return [];
  const { check, path, symbol, before, after } = best.fix;
  const title = `${symbol ?? path} in ${path}, ${check} ${before ?? ''} → ${after ?? ''}:`;
  return [colour('bold', title), ...best.lines.map((line) => paintLine(line, colour))];
}

/** A part that has a name now says more than the same statements in another order. */
function hasNewName({ lines }: { readonly lines: readonly string[] }): boolean {
  return lines.some((line) => /^\+.*\bfunction \w+\(/.test(line));
}

/** How much less there is of what was measured, as a part of it. */
function measureDrop({ before, after }: KeptFix['fix']): number {
  return before === null || after === null || before === 0 ? 0 : (before - after) / before;
}

/** What changed, with one line above and below; what lies between is left out. */
export function excerptDiff(diff: string): string[] {
  const lines = diff.split('\n').filter((line) => line !== '' && !line.startsWith('\\'));
  const body = lines.map((line, index) => (isBody(lines, index) ? line : undefined));
  const isChanged = (line: string | undefined): boolean => /^[+-]/.test(line ?? '');
  const excerpt: string[] = [];
  for (const [index, line] of body.entries()) {
    const isNear = [body[index - 1], line, body[index + 1]].some(isChanged);
    if (line !== undefined && isNear) excerpt.push(line.trimEnd());
    else if (excerpt.length > 0 && excerpt.at(-1) !== GAP) excerpt.push(GAP);
  }
  return excerpt.at(-1) === GAP ? excerpt.slice(0, -1) : excerpt;
}

const GAP = '  …';

/** Above the first hunk of a file everything is a header. */
function isBody(lines: readonly string[], index: number): boolean {
  if (/^@@ |^diff --git /.test(lines[index] ?? '')) return false;
  const start = lines.findLastIndex((line, at) => at < index && /^@@ |^diff --git /.test(line));
  return lines[start]?.startsWith('@@ ') ?? false;
}

function paintLine(line: string, colour: typeof paint): string {
  if (line.startsWith('+')) return colour('green', line);
  return line.startsWith('-') ? colour('red', line) : line;
}
