// The line a tool speaks of, without its formatting: what names a finding whatever line it moves to.
import type { CheckContext } from './finding.js';

/** Undefined when the tool names no line, or the file is not there to be read. */
export function readLine(
  context: Pick<CheckContext, 'read'>,
  path: string,
  line: number | undefined,
): string | undefined {
  if (line === undefined || path === '.') return undefined;
  const source = context.read(path);
  return 'why' in source ? undefined : source.lineText(line);
}

/** Some tools write 0 for "the file as a whole". */
export function toLine(line: number | null | undefined): number | undefined {
  return typeof line === 'number' && line > 0 ? line : undefined;
}
