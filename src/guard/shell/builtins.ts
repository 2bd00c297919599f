// What the shell itself does: where it stands, what its variables hold, and the text it is told to run.
import { posix } from 'node:path';
import type { Call } from './call.js';
import { readAssignment } from './environment.js';
import type { Field } from './field.js';
import { joinFields } from './field.js';
import { isDecoder, isStdin, runFile, runInput } from './interpreters.js';
import { shorten } from './findings.js';
import type { Outcome, ShellState } from './state.js';
import { setVariable, toOutcome } from './state.js';

type Builtin = (call: Call) => Outcome;

const TABLE: Readonly<Record<string, Builtin>> = {
  cd: changeDirectory,
  pushd: changeDirectory,
  popd: ({ state }) => ({ ok: { ...state, cwds: null }, fail: state }),
  export: (call) => declare(call, true),
  declare: (call) => declare(call, isExporting(call)),
  typeset: (call) => declare(call, isExporting(call)),
  local: (call) => declare(call),
  readonly: (call) => declare(call),
  read: forgetNames,
  mapfile: forgetNames,
  readarray: forgetNames,
  unset: forgetNames,
  getopts: forgetNames,
  let: forgetNames,
  printf: forgetPrinted,
  source: readSource,
  '.': readSource,
  eval: readEval,
  trap: readTrap,
  alias: readAlias,
  hash: doubtHash,
  enable: doubtEnable,
  bind: readOptionText,
  complete: readOptionText,
  exit: ({ state }) => toOutcome({ ...state, dead: true }),
};
const HARMLESS_SOURCE =
  /(^|\/)(activate|\.bashrc|\.bash_profile|\.profile|\.zshrc|nvm\.sh|conda\.sh|env|\.env|setup\.bash)$/;

export function findBuiltin(program: string): Builtin | undefined {
  return Object.hasOwn(TABLE, program) ? TABLE[program] : undefined;
}

function changeDirectory({ program, args, state }: Call): Outcome {
  const target = args.find(({ value }) => value === null || !/^-[LPe@n]+$/.test(value));
  const moved = moveTo(state, program === 'cd' ? target?.value : (target?.value ?? null));
  return { ok: { ...state, cwds: moved }, fail: state };
}

function moveTo(state: ShellState, target: string | null | undefined): readonly string[] | null {
  if (target === undefined || target === '--') return goHome(state);
  if (target === null || /^(-|[+-]\d+)$/.test(target)) return null;
  if (target.startsWith('/')) return [posix.resolve(target)];
  if (state.variables.has('CDPATH')) return null;
  return state.cwds?.map((cwd) => posix.resolve(cwd, target)) ?? null;
}

function goHome({ variables }: ShellState): readonly string[] | null {
  const home = variables.get('HOME')?.value ?? null;
  return home === null ? null : [home];
}

function isExporting({ args }: Call): boolean | undefined {
  return args.some(({ value }) => value !== null && /^-\w*x/.test(value)) ? true : undefined;
}

function declare(call: Call, exported?: boolean): Outcome {
  const isReference = call.args.some(({ value }) => value !== null && /^-\w*[niaAlu]/.test(value));
  const declareOne = (state: ShellState, field: Field): ShellState => {
    const [whole = '', name, sign] = /^([A-Za-z_]\w*)(\+?=)?/.exec(field.head) ?? [];
    if (name === undefined) return state;
    if (sign === undefined) return setVariable(state, name, findKnown(state, name), exported);
    const value = sign === '+=' ? null : (field.value?.slice(whole.length) ?? null);
    readAssignment(call.reader, state, name, value, field.raw);
    return setVariable(state, name, isReference ? null : value, exported);
  };
  return toOutcome(call.args.reduce(declareOne, call.state));
}

function findKnown({ variables }: ShellState, name: string): string | null {
  return variables.get(name)?.value ?? null;
}

function forgetNames({ args, state }: Call): Outcome {
  const names = args.flatMap(({ value }) => /^[A-Za-z_]\w*/.exec(value ?? '')?.[0] ?? []);
  return toOutcome([...names, 'REPLY'].reduce((current, name) => setVariable(current, name, null), state));
}

function forgetPrinted(call: Call): Outcome {
  return call.args[0]?.value === '-v' ? forgetNames(call) : toOutcome(call.state);
}

function readSource(call: Call): Outcome {
  const [file] = call.args.filter(({ value }) => value !== '--');
  if (file === undefined) return toOutcome(call.state);
  const outcome = isStdin(file) ? runInput(call, call.input, call.state) : runFile(call, file, call.state);
  if (outcome !== undefined) return outcome;
  // What is sourced may change the directory.
  return toOutcome(HARMLESS_SOURCE.test(file.value ?? '') ? call.state : { ...call.state, cwds: null });
}

function readEval(call: Call): Outcome {
  const text = joinFields(call.args);
  if (text !== null) return call.reader.readScript(text, call.state);
  const raw = call.args.map((field) => field.raw).join(' ');
  doubtText(call, raw);
  return toOutcome({ ...call.state, cwds: null, variables: new Map() });
}

function readTrap(call: Call): Outcome {
  const [action] = call.args.filter(({ value }) => value === null || !/^-[lp]+$/.test(value));
  if (action?.value !== '-') runLater(call, action);
  return toOutcome(call.state);
}

function readAlias(call: Call): Outcome {
  for (const field of call.args) {
    const cut = field.head.indexOf('=');
    if (cut === -1) continue;
    runLater(call, { ...field, value: field.value === null ? null : field.value.slice(cut + 1) });
  }
  return toOutcome(call.state);
}

/** Text that runs at another time, and so perhaps in another directory. */
function runLater(call: Call, text: Field | undefined): void {
  if (text?.value === null) doubtText(call, text.raw);
  else if (text !== undefined && text.value !== '') call.reader.readScript(text.value, call.state);
}

function doubtText({ program, reader }: Call, raw: string): void {
  const kind = isDecoder(raw) ? 'encoded' : 'dynamic-program';
  reader.findings.addDoubt(kind, `What ${program} runs is not known: ${shorten(raw)}`);
}

function doubtHash(call: Call): Outcome {
  if (call.args[0]?.value !== '-r') {
    call.reader.findings.addDoubt('dynamic-program', 'hash may put another program in the place of a name.');
  }
  return toOutcome(call.state);
}

function doubtEnable(call: Call): Outcome {
  call.reader.findings.addDoubt('dynamic-program', 'enable changes what the names of the shell mean.');
  return toOutcome(call.state);
}

/** `complete -C 'cmd'`, `bind -x 'key:cmd'`. */
function readOptionText(call: Call): Outcome {
  const index = call.args.findIndex(({ value }) => value === '-C' || value === '-x');
  const text = call.args[index + 1];
  if (index !== -1 && text !== undefined) doubtText(call, text.raw);
  return toOutcome(call.state);
}
