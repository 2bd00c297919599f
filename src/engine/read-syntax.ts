// Whether changed files still parse, in every language that can be told here.
import { checkSyntax } from '../code/index.js';
import type { Report } from '../schema/index.js';
import { CAPS, clip } from './caps.js';
import type { TaskSession } from './session.js';

export interface FileSyntax {
  readonly path: string;
  /** One sentence each; none when it parses. */
  readonly errors: readonly string[];
  readonly report: Report;
}

/** Files in a language that is not understood are left out. */
export async function readSyntax(
  { runtime: { workspace } }: TaskSession,
  paths: readonly string[],
): Promise<FileSyntax[]> {
  const read: FileSyntax[] = [];
  for (const path of paths) {
    const file = workspace.read(path);
    const items = file.ok ? await checkSyntax(path, file.text) : undefined;
    if (!items) continue;
    const errors = items.map(({ line, message }) =>
      clip(`${path}${line === undefined ? '' : `:${line}`}: ${message}`, CAPS.summaryChars),
    );
    const report: Report = {
      kind: 'diagnostics',
      tool: 'syntax',
      structured: true,
      items: items.map((item) => ({ ...item, file: path })),
    };
    read.push({ path, errors, report });
  }
  return read;
}
