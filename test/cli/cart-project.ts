// The project of the demo in a folder of its own, and commands run in it.
import { cpSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseLines, runCli, type CliOptions, type CliResult } from '../support/run-cli.js';
import { commitAll, makeTempProject, type TempProject } from '../support/walled-project.js';

const DEMO = fileURLToPath(new URL('../../data/demo/', import.meta.url));

export interface CartProject extends TempProject {
  cli(...args: string[]): Promise<CliResult>;
  /** Runs with `--json` and returns what was printed. */
  json<T = Record<string, unknown>>(...args: string[]): Promise<T[]>;
  start(args: readonly string[], options: CliOptions): Promise<CliResult>;
  /** Writes a file beside the project and returns its path. */
  beside(name: string, content: unknown): string;
}

export function makeCartProject(): CartProject {
  const project = makeTempProject();
  cpSync(DEMO, project.root, { recursive: true });
  commitAll(project.root);
  const start: CartProject['start'] = (args, options) => runCli(args, { cwd: project.root, ...options });
  const cli = (...args: string[]): Promise<CliResult> => start(args, {});
  return {
    ...project,
    start,
    cli,
    json: async <T>(...args: string[]) => parseLines<T>(await cli(...args, '--json')),
    beside(name, content) {
      const file = path.join(project.outside, name);
      writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
      return file;
    },
  };
}

export const FIX_BOTH = {
  action: 'apply_edits',
  parameters: {
    edits: [
      { action: 'edit_file', path: 'cart.js', old: 'let i = 1', new: 'let i = 0' },
      { action: 'edit_file', path: 'cart.js', old: 'sum - percent', new: 'sum * (1 - percent / 100)' },
    ],
  },
};
