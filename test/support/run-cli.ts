// Runs the built command line as a person or a program would.
import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const MAIN = fileURLToPath(new URL('../../dist/bin/main.js', import.meta.url));

export interface CliResult {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CliOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
  /** Called with the process as soon as it runs. */
  readonly onStarted?: (child: ChildProcess) => void;
}

/** Whatever this machine has trusted or configured stays out of it, unless `env` says otherwise. */
export async function runCli(args: readonly string[], options: CliOptions = {}): Promise<CliResult> {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, [MAIN, ...args], {
    cwd: options.cwd ?? process.cwd(),
    env: {
      PATH,
      HOME,
      XDG_CONFIG_HOME: path.join(options.cwd ?? '/nowhere', '..', 'config'),
      ...options.env,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (stdout += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (stderr += chunk));
  child.stdin.on('error', () => undefined).end(options.input ?? '');
  options.onStarted?.(child);
  const exitCode = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { exitCode, stdout, stderr };
}

/** What `--json` printed: one value a line, and nothing else. */
export function parseLines<T = Record<string, unknown>>({ stdout }: CliResult): T[] {
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T);
}
