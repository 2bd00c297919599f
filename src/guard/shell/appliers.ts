// Programs that run another one on names found elsewhere: `xargs`, `find -exec`, `parallel`, `fd -x`.
import type { Call } from './call.js';
import type { Field } from './field.js';
import { joinFields, literalField, unknownField } from './field.js';
import type { Input } from './input.js';
import { NO_INPUT } from './input.js';
import { hasOption, splitOptions, takeValues } from './options.js';

type Applier = (call: Call) => void;

const TABLE: Readonly<Record<string, Applier>> = {
  xargs: readXargs,
  gxargs: readXargs,
  find: readFind,
  gfind: readFind,
  fd: readFd,
  fdfind: readFd,
  parallel: readParallel,
  rg: readRipgrep,
};
const XARGS = {
  valued:
    'I i J n L l P s d E a R S max-args max-procs max-lines max-chars delimiter arg-file replace eof'.split(
      ' ',
    ),
  known: [],
  stops: true,
};
const FIND_EXEC = new Set(['-exec', '-execdir', '-ok', '-okdir']);
const FIND_PRINT = new Set(['-fprint', '-fprint0', '-fprintf', '-fls']);
const FOUND = 'the names that are found';

export function findApplier(program: string): Applier | undefined {
  return Object.hasOwn(TABLE, program) ? TABLE[program] : undefined;
}

function readXargs(call: Call): void {
  const options = splitOptions(call.args, XARGS);
  const { rest } = options;
  if (rest.length === 0) return;
  const mark = takeValues(options, 'I J replace')[0]?.value ?? undefined;
  const given = hasOption(options, 'a arg-file 0 null d delimiter') ? undefined : splitInput(call.input);
  const words =
    mark === undefined ? [...rest, ...(given ?? [unknownField(FOUND)])] : fill(rest, mark, given?.[0]);
  call.reader.readWords(words, call.state, NO_INPUT);
}

function splitInput(input: Input): readonly Field[] | undefined {
  if (input.kind !== 'text' || /["'\\\0]/.test(input.text) || input.text.length > 2000) return undefined;
  return input.text
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => literalField(word));
}

/** Puts what is found in the place of the mark; unknown where it is not known. */
function fill(words: readonly Field[], mark: string, found?: Field): readonly Field[] {
  return words.map((field) => {
    if (!field.head.includes(mark) || mark === '') return field;
    if (field.value !== null && found?.value != null) {
      return literalField(field.value.replaceAll(mark, found.value), field.raw);
    }
    return unknownField(field.raw, field.head.slice(0, field.head.indexOf(mark)));
  });
}

function readFind(call: Call): void {
  const { findings, readWords } = call.reader;
  const { args } = call;
  for (const [index, { value }] of args.entries()) {
    if (value === null) continue;
    const file = args[index + 1];
    if (FIND_EXEC.has(value))
      readWords(fill(takeCommand(args, index + 1), '{}'), inFolder(call, value), NO_INPUT);
    else if (FIND_PRINT.has(value) && file !== undefined)
      findings.addWrite(call.state, file, 'write', 'find');
    else if (value === '-delete') {
      findings.addDoubt('dynamic-target', 'Which files find deletes is not known.');
      findings.addPath(null, 'delete', 'find');
    }
  }
  if (args.some((field) => field.value === null && field.head === '' && /^\$/.test(field.raw))) {
    findings.addDoubt('dynamic-target', 'Whether find deletes or runs anything is not known.');
  }
}

/** `-execdir` runs in the folder of what is found. */
function inFolder({ state }: Call, action: string): Call['state'] {
  return action.endsWith('dir') ? { ...state, cwds: null } : state;
}

function takeCommand(args: readonly Field[], start: number): readonly Field[] {
  const end = args.findIndex(({ value }, index) => index >= start && (value === ';' || value === '+'));
  return args.slice(start, end === -1 ? undefined : end);
}

function readFd(call: Call): void {
  const index = call.args.findIndex(
    ({ value }) => value !== null && /^(-x|-X|--exec|--exec-batch)$/.test(value),
  );
  if (index === -1) return;
  const words = takeCommand(call.args, index + 1);
  const hasMark = words.some(({ head }) => head.includes('{'));
  const filled = hasMark ? fill(words, '{') : [...words, unknownField(FOUND)];
  call.reader.readWords(filled, call.state, NO_INPUT);
}

function readParallel(call: Call): void {
  const { rest } = splitOptions(call.args, {
    valued: ['j', 'jobs', 'n', 'N', 'a', 'I'],
    known: [],
    stops: true,
  });
  const end = rest.findIndex(({ value }) => value !== null && /^:::/.test(value));
  const text = joinFields(end === -1 ? rest : rest.slice(0, end));
  call.reader.findings.addDoubt(
    'dynamic-target',
    'What parallel passes to the program it runs is not known.',
  );
  if (text === null || text === '')
    call.reader.findings.addDoubt('dynamic-program', 'What parallel runs is not known.');
  else call.reader.readScript(text, call.state);
}

/** `rg --pre` runs a program on every file. */
function readRipgrep(call: Call): void {
  const program = splitOptions(call.args, { valued: ['pre', 'hostname-bin', 'e', 'g', 't'], known: [] });
  for (const name of ['pre', 'hostname-bin']) {
    const [word] = program.values.get(name) ?? [];
    if (word !== undefined) call.reader.readWords([word, unknownField(FOUND)], call.state, NO_INPUT);
  }
}
