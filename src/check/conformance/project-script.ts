// Runs a small script of ours in a process of its own, for code of the project that we do not want in this one.
import { lstatSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { z } from 'zod';
import { parseJson } from '../../platform/index.js';
import { describeFailureToRun } from '../command-check.js';
import type { RunCommand } from '../contract.js';
import { lastWords } from './last-words.js';

const MAX_ANSWER_BYTES = 100_000_000;

export interface ProjectScript<T> {
  readonly name: string;
  /** Reads JSON from the file that is its first argument and writes JSON to its second. */
  readonly file: string;
  readonly input: unknown;
  readonly answer: z.ZodType<T>;
  readonly timeoutMs: number;
}

/** Whatever goes wrong (a throw, an exit, an answer of the wrong shape) is an error, not an answer. */
export async function runProjectScript<T>(
  run: RunCommand,
  script: ProjectScript<T>,
): Promise<{ readonly value: T } | { readonly error: string }> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'agentforge-check-'));
  try {
    const [input, answer] = [path.join(folder, 'input.json'), path.join(folder, 'answer.json')];
    writeFileSync(input, JSON.stringify(script.input));
    const outcome = await run({
      name: script.name,
      argv: [process.execPath, script.file, input, answer],
      timeoutMs: script.timeoutMs,
      writable: [folder],
    });
    const failure = describeFailureToRun(outcome);
    if (failure !== undefined) return { error: failure };
    const text = readAnswer(answer);
    if (text === undefined) return { error: `gave no answer${lastWords(outcome)}` };
    return judgeAnswer(parseJson(text), script.answer);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readAnswer(file: string): string | undefined {
  const stat = lstatSync(file, { throwIfNoEntry: false });
  return stat?.isFile() && stat.size <= MAX_ANSWER_BYTES ? readFileSync(file, 'utf8') : undefined;
}

function judgeAnswer<T>(answer: unknown, shape: z.ZodType<T>): { value: T } | { error: string } {
  if (typeof answer === 'object' && answer !== null && 'error' in answer)
    return { error: String(answer.error) };
  const parsed = shape.safeParse(answer);
  if (parsed.success) return { value: parsed.data };
  const issue = parsed.error.issues[0];
  return {
    error: `gave an answer of the wrong shape: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`.trim(),
  };
}
