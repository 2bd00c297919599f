// Which readers look at a program: its own, and those that go by tables.
import { findApplier } from './appliers.js';
import { findUnpacker } from './archives.js';
import { findBuiltin } from './builtins.js';
import type { Call } from './call.js';
import { isCopy, readCopy } from './copies.js';
import { readCurl, readWget } from './downloads.js';
import { literalField, unknownField } from './field.js';
import { readGit } from './git.js';
import { isShell, readLanguage, readShellCall } from './interpreters.js';
import { findOutput } from './output.js';
import { readPackageManager } from './package-managers.js';
import type { Outcome } from './state.js';
import { toOutcome } from './state.js';
import { readAwk, readSed } from './stream-editors.js';
import { isWrapper, readWrapper } from './wrappers.js';
import { readWriter } from './write-rules.js';

const OWN: Readonly<Record<string, (call: Call) => void>> = {
  sed: readSed,
  gsed: readSed,
  awk: readAwk,
  gawk: readAwk,
  mawk: readAwk,
  nawk: readAwk,
  git: readGit,
  curl: readCurl,
  wget: readWget,
  dd: readDd,
};

/** Reads everything that is known of a program. */
export function readProgram(call: Call): Outcome {
  const outcome = findBuiltin(call.program)?.(call) ?? readOutside(call);
  return { ...outcome, output: findOutput(call) };
}

function readOutside(call: Call): Outcome {
  const { program } = call;
  if (Object.hasOwn(OWN, program)) OWN[program]?.(call);
  if (isCopy(program)) readCopy(call);
  if (isShell(program)) readShellCall(call);
  findApplier(program)?.(call);
  findUnpacker(program)?.(call);
  readWriter(call);
  readLanguage(call);
  readPackageManager(call);
  const inner = isWrapper(program) ? readWrapper(call) : undefined;
  return inner ?? toOutcome(call.state);
}

function readDd({ args, reader, state }: Call): void {
  for (const field of args) {
    if (field.value === null && field.head === '')
      reader.findings.addWrite(state, unknownField(field.raw), 'write', 'dd');
    if (!field.head.startsWith('of=')) continue;
    const file =
      field.value === null ? unknownField(field.raw) : literalField(field.value.slice(3), field.raw);
    reader.findings.addWrite(state, file, 'write', 'dd');
  }
}
