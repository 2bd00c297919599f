// Which of the coding CLIs are installed, and what to do about the others.
import { runCommand } from '../../platform/index.js';
import { openCallFolder } from './call-folder.js';
import { claude } from './claude.js';
import { chooseEnvironment } from './cli-environment.js';
import { installing } from './cli-failure.js';
import { codex } from './codex.js';
import type { CliEnvironment, CodingCli } from './contract.js';
import { findProgram } from './find-program.js';
import { gemini } from './gemini.js';

export interface FoundCli {
  readonly name: string;
  readonly path?: string;
  readonly version?: string;
  /** What is wrong with it, and what to do. */
  readonly problem?: string;
}

export const CODING_CLIS: readonly CodingCli[] = [claude, codex, gemini];

export async function findClis(environment: CliEnvironment): Promise<FoundCli[]> {
  return Promise.all(CODING_CLIS.map((cli) => findCli(cli, environment)));
}

async function findCli(cli: CodingCli, environment: CliEnvironment): Promise<FoundCli> {
  const { name } = cli;
  const path = findProgram(name, environment);
  if (path === undefined)
    return { name, problem: `${name} is not installed; install it with ${installing(cli)}.` };
  return { name, path, ...(await askVersion(cli, path, environment)) };
}

const TIMEOUT_MS = 5_000;

async function askVersion(
  cli: CodingCli,
  path: string,
  environment: CliEnvironment,
): Promise<Pick<FoundCli, 'version' | 'problem'>> {
  const folder = openCallFolder();
  try {
    const { exitCode, output, timedOut } = await runCommand({
      argv: [path, '--version'],
      cwd: folder.work,
      env: chooseEnvironment(cli, environment),
      timeoutMs: TIMEOUT_MS,
      maxOutputBytes: 20_000,
    });
    const version = exitCode === 0 ? /\d+\.\d+\.\d+[\w.-]*/.exec(output)?.[0] : undefined;
    if (version !== undefined) return { version };
    // Slow is not broken: it may answer all the same.
    if (timedOut)
      return { problem: `${cli.name} did not say its version within ${TIMEOUT_MS / 1_000} seconds.` };
    return { problem: `${cli.name} does not say its version; install it again with ${installing(cli)}.` };
  } finally {
    folder.remove();
  }
}
