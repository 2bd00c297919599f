// Makes a reader from a way to read scripts; both tiers read programs alike.
import type { Reader } from './call.js';
import type { Field } from './field.js';
import { Findings } from './findings.js';
import { readCommandWords } from './simple-command.js';
import type { Outcome, ShellState } from './state.js';
import { toOutcome } from './state.js';

export function createReader(
  readScript: (text: string, state: ShellState) => Outcome,
  callFunction: Reader['callFunction'] = () => undefined,
): Reader {
  const findings = new Findings();
  const reader: Reader = {
    findings,
    callFunction,
    readScript: (text, state) => findings.descend(() => readScript(text, state), toOutcome(state)),
    readWords: (words, state, input) =>
      findings.descend(
        () => readCommandWords(reader, { words, assignments: [], text: joinRaw(words) }, state, input),
        toOutcome(state),
      ),
  };
  return reader;
}

function joinRaw(words: readonly Field[]): string {
  return words.map(({ raw }) => raw).join(' ');
}
