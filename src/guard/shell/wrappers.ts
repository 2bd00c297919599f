// Programs that run another program given in their words: what they run is read as a command of its own.
import type { Call } from './call.js';
import type { Field } from './field.js';
import { joinFields, literalField } from './field.js';
import { posix } from 'node:path';
import { readAssignment } from './environment.js';
import { shorten } from './findings.js';
import type { Options } from './options.js';
import { splitOptions, takeValues, toNames } from './options.js';
import type { Outcome, ShellState } from './state.js';
import { setVariable } from './state.js';

interface Wrapper {
  /** Options that take a value, without dashes. */
  readonly valued?: string;
  /** How many plain words come before the command: `timeout 5 cmd`. */
  readonly skip?: number;
  /** Options whose value is a script. */
  readonly script?: string;
  /** The words are joined and read by a shell: `watch`. */
  readonly joined?: boolean;
  /** Options whose value is the directory it runs in. */
  readonly directory?: string;
  /** Words of which one must come first: `npm exec`; others are the program's own. */
  readonly verbs?: string;
  /** Its own verbs; any other first word is a program: `yarn prettier`. */
  readonly ownVerbs?: string;
  /** It takes the first `--` behind the program for itself. */
  readonly dropsDashes?: boolean;
  /** Runs in this shell: what it does to the directory stays. */
  readonly same?: boolean;
}

const PACKAGE_VERBS =
  'install add remove i ci run test start build init create audit publish pack link unlink update upgrade outdated ls ' +
  'list why info config cache store workspace workspaces version --version set import dedupe login logout rebuild';

const TABLE: Readonly<Record<string, Wrapper>> = {
  env: { valued: 'u unset', script: 'S split-string', directory: 'C chdir' },
  sudo: { valued: 'u user g group p prompt C close-from h host r role t type T U', directory: 'D chdir' },
  doas: { valued: 'u C' },
  su: { valued: 's g G', script: 'c command', skip: 1 },
  runuser: { valued: 'u g', script: 'c command' },
  timeout: { valued: 's signal k kill-after', skip: 1 },
  gtimeout: { valued: 's signal k kill-after', skip: 1 },
  nice: { valued: 'n adjustment' },
  ionice: { valued: 'c n p class classdata' },
  chrt: { skip: 1 },
  taskset: { skip: 1 },
  nohup: {},
  setsid: {},
  stdbuf: { valued: 'i o e input output error' },
  unbuffer: {},
  time: { valued: 'f o format output' },
  command: { same: true },
  builtin: { same: true },
  exec: { valued: 'a', same: true },
  noglob: { same: true },
  nocorrect: { same: true },
  busybox: {},
  toybox: {},
  watch: { valued: 'n interval', joined: true },
  flock: { valued: 'w timeout E', skip: 1, script: 'c command' },
  chroot: { skip: 1 },
  unshare: {},
  nsenter: { valued: 't target' },
  strace: { valued: 'o e p s output' },
  ltrace: { valued: 'o e p s' },
  'systemd-run': { valued: 'p unit property' },
  caffeinate: {},
  arch: {},
  setarch: { skip: 1 },
  rlwrap: {},
  script: { valued: 'T O I B', script: 'c command', skip: 1 },
  'nix-shell': { valued: 'p packages', script: 'run command' },
  entr: {},
  nodemon: { script: 'x exec' },
  'cross-env': {},
  'cross-env-shell': { joined: true },
  dotenv: { valued: 'e' },
  concurrently: { valued: 'n names c', joined: true },
  xterm: { valued: 'title geometry T', script: 'e' },
  npx: { valued: 'p package', script: 'c call' },
  pnpx: {},
  bunx: {},
  uvx: { valued: 'from with python p' },
  pipx: { verbs: 'run' },
  npm: { dropsDashes: true, verbs: 'exec x', valued: 'prefix package w workspace', script: 'c call' },
  pnpm: { verbs: 'exec dlx', ownVerbs: PACKAGE_VERBS, valued: 'C dir filter' },
  yarn: { verbs: 'exec dlx', ownVerbs: PACKAGE_VERBS, valued: 'cwd' },
  bun: { verbs: 'x', ownVerbs: `${PACKAGE_VERBS} pm`, valued: 'cwd' },
  uv: { verbs: 'run', valued: 'with python p directory project' },
  poetry: { verbs: 'run', valued: 'C directory' },
  pipenv: { verbs: 'run' },
  pdm: { verbs: 'run' },
  hatch: { verbs: 'run' },
  rye: { verbs: 'run' },
  conda: { verbs: 'run', valued: 'n name p prefix' },
  mamba: { verbs: 'run', valued: 'n name p prefix' },
  bundle: { verbs: 'exec' },
  mise: { verbs: 'exec x' },
  direnv: { verbs: 'exec', skip: 1 },
  nix: { verbs: 'run develop shell', script: 'c command' },
  coverage: { verbs: 'run', valued: 'source include omit rcfile data-file' },
  rustup: { verbs: 'run', skip: 1 },
};

export function isWrapper(program: string): boolean {
  return Object.hasOwn(TABLE, program);
}

/** Undefined when it runs nothing. */
export function readWrapper(call: Call): Outcome | undefined {
  const wrapper = TABLE[call.program];
  const options = wrapper === undefined || isQuestion(call) ? undefined : findOptions(wrapper, call.args);
  if (wrapper === undefined || options === undefined) return undefined;
  const state = moveTo(call, takeValues(options, wrapper.directory)[0]);
  for (const text of takeValues(options, wrapper.script)) runScript(call, text, state);
  const skipped = options.rest.slice(0, wrapper.skip ?? 0);
  // A word that is not known may hold the program itself.
  for (const { raw } of skipped.filter(({ value }) => value === null)) doubtScript(call, raw);
  return runRest(call, wrapper, options.rest.slice(skipped.length), state);
}

function runRest(
  call: Call,
  wrapper: Wrapper,
  words: readonly Field[],
  state: ShellState,
): Outcome | undefined {
  const [first, second] = words;
  if (first === undefined) return undefined;
  // `su name -c text`: the option may come behind the plain word.
  if (first.value === '-c' && toNames(wrapper.script).includes('c')) {
    return second === undefined ? undefined : runScript(call, second, state);
  }
  return wrapper.joined === true ? runJoined(call, words, state) : runInner(call, wrapper, words, state);
}

/** `command -v x` asks, it does not run. */
function isQuestion({ program, args }: Call): boolean {
  return program === 'command' && /^-[pvV]*[vV]/.test(args[0]?.value ?? '');
}

/** Undefined when its words are its own business. */
function findOptions(wrapper: Wrapper, args: readonly Field[]): Options | undefined {
  const valued = [wrapper.valued, wrapper.script, wrapper.directory].flatMap(toNames);
  const names = { valued, known: [], stops: true };
  const options = splitOptions(args, names);
  const verb = options.rest[0]?.value ?? '';
  if (wrapper.verbs === undefined) return options;
  // A verb has options of its own.
  if (toNames(wrapper.verbs).includes(verb)) return splitOptions(options.rest.slice(1), names);
  return wrapper.ownVerbs === undefined || toNames(wrapper.ownVerbs).includes(verb) ? undefined : options;
}

function runInner(
  call: Call,
  wrapper: Wrapper,
  words: readonly Field[],
  state: ShellState,
): Outcome | undefined {
  let inner = state;
  let index = 0;
  for (const field of words) {
    const match = /^([A-Za-z_]\w*)=/.exec(field.head);
    if (match?.[1] === undefined) break;
    const value = field.value === null ? null : field.value.slice(match[0].length);
    readAssignment(call.reader, inner, match[1], value, field.raw);
    inner = setVariable(inner, match[1], value, true);
    index += 1;
  }
  const [program, ...rest] = words.slice(index);
  if (program === undefined) return undefined;
  const dashes = wrapper.dropsDashes === true ? rest.findIndex(({ value }) => value === '--') : -1;
  const args = rest.filter((_, at) => at !== dashes);
  const outcome = call.reader.readWords([dropVersion(program), ...args], inner, call.input);
  return wrapper.same === true ? outcome : undefined;
}

/** `npx prettier@3` runs prettier. */
function dropVersion(program: Field): Field {
  const name = program.value?.replace(/(?<=.)@[\w.^~-]+$/, '');
  return name === undefined || name === program.value ? program : literalField(name, program.raw);
}

function runScript(call: Call, text: Field, state: ShellState): undefined {
  if (text.value !== null) call.reader.readScript(text.value, state);
  else doubtScript(call, text.raw);
}

function runJoined(call: Call, words: readonly Field[], state: ShellState): undefined {
  const text = joinFields(words);
  if (text === null) doubtScript(call, words.map(({ raw }) => raw).join(' '));
  else call.reader.readScript(text, state);
}

function doubtScript(call: Call, raw: string): void {
  call.reader.findings.addDoubt('dynamic-program', `What ${call.program} runs is not known: ${shorten(raw)}`);
}

function moveTo({ state }: Call, directory: Field | undefined): ShellState {
  if (directory === undefined) return state;
  const { value } = directory;
  if (value === null) return { ...state, cwds: null };
  return { ...state, cwds: state.cwds?.map((cwd) => posix.resolve(cwd, value)) ?? null };
}
