// Programs that unpack or apply what a file says: their targets are not in the command.
import { posix } from 'node:path';
import type { Call } from './call.js';
import type { Field } from './field.js';
import { literalField } from './field.js';
import type { Options } from './options.js';
import { hasOption, splitOptions, takeValues, toNames } from './options.js';

type Unpacker = (call: Call) => void;

const TABLE: Readonly<Record<string, Unpacker>> = {
  tar: readTar,
  bsdtar: readTar,
  unzip: readUnzip,
  cpio: readCpio,
  '7z': readSevenZip,
  '7za': readSevenZip,
  patch: readPatch,
};

export function findUnpacker(program: string): Unpacker | undefined {
  return Object.hasOwn(TABLE, program) ? TABLE[program] : undefined;
}

function readTar(call: Call): void {
  const options = splitOptions(addDash(call.args), {
    valued: toNames('f C file directory T X exclude I use-compress-program to-command F'),
    known: toNames('extract get create list append update checkpoint-action to-stdout'),
  });
  readTarPrograms(call, options);
  if (hasOption(options, 'x extract get') && !hasOption(options, 'O to-stdout')) {
    doubtUnpacked(call, takeValues(options, 'C directory').at(-1));
  }
  if (!hasOption(options, 'c r u A create append update')) return;
  for (const file of takeValues(options, 'f file')) {
    if (file.value !== '-') call.reader.findings.addWrite(call.state, file, 'write', call.program);
  }
}

/** `tar xf a.tar`: the first word may be options without a dash. */
function addDash(args: readonly Field[]): readonly Field[] {
  const [first, ...others] = args;
  if (first?.value == null || !/^[A-Za-z]+$/.test(first.value)) return args;
  return [literalField(`-${first.value}`, first.raw), ...others];
}

/** `tar` runs programs that its options name. */
function readTarPrograms({ reader, state }: Call, options: Options): void {
  for (const field of takeValues(options, 'I use-compress-program to-command F checkpoint-action')) {
    if (field.value === null) reader.findings.addDoubt('dynamic-program', 'What tar runs is not known.');
    else reader.readScript(field.value.replace(/^exec=/, ''), state);
  }
}

function readUnzip(call: Call): void {
  const { flags, values } = splitOptions(call.args, { valued: ['d', 'x', 'P'], known: [] });
  if (!['l', 'p', 't', 'v', 'Z'].some((name) => flags.has(name))) doubtUnpacked(call, values.get('d')?.[0]);
}

function readCpio(call: Call): void {
  const { flags } = splitOptions(call.args, { valued: ['F', 'I', 'O', 'D'], known: ['extract'] });
  if (flags.has('i') || flags.has('p') || flags.has('extract')) doubtUnpacked(call, undefined);
}

function readSevenZip(call: Call): void {
  const [verb, archive] = call.args.filter(({ head }) => !head.startsWith('-'));
  if (verb?.value === 'x' || verb?.value === 'e') doubtUnpacked(call, undefined);
  else if (verb?.value !== 'l' && archive !== undefined) {
    call.reader.findings.addWrite(call.state, archive, 'write', call.program);
  }
}

function readPatch(call: Call): void {
  const options = splitOptions(call.args, {
    valued: toNames('p i d o r B b z D F input directory output strip fuzz'),
    known: ['dry-run'],
  });
  if (options.flags.has('dry-run')) return;
  const output = takeValues(options, 'o output')[0] ?? options.rest[0];
  if (output === undefined) doubtUnpacked(call, takeValues(options, 'd directory')[0]);
  else call.reader.findings.addWrite(call.state, output, 'write', call.program);
}

function doubtUnpacked({ program, reader, state }: Call, directory: Field | undefined): void {
  const where = directory?.value == null ? 'the working directory' : posix.normalize(directory.value);
  reader.findings.addDoubt('dynamic-target', `Which files ${program} writes in ${where} is not known.`);
  reader.findings.addPath(null, 'write', program);
  if (directory !== undefined) reader.findings.addWrite(state, directory, 'write', program);
}
