// Programs that run text: shells, whose text is read on, and languages, whose text is a doubt.
import type { Call } from './call.js';
import type { Field } from './field.js';
import { joinFields, literalField } from './field.js';
import { shorten } from './findings.js';
import type { Input } from './input.js';
import type { Options } from './options.js';
import { hasOption, splitOptions, takeValues, toNames } from './options.js';
import type { Outcome, ShellState } from './state.js';
import { inheritState, setVariable } from './state.js';
import { takeInPlace } from './stream-editors.js';

interface Language {
  /** Options whose value is code. */
  readonly code: string;
  readonly valued?: string;
  /** It runs what comes on its standard input when no file is named. */
  readonly stdin: boolean;
}

const SHELLS = new Set(['sh', 'bash', 'zsh', 'dash', 'ksh', 'mksh', 'ash', 'fish', 'rbash', 'csh', 'tcsh']);
const NODE: Language = {
  code: 'e eval p print pe',
  valued: 'r require loader import experimental-loader conditions C env-file test-reporter',
  stdin: true,
};
const LANGUAGES: ReadonlyMap<string, Language> = new Map(
  Object.entries<Language>({
    python: { code: 'c', valued: 'W X Q', stdin: true },
    pypy: { code: 'c', valued: 'W X', stdin: true },
    ipython: { code: 'c', stdin: true },
    node: NODE,
    nodejs: NODE,
    bun: { ...NODE, stdin: false },
    tsx: NODE,
    'ts-node': { ...NODE, valued: 'P project O compilerOptions r require' },
    deno: { code: '', stdin: false },
    perl: { code: 'e E', valued: 'I M m F', stdin: true },
    ruby: { code: 'e', valued: 'I r C', stdin: true },
    php: { code: 'r B R E', valued: 'd c', stdin: true },
    lua: { code: 'e', valued: 'l', stdin: true },
    luajit: { code: 'e', valued: 'l', stdin: true },
    Rscript: { code: 'e', stdin: false },
    R: { code: 'e', stdin: true },
    julia: { code: 'e E eval print', stdin: true },
    osascript: { code: 'e', stdin: true },
    pwsh: { code: 'c C Command EncodedCommand enc e ec', stdin: true },
    powershell: { code: 'c C Command EncodedCommand enc e ec', stdin: true },
    elixir: { code: 'e eval', stdin: false },
    groovy: { code: 'e', stdin: false },
    scala: { code: 'e', stdin: false },
    guile: { code: 'c', stdin: true },
    ocaml: { code: 'e', stdin: true },
    swift: { code: 'e', stdin: true },
    tclsh: { code: '', stdin: true },
    expect: { code: 'c', stdin: true },
    gdb: { code: 'ex eval-command x command', valued: 'p', stdin: true },
    emacs: { code: 'eval f l funcall load', stdin: false },
    vim: { code: 'c S cmd s', stdin: true },
    nvim: { code: 'c S cmd s', stdin: true },
    vi: { code: 'c S cmd s', stdin: true },
    ex: { code: 'c S cmd', stdin: true },
    ed: { code: '', stdin: true },
    red: { code: '', stdin: true },
    m4: { code: '', stdin: true },
    make: { code: 'eval E', valued: 'C j I o W', stdin: false },
    timeit: { code: 'n', stdin: false },
  }),
);
const EDITS_IN_PLACE = new Set(['perl', 'ruby']);
const HAS_MODULES = new Set(['python', 'pypy']);
const OPTIONS_ANYWHERE = new Set(['vim', 'nvim', 'vi', 'ex', 'emacs', 'make', 'timeit']);
const EDITORS = new Set(['ed', 'red', 'ex', 'vi', 'vim', 'nvim', 'm4']);
const STANDARD_INPUT = /^(-|\/dev\/(stdin|fd\/0))$/;
const DATABASES = new Set(['sqlite3', 'psql', 'mysql', 'mariadb', 'duckdb']);
const DATABASE_ESCAPE =
  /\\!|\\o\b|\\copy\b|^\s*\.(shell|system|output|once|save|backup|import|cd)\b|\boutfile\b|\bsystem\s/im;
const DECODER = /\b(base64|base32|xxd|openssl|uudecode|zcat|gunzip|bzcat|xzcat|rev|tr|od|iconv)\b/;

export function isShell(program: string): boolean {
  return SHELLS.has(program);
}

export function readShellCall(call: Call): Outcome | undefined {
  const names = { valued: ['o', 'O', 'rcfile', 'init-file'], known: ['rcfile', 'init-file'], stops: true };
  const options = splitOptions(call.args.map(turnPlus), names);
  const state = inheritState(call.state);
  for (const file of takeValues(options, 'rcfile init-file')) runFile(call, file, state);
  const [first, ...others] = options.rest;
  if (options.flags.has('c')) {
    runText(call, first, bindPositional(state, others));
    return undefined;
  }
  if (first === undefined || options.flags.has('s') || isStdin(first)) runInput(call, call.input, state);
  else runFile(call, first, bindPositional(state, [first, ...others]));
  return undefined;
}

/** `+x` takes an option back, but is an option all the same. */
function turnPlus(field: Field): Field {
  return field.value !== null && /^\+[A-Za-z]+$/.test(field.value)
    ? literalField(field.value.replace('+', '-').replaceAll('c', ''), field.raw)
    : field;
}

export function readLanguage(call: Call): void {
  if (DATABASES.has(call.program)) readDatabase(call);
  const name = call.program.replace(/[\d.]+$/, '');
  const language = LANGUAGES.get(name);
  if (language === undefined) return;
  const { args, inPlace } = EDITS_IN_PLACE.has(name)
    ? takeInPlace(call.args)
    : { args: call.args, inPlace: false };
  const module = HAS_MODULES.has(name) ? args.findIndex(isModuleOption) : -1;
  const options = splitOptions(module === -1 ? args : args.slice(0, module), {
    valued: [language.code, language.valued].flatMap(toNames),
    known: [],
    stops: !OPTIONS_ANYWHERE.has(name),
  });
  if (isInline(call, language, options, name)) doubtCode(call);
  else if (module !== -1) runModule(call, args.slice(module));
  else readProgramFile(call, options, language);
  if (inPlace) writeInPlace(call, options.rest.slice(hasOption(options, language.code) ? 0 : 1));
}

function doubtCode({ args, program, reader }: Call): void {
  reader.findings.addDoubt('inline-code', `${program} runs code that is given to it: ${describe(args)}`);
}

function writeInPlace({ program, reader, state }: Call, files: readonly Field[]): void {
  for (const file of files) reader.findings.addWrite(state, file, 'write', program);
}

/** Reads a text that a shell is about to run; a doubt when it is not known. */
export function runText(call: Call, text: Field | undefined, state: ShellState): Outcome | undefined {
  if (text === undefined) return undefined;
  if (text.value !== null) return call.reader.readScript(text.value, state);
  doubtProgram(call, DECODER.test(text.raw), text.raw);
  return undefined;
}

export function isStdin({ value }: Field): boolean {
  return value !== null && STANDARD_INPUT.test(value);
}

export function runInput(call: Call, input: Input, state: ShellState): Outcome | undefined {
  if (input.kind === 'text') return call.reader.readScript(input.text, state);
  if (input.kind === 'file') return runFile(call, input.file, state);
  if (input.kind === 'unknown') doubtProgram(call, input.encoded, 'its standard input');
  return undefined;
}

/** A file that the same command wrote is read too; another is a program like any. */
export function runFile(call: Call, file: Field, state: ShellState): Outcome | undefined {
  const { findings, readScript } = call.reader;
  if (file.value === null) {
    doubtProgram(call, DECODER.test(file.raw), file.raw);
    return undefined;
  }
  let outcome: Outcome | undefined;
  for (const path of findings.resolve(call.state, file)) {
    const text = path === null ? undefined : findings.findContent(findings.findOrigin(path));
    if (text === null) doubtProgram(call, false, file.raw);
    else if (text !== undefined) outcome = readScript(text, state);
  }
  return outcome;
}

export function isDecoder(program: string): boolean {
  return DECODER.test(program);
}

function bindPositional(state: ShellState, args: readonly Field[]): ShellState {
  return args
    .slice(0, 20)
    .reduce((bound, { value }, index) => setVariable(bound, String(index), value), state);
}

function doubtProgram(call: Call, encoded: boolean, what: string): void {
  if (encoded)
    call.reader.findings.addDoubt(
      'encoded',
      `${call.program} runs text that is decoded first: ${shorten(what)}`,
    );
  else
    call.reader.findings.addDoubt(
      'dynamic-program',
      `What ${call.program} runs is not known: ${shorten(what)}`,
    );
}

function isInline(call: Call, { code }: Language, options: Options, name: string): boolean {
  const [first] = options.rest;
  if (hasOption(options, code)) return true;
  if (name === 'deno') return first?.value === 'eval' || first?.value === null;
  if (name === 'make') return isMakeFed(call);
  return name === 'timeit' && options.rest.length > 0;
}

function isMakeFed({ args }: Call): boolean {
  return args.some(
    ({ value }, index) =>
      (value === '-f' && (args[index + 1]?.value ?? '-').match(STANDARD_INPUT) !== null) ||
      (value !== null && /^(-f-|-f\/dev\/stdin|--(make)?file=(-|\/dev\/stdin))$/.test(value)),
  );
}

function isModuleOption({ value }: Field): boolean {
  return value !== null && /^-[bBdEiIOqsSuvx]*m/.test(value);
}

/** `python -m black src` is `black src`. */
function runModule({ reader, state, input }: Call, [option, ...others]: readonly Field[]): void {
  const attached = option?.value?.replace(/^-[a-zA-Z]*?m/, '') ?? '';
  const words = attached === '' ? others : [literalField(attached), ...others];
  if (words.length > 0) reader.readWords(words, state, input);
}

function readProgramFile(call: Call, { rest: [file] }: Options, language: Language): void {
  const isEditor = EDITORS.has(call.program);
  if (language.stdin && (file === undefined || isStdin(file) || isEditor)) doubtFed(call);
  if (file === undefined || isEditor || call.program === 'make') return;
  const { findings } = call.reader;
  if (file.value === null) doubtProgram(call, DECODER.test(file.raw), file.raw);
  const isWritten = findings
    .resolve(call.state, file)
    .some((path) => path !== null && findings.findContent(path) !== undefined);
  if (!isWritten) return;
  findings.addDoubt(
    'inline-code',
    `${call.program} runs a file that the same command writes: ${shorten(file.raw)}`,
  );
}

function doubtFed({ input, program, reader }: Call): void {
  if (input.kind !== 'text' && input.kind !== 'unknown') return;
  const kind = input.kind === 'unknown' && input.encoded ? 'encoded' : 'inline-code';
  reader.findings.addDoubt(kind, `${program} runs code from its standard input.`);
}

function readDatabase(call: Call): void {
  const text = [
    joinFields(
      call.args.filter(({ value }) => value !== null),
      '\n',
    ) ?? '',
  ];
  if (call.input.kind === 'text') text.push(call.input.text);
  if (text.some((one) => DATABASE_ESCAPE.test(one))) {
    call.reader.findings.addDoubt(
      'inline-code',
      `${call.program} is told to leave the database: ${describe(call.args)}`,
    );
  }
}

function describe(args: readonly Field[]): string {
  return shorten(args.map(({ raw }) => raw).join(' '));
}
