// Reads what a shell command would run and write, without running it: plain commands at once, others with a parser.
import type { Word } from 'unbash';
import type { ShellReading } from '../contract.js';
import { createFunctions } from './functions.js';
import { NO_INPUT } from './input.js';
import { createReader } from './reader.js';
import { scanSimple } from './scan-simple.js';
import type { Where } from './state.js';
import { startState, toOutcome } from './state.js';
import { walkScript } from './walk.js';
import type { Parser, Walker } from './walker.js';
import type { Expander } from './words.js';

const MAX_LENGTH = 100_000;
// Characters that shells, terminals and people read differently.
const STRANGE = /[\0\x01-\x08\x0b\x0c\x0e-\x1a\x1c-\x1f\x7f]|\r(?!\n)/;

export async function readShell(command: string, where: Where): Promise<ShellReading> {
  const simple = scanSimple(command, where);
  if (simple !== undefined) return simple;
  return readParsed(command, where, await import('unbash'));
}

/** Tier two alone. */
export function readParsed(command: string, where: Where, parser: Parser): ShellReading {
  if (command.length > MAX_LENGTH) return refuse(command, `It is longer than ${MAX_LENGTH} characters.`);
  const functions = createFunctions();
  const reader = createReader(
    (text, state) => walkScript(toWalker(text), parser.parse(text), state, NO_INPUT),
    functions.call,
  );
  const forgotten = new Set<string>();
  const toWalker = (source: string): Walker => {
    const expander: Expander = {
      forgotten,
      forEachChild: parser.forEachChild,
      parseWord: (text) => {
        const word = findWord(parser, `x ${text}`);
        return word === undefined ? undefined : { word, expander: toWalker(`x ${text}`).expander };
      },
      readInner: (script, state) =>
        reader.findings.descend(() => walkScript(walker, script, state, NO_INPUT), toOutcome(state)),
    };
    const walker: Walker = {
      reader,
      source,
      expander,
      withSource: toWalker,
      defineFunction: functions.define,
    };
    return walker;
  };
  if (STRANGE.test(command)) reader.findings.addDoubt('unparsable', 'It holds control characters.');
  try {
    reader.readScript(command.replaceAll('\r\n', '\n'), startState(where));
    functions.runUncalled();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    reader.findings.addDoubt('unparsable', 'It is nested too deeply to be read.');
  }
  return reader.findings.toReading(command);
}

function refuse(command: string, reason: string): ShellReading {
  return { command, segments: [], writes: [], doubts: [{ kind: 'unparsable', reason }] };
}

/** The one argument of a command. */
function findWord(parser: Parser, source: string): Word | undefined {
  const [statement, ...others] = parser.parse(source).commands;
  if (statement?.command.type !== 'Command' || others.length > 0) return undefined;
  const { args, redirects } = statement.command;
  const [only] = args;
  return only?.type === 'Word' && args.length === 1 && redirects.length === 0 ? only : undefined;
}
