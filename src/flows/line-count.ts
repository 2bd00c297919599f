// How much a flow changed, all its fixes together, in the numbers that git shows.
import { diffTask, type Runtime } from '../engine/index.js';
import { runGit } from '../platform/index.js';
import type { TaskState } from '../schema/index.js';

export interface LineCount {
  readonly files: number;
  readonly added: number;
  readonly removed: number;
}

/** A line that one fix adds and a later one changes counts once, as it does in the diff that people read. */
export async function countLines(
  runtime: Runtime,
  flow: TaskState,
  fixed: readonly { readonly commit?: string }[],
): Promise<LineCount> {
  const [first, last] = [fixed[0]?.commit, fixed.at(-1)?.commit];
  const committed = first === undefined || last === undefined ? undefined : [`${first}~`, last];
  return (committed && (await countCommits(runtime, committed))) ?? countDiff(await diffTask(runtime, flow));
}

async function countCommits(
  { workspace }: Runtime,
  range: readonly string[],
): Promise<LineCount | undefined> {
  const { exitCode, stdout } = await runGit(workspace.root, ['diff', '--numstat', ...range, '--']);
  if (exitCode !== 0) return undefined;
  const rows = stdout.split('\n').filter((line) => line !== '');
  const add = (column: number): number =>
    rows.reduce((sum, row) => sum + (Number.parseInt(row.split('\t')[column] ?? '', 10) || 0), 0);
  return { files: rows.length, added: add(0), removed: add(1) };
}

/** What begins with a sign above the first hunk of a file is a header. */
export function countDiff(diff: string): LineCount {
  const files = diff.split(/^diff --git /m).slice(1);
  const lines = files.flatMap((text) => /^@@ [^]*/m.exec(text)?.[0].split('\n') ?? []);
  const count = (sign: string): number => lines.filter((line) => line.startsWith(sign)).length;
  return { files: files.length, added: count('+'), removed: count('-') };
}
