// What a script of package.json does in the end, one command after the other, with the scripts it calls put in place.
import { ASSIGNMENT, parseScript, toWord, type ScriptCommand, type ScriptWord } from './script-words.js';

export interface ScriptStep extends ScriptCommand {
  /** Words that lead further arguments of `npm test` to this command; undefined when they would go elsewhere. */
  readonly passOn?: readonly string[];
}

export type ScriptSteps =
  | { readonly ok: true; readonly steps: readonly ScriptStep[] }
  | { readonly ok: false; readonly reason: string };

export type Scripts = Readonly<Record<string, string>>;

const MAX_DEPTH = 6;

export function listSteps(scripts: Scripts, name: string, depth = 0): ScriptSteps {
  if (depth > MAX_DEPTH) return { ok: false, reason: 'its scripts call each other' };
  const parsed = parseScript(scripts[name] ?? '');
  if (!parsed.ok) return parsed;
  const before: ScriptSteps =
    scripts[`pre${name}`] === undefined ? NO_STEPS : listSteps(scripts, `pre${name}`, depth + 1);
  const parts = [before, ...parsed.commands.map((command) => expandCommand(scripts, command, depth))];
  return joinSteps(parts);
}

const NO_STEPS: ScriptSteps = { ok: true, steps: [] };

/** Further arguments reach only the last part. */
function joinSteps(parts: readonly ScriptSteps[]): ScriptSteps {
  const steps: ScriptStep[] = [];
  for (const [index, part] of parts.entries()) {
    if (!part.ok) return part;
    steps.push(...(index === parts.length - 1 ? part.steps : part.steps.map(withoutTail)));
  }
  return { ok: true, steps };
}

function withoutTail({ environment, words, pipedInto }: ScriptStep): ScriptStep {
  return { environment, words, ...(pipedInto === undefined ? {} : { pipedInto }) };
}

/** A command that runs other scripts becomes their steps; any other is a step itself. */
function expandCommand(scripts: Scripts, command: ScriptCommand, depth: number): ScriptSteps {
  const call = readCall(scripts, command);
  if (!call || command.pipedInto !== undefined) {
    const passOn = command.pipedInto === undefined ? { passOn: [] } : {};
    return { ok: true, steps: [{ ...command, ...passOn }] };
  }
  const steps: ScriptStep[] = [];
  for (const name of call.names) {
    const called = listSteps(scripts, name, depth + 1);
    if (!called.ok) return called;
    steps.push(...called.steps);
  }
  return { ok: true, steps: addToLast(steps, command, call) };
}

/** What the call adds belongs to the last command of the called script, as npm appends it there. */
function addToLast(steps: readonly ScriptStep[], { environment }: ScriptCommand, call: Call): ScriptStep[] {
  return steps.map((step, index) => {
    const isLast = index === steps.length - 1;
    const { passOn, ...rest } = step;
    const tail = isLast && call.passOn && passOn ? { passOn: [...call.passOn, ...passOn] } : {};
    return {
      ...rest,
      environment: [...environment, ...step.environment],
      words: isLast ? [...step.words, ...call.added] : step.words,
      ...tail,
    };
  });
}

interface Call {
  readonly names: readonly string[];
  readonly added: readonly ScriptWord[];
  readonly passOn?: readonly string[];
}

const RUN_ALL = new Set(['run-s', 'run-p', 'npm-run-all', 'npm-run-all2']);

function readCall(scripts: Scripts, command: ScriptCommand): Call | undefined {
  const words = withoutCoverage(command.words);
  const [program = '', ...rest] = words.map(({ text }) => text);
  if (RUN_ALL.has(program)) {
    const called = rest.filter((word) => !word.startsWith('-')).map((word) => listNamed(scripts, word));
    return called.every((names) => names.length > 0) ? { names: called.flat(), added: [] } : undefined;
  }
  const name = PACKAGE_MANAGERS.has(program) ? calledScript(program, rest) : undefined;
  const names = name === undefined ? [] : listCalled(scripts, program, name);
  if (names.length === 0) return undefined;
  const after = words.slice(words.findIndex(({ text }, index) => index > 0 && text === name) + 1);
  return { names, ...readAdded(program, after) };
}

/** `c8 npm run unit`: the script is what counts. */
function withoutCoverage(words: readonly ScriptWord[]): readonly ScriptWord[] {
  const start = words.findIndex(({ text }) => PACKAGE_MANAGERS.has(text));
  return start > 0 && /^(?:c8|nyc)$/.test(words[0]?.text ?? '') ? words.slice(start) : words;
}

/** pnpm takes a regular expression between slashes. */
function listCalled(scripts: Scripts, program: string, name: string): string[] {
  const pattern = program === 'pnpm' ? /^\/(.+)\/$/.exec(name)?.[1] : undefined;
  if (pattern === undefined) return scripts[name] === undefined ? [] : [name];
  try {
    const matches = new RegExp(pattern);
    return Object.keys(scripts).filter((one) => matches.test(one));
  } catch {
    return [];
  }
}

/** A star stands for a part between colons, two stars for any number of them. */
function listNamed(scripts: Scripts, word: string): string[] {
  const parts = word.split(/(\*+)/).map((part) => STARS[part] ?? part.replace(/\W/g, String.raw`\$&`));
  const pattern = new RegExp(`^${parts.join('')}$`);
  return Object.keys(scripts).filter((name) => pattern.test(name));
}

const STARS: Readonly<Record<string, string>> = { '*': '[^:]*', '**': '.*' };

const PACKAGE_MANAGERS = new Set(['npm', 'yarn', 'pnpm']);

/** npm hands on only what follows a double dash; the others hand on everything. */
function readAdded(program: string, after: readonly ScriptWord[]): Pick<Call, 'added' | 'passOn'> {
  if (program !== 'npm') return { added: after.filter(({ text }) => text !== '--'), passOn: [] };
  const border = after.findIndex(({ text }) => text === '--');
  return border === -1 ? { added: [], passOn: ['--'] } : { added: after.slice(border + 1), passOn: [] };
}

function calledScript(program: string, rest: readonly string[]): string | undefined {
  const words = rest.filter((word) => !word.startsWith('-') && !ASSIGNMENT.test(word));
  const [verb = '', name] = words;
  if (verb === 'run' || verb === 'run-script') return name;
  if (verb === 'test' || verb === 't' || verb === 'tst') return 'test';
  return program === 'npm' ? undefined : verb;
}

export function toWords(texts: readonly string[]): ScriptWord[] {
  return texts.map(toWord);
}
