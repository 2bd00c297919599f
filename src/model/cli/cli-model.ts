// A model behind a coding CLI that is already installed and logged in: two messages in, one text out, nothing left behind.
import { present, runCommand, type Clock, type CommandResult, type Pause } from '../../platform/index.js';
import type { Reply, Usage } from '../../schema/index.js';
import { callPatiently } from '../call-patiently.js';
import { ModelFailure, type Model, type ModelRequest } from '../contract.js';
import type { Limiter } from '../limiter/index.js';
import { boundOf, costOf, type Price } from '../price.js';
import type { CallFailure } from '../providers/failure.js';
import { COUNT_MARGIN, countTokens } from '../token-count.js';
import { openCallFolder, type CallFolder } from './call-folder.js';
import { chooseEnvironment } from './cli-environment.js';
import { explainTrouble, installing, type Circumstances, type Trouble } from './cli-failure.js';
import type { CliAnswer, CliEnvironment, CliReading, CodingCli } from './contract.js';
import { findProgram } from './find-program.js';

export interface CliModelOptions {
  /** As the CLI calls it; its own default otherwise. */
  readonly model?: string | undefined;
  /** A path, or a name on the PATH; the CLI's own name otherwise. */
  readonly command?: string | undefined;
  readonly timeoutMs: number;
  readonly environment: CliEnvironment;
  readonly clock: Clock;
  readonly pause: Pause;
  readonly price?: Price | undefined;
}

/** CLIs try again by themselves; more often than this is no use. */
const MAX_TRIES = 3;
/** The most a model writes, thoughts included; a CLI takes no limit of ours. */
const MAX_OUTPUT_TOKENS = 64_000;
/** How long it may take to end what a CLI started. */
const END_GRACE_MS = 10_000;

export function createCliModel(cli: CodingCli, options: CliModelOptions): Model {
  const { model, price } = options;
  const name = model === undefined ? cli.name : `${cli.name}/${model}`;
  const boundCost = (inputTokens: number): number | null =>
    price ? boundOf(price, inputTokens, MAX_OUTPUT_TOKENS) : null;
  return {
    name,
    boundUsd: (request) => boundCost(boundInput(cli, request)),
    costOf: (usage) => (price ? costOf(price, usage) : null),
    async decide(request, signal, onWait) {
      const program = findInstalled(cli, options);
      const size = { inputTokens: boundInput(cli, request), outputTokens: MAX_OUTPUT_TOKENS };
      const { result, broken } = await callPatiently({
        ...options,
        limiter: UNLIMITED,
        // The command's own time is over first, and with it come its last words.
        timeoutMs: options.timeoutMs + END_GRACE_MS,
        size,
        bound: { ...size, costUsd: boundCost(size.inputTokens) },
        call: (callSignal) => callOnce(cli, program, request, options, callSignal),
        explain: limitTries((error) => explainError(error, cli, options)),
        signal,
        onWait,
      });
      return {
        text: result.text,
        usage: result.usage,
        costUsd: result.costUsd ?? (price ? costOf(price, result.usage) : null),
        model: result.model ?? name,
        ...present({ broken }),
      } satisfies Reply;
    },
  };
}

/** The CLI knows the limits of its plan and keeps to them. */
const UNLIMITED: Limiter = { admit: async () => ({ settle: async () => {} }) };

function boundInput({ overheadTokens }: CodingCli, { messages }: ModelRequest): number {
  const tokens = countTokens(messages.map(({ content }) => content).join('\n'));
  return Math.ceil(tokens * COUNT_MARGIN) + overheadTokens;
}

function findInstalled(cli: CodingCli, { command = cli.name, environment }: CliModelOptions): string {
  const program = findProgram(command, environment);
  if (program !== undefined) return program;
  throw new ModelFailure(
    `${command} is not installed; install it with ${installing(cli)} or choose another model.`,
  );
}

type Answer = CliAnswer & { readonly headers: Readonly<Record<string, string>>; readonly usageSeen: Usage };

/** Everything but an answer is thrown, for whoever decides about another try. */
class BrokenCall extends Error {
  constructor(readonly failure: CallFailure) {
    super(failure.message);
  }
}

async function callOnce(
  cli: CodingCli,
  program: string,
  { messages: [system, user] }: ModelRequest,
  options: CliModelOptions,
  signal: AbortSignal,
): Promise<Answer> {
  const folder = openCallFolder();
  try {
    const prompt = { system: system.content, user: user.content, model: options.model, folder: folder.root };
    const { args, input, files = {} } = cli.plan(prompt);
    folder.write(files);
    const result = await runCommand(
      {
        argv: ['/bin/sh', '-c', KEEP_STDERR_APART, folder.stderrFile, program, ...args],
        cwd: folder.work,
        env: chooseEnvironment(cli, options.environment),
        timeoutMs: options.timeoutMs,
        maxOutputBytes: MAX_OUTPUT_BYTES,
        input,
      },
      signal,
    );
    return judge(cli, result, folder, options);
  } finally {
    folder.remove();
  }
}

/** Warnings must not fall into the middle of an answer. The CLI's words are only ever "$@". */
const KEEP_STDERR_APART = 'exec "$@" 2>"$0"';
const MAX_OUTPUT_BYTES = 8_000_000;

function judge(cli: CodingCli, result: CommandResult, folder: CallFolder, options: CliModelOptions): Answer {
  const ending = readEnding(cli, result, folder.readStderr());
  if ('trouble' in ending)
    throw new BrokenCall(
      explainTrouble({ ...ending, exitCode: result.exitCode }, circumstances(cli, options)),
    );
  return { ...ending, headers: {}, usageSeen: ending.usage };
}

/** What a shell says of a program that is there and cannot be run. */
const NOT_RUN = new Set<number | null>([126, 127]);

function readEnding(cli: CodingCli, result: CommandResult, stderr: string): CliAnswer | Trouble {
  const { exitCode, signal, output, spawnError } = result;
  const reading = cli.read({ stdout: output, stderr, exitCode });
  if (result.timedOut || result.aborted)
    return { trouble: 'timed_out', said: findLastWords(reading, stderr) };
  if (spawnError !== undefined) return { trouble: 'not_started', said: spawnError };
  if (NOT_RUN.has(exitCode)) return { trouble: 'not_started', said: stderr };
  if (signal !== null) return { trouble: 'killed', said: signal };
  return doubt(reading, result, stderr);
}

/** What kept it from answering, where it says so: a network that is not there, a provider that is busy. */
function findLastWords(reading: CliReading, stderr: string): string {
  return 'trouble' in reading && reading.trouble === 'failed' ? reading.said : stderr;
}

function doubt(
  reading: CliReading,
  { exitCode, output }: CommandResult,
  stderr: string,
): CliAnswer | Trouble {
  if ('trouble' in reading) {
    const isCut = reading.trouble === 'unreadable' && Buffer.byteLength(output) > MAX_OUTPUT_BYTES / 2;
    return isCut ? { trouble: 'too_much', said: '' } : reading;
  }
  if (exitCode !== 0) return { trouble: 'failed', said: stderr };
  return reading.text.trim() === '' ? { trouble: 'empty', said: '' } : reading;
}

function explainError(error: unknown, cli: CodingCli, options: CliModelOptions): CallFailure {
  if (error instanceof BrokenCall) return error.failure;
  const isTimeout = error instanceof Error && error.name === 'TimeoutError';
  const said = error instanceof Error ? error.message : String(error);
  return explainTrouble(
    { trouble: isTimeout ? 'timed_out' : 'not_started', said },
    circumstances(cli, options),
  );
}

function circumstances(cli: CodingCli, { clock, timeoutMs }: CliModelOptions): Circumstances {
  return { cli, nowMs: clock.now(), timeoutMs };
}

/** Being told to wait is no failed try. */
function limitTries(explain: (error: unknown) => CallFailure): (error: unknown) => CallFailure {
  let tries = 0;
  return (error) => {
    const failure = explain(error);
    tries += failure.afterMs === undefined ? 1 : 0;
    if (!failure.retry || tries < MAX_TRIES) return failure;
    return { ...failure, retry: false, message: `${failure.message} It was tried ${tries} times.` };
  };
}
