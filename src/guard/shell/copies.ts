// Where `cp`, `mv`, `ln`, `install`, `rsync` and `scp` put things, and what they take away.
import { posix } from 'node:path';
import type { Call } from './call.js';
import type { Field } from './field.js';
import { literalField } from './field.js';
import type { Options } from './options.js';
import { splitOptions, takeValues, toNames } from './options.js';

const VALUED: Readonly<Record<string, string>> = {
  cp: 't target-directory S suffix',
  mv: 't target-directory S suffix',
  ln: 't target-directory S suffix',
  install: 't target-directory m mode o owner g group S suffix',
  rsync: 'e rsh exclude include exclude-from include-from filter f files-from T temp-dir log-file max-size',
  scp: 'P p i o c F J l S',
};
const REMOTE = /^[\w.@-]+:/;

export function isCopy(program: string): boolean {
  return Object.hasOwn(VALUED, program);
}

export function readCopy(call: Call): void {
  const { program, state, reader } = call;
  const options = splitOptions(call.args, {
    valued: toNames(VALUED[program]),
    known: ['directory', 'delete'],
  });
  const { sources, target, isDirectory } = findEnds(program, options);
  if (program === 'mv' || options.flags.has('remove-source-files')) {
    for (const source of sources) reader.findings.addWrite(state, source, 'move', program);
  }
  if (program === 'install' && options.flags.has('d')) {
    for (const field of options.rest) reader.findings.addWrite(state, field, 'write', program);
  } else if (target !== undefined && !isRemote(program, target)) {
    for (const path of nameResults(sources, target, isDirectory)) {
      reader.findings.addWrite(state, path, 'write', program);
      rememberLink(call, sources, path);
    }
  }
}

function isRemote(program: string, target: Field): boolean {
  return (program === 'rsync' || program === 'scp') && REMOTE.test(target.head);
}

interface Ends {
  readonly sources: readonly Field[];
  readonly target: Field | undefined;
  readonly isDirectory: boolean;
}

function findEnds(program: string, options: Options): Ends {
  const { rest } = options;
  const [directory] = takeValues(options, 't target-directory');
  if (directory !== undefined) return { sources: rest, target: directory, isDirectory: true };
  const sources = rest.slice(0, -1);
  const target = rest.at(-1);
  // `ln target` makes a link of the same name here.
  if (sources.length === 0 && program === 'ln') {
    return { sources: rest, target: literalField('.'), isDirectory: true };
  }
  if (sources.length === 0) return { sources: [], target: undefined, isDirectory: false };
  const last = target?.value ?? '';
  const isDirectory = sources.length > 1 || /(^|\/)\.{0,2}$/.test(last);
  return { sources, target, isDirectory };
}

/** A target that is an existing directory receives the source under its own name: both are named where it is not clear. */
function nameResults(sources: readonly Field[], target: Field, isDirectory: boolean): readonly Field[] {
  const { value } = target;
  if (value === null) return [target];
  const inside = sources.map((source) => nameInside(value, source, target.raw));
  if (isDirectory) return inside;
  const extension = posix.extname(value);
  const isFile = extension !== '' && sources.every((source) => posix.extname(source.head) === extension);
  return isFile ? [target] : [target, ...inside.filter(({ value: path }) => path !== null)];
}

function nameInside(directory: string, source: Field, raw: string): Field {
  if (source.value === null) return { value: null, head: directory, raw };
  return literalField(posix.join(directory, posix.basename(source.value)), raw);
}

/** A later write through the link, or to a hard link, is a write to what it leads to; a copied program is that program. */
function rememberLink({ program, state, reader }: Call, sources: readonly Field[], path: Field): void {
  if (program !== 'ln' && program !== 'cp') return;
  const source = sources[0];
  if (source === undefined) return;
  for (const link of reader.findings.resolve(state, path)) {
    for (const target of reader.findings.resolve(state, source)) {
      if (link === null || target === null || link === target) continue;
      if (program === 'ln') reader.findings.addLink(link, target);
      else reader.findings.addCopy(link, target);
    }
  }
}
