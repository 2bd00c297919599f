// What a command that failed said last: usually why.
import { stripAnsi } from '../../report/index.js';
import type { CommandOutcome } from '../contract.js';

const MAX_CHARS = 300;

/** The end of a sentence. */
export function lastWords({ exitCode, output }: CommandOutcome): string {
  const lines = stripAnsi(output)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('at ') && !/^Node\.js v/.test(line));
  const said = lines.find((line) => /error/i.test(line)) ?? lines.at(-1);
  const ended = exitCode === null ? '' : ` (exit ${exitCode})`;
  return said === undefined ? ended : `${ended}: ${said.slice(0, MAX_CHARS)}`;
}
